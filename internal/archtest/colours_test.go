package archtest

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// colour is a colour in code: one of Lip Gloss or of the standard library, or an escape sequence that sets one.
var colour = regexp.MustCompile(`lipgloss\.(?:Color\(|ANSIColor|RGBColor)|color\.N?RGBA\{|x1b\[(?:\d+;)*[349]\d[;m]`)

// coloured are the files that may hold colours, with the reason.
var coloured = map[string]string{
	"ui/theme/palette.go": "names them by role",
	"ui/theme/theme.go":   "makes the styles from them",
}

// TestColours_AreInThePaletteAlone keeps a theme one place: what has a colour of its own looks the same in every theme.
func TestColours_AreInThePaletteAlone(t *testing.T) {
	found, err := coloursBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestColours_WhatIsFound(t *testing.T) {
	for code, found := range map[string]bool{
		`lipgloss.Color("#ff0000")`: true, `color.RGBA{1, 2, 3, 4}`: true, `"\x1b[1;31m"`: true, `"\x1b[38;5;1m"`: true, `"\x1b[97m"`: true,
		`"\x1b[7m"`: false, `th.Error.Render(s)`: false, `"\x1b[K"`: false,
	} {
		lines, err := coloursBelow(fstest.MapFS{"ui/pane/list.go": {Data: []byte(code)}})
		if err != nil || (len(lines) > 0) != found {
			t.Errorf("%s: %q, %v", code, lines, err)
		}
	}
}

func coloursBelow(root fs.FS) (found []string, err error) {
	err = eachGoFile(root, func(name string, source []byte) error {
		if strings.HasSuffix(name, "_test.go") || coloured[name] != "" {
			return nil
		}
		for _, c := range colour.FindAllString(string(source), -1) {
			found = append(found, fmt.Sprintf("%s: %s is a colour: take it from the theme", name, c))
		}
		return nil
	})
	return found, err
}
