package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/exitcode"
	"frontdesk/ui/gallery"
	"frontdesk/ui/theme"
)

// runGallery runs frontdesk gallery and returns its exit code and output.
func runGallery(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = Run(context.Background(), append([]string{"gallery"}, args...), func(string) string { return "" }, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

func TestGallery_PrintsASceneAsItLooks(t *testing.T) {
	t.Setenv("HOME", filepath.Join(t.TempDir(), "nowhere"))
	code, dark, errOut := runGallery(t, "dates", "--size", "60x20")
	if rows := strings.Split(dark, "\n"); code != exitcode.OK || len(rows) != 21 || ansi.StringWidth(rows[0]) != 60 {
		t.Fatalf("it ended with %d: %s%s", code, dark, errOut)
	}
	_, light, _ := runGallery(t, "dates", "--size", "60x20", "--theme", "light")
	_, plain, _ := runGallery(t, "dates", "--size", "60x20", "--plain")
	if dark == light || ansi.Strip(dark) != ansi.Strip(light) || strings.Contains(plain, "38;2") {
		t.Error("the themes do not differ in their colours, or in something else")
	}
	if _, err := os.Stat(os.Getenv("HOME")); !os.IsNotExist(err) {
		t.Errorf("something was made in the home directory: %v", err)
	}
}

func TestGallery_PicturesOfThemesArePaintedOnTheBackgroundOfTheThemeUnderTheCursor(t *testing.T) {
	latte, _ := theme.Find("catppuccin-latte", nil)
	for _, scene := range []string{"themes", "inbox"} {
		_, svg, _ := runGallery(t, scene, "--svg", "--size", "80x24")
		onIts := strings.Contains(strings.ToLower(svg), `fill="`+strings.ToLower(latte.Light.Background)+`" stroke=`)
		if want := scene == "themes"; onIts != want {
			t.Errorf("%s is painted on %s: %t", scene, latte.Light.Background, onIts)
		}
	}
}

func TestGallery_ListsEveryScene(t *testing.T) {
	code, out, _ := runGallery(t, "--list")
	if lines := strings.Count(out, "\n"); code != exitcode.OK || lines != len(gallery.All()) {
		t.Errorf("%d lines for %d scenes", lines, len(gallery.All()))
	}
}

func TestGallery_RefusesWhatItCannotShow(t *testing.T) {
	for _, args := range [][]string{{"zeppelin"}, {"--size", "huge"}, {"--size", "0x24"}, {"--size", "999x999"}, {"--theme", "pink"}, {"a", "b"}, {}} {
		if code, out, errOut := runGallery(t, args...); code != exitcode.Usage || out != "" || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%v: it ended with %d and printed %q, %q", args, code, out, errOut)
		}
	}
}
