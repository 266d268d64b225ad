package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
	"frontdesk/ui/theme"
	"frontdesk/ui/uitest"
)

// goldenFrames is the directory of the golden frames.
var goldenFrames = filepath.Join("..", "testdata", "scenes")

// windowSizes returns the window sizes in which a scene is compared.
func windowSizes(s *uitest.Scene) [][2]int {
	if len(s.Sizes) > 0 && !texttest.Race {
		return s.Sizes
	}
	switch {
	case texttest.Race:
	case s.AllSizes:
		return [][2]int{{80, 24}, {100, 30}, {120, 36}, {180, 45}, {200, 50}, {240, 60}}
	case s.WideGolden:
		return [][2]int{{80, 24}, {120, 36}, {200, 50}}
	}
	return [][2]int{{80, 24}}
}

// goldenFile returns the name of the golden frame of a scene in a window.
func goldenFile(s *uitest.Scene, size [2]int) string {
	return fmt.Sprintf("%s.%dx%d.txt", s.Name, size[0], size[1])
}

// TestScenes_LookAsTheyDid plays every scene and compares what it shows with its golden frames. The race detector sees
// every fourth scene, in the smallest window alone: the others run the same goroutines.
func TestScenes_LookAsTheyDid(t *testing.T) {
	distinct, roles := distinctTheme()
	drawn := pairsDrawn{in: map[theme.Pair]string{}}
	t.Run("scene", func(t *testing.T) { // returns after the scenes, which are played beside each other
		for n, s := range uitest.Scenes() {
			if texttest.Race && n%4 != 0 {
				continue
			}
			for _, size := range windowSizes(&s) {
				t.Run(s.Name+" "+fmt.Sprint(size[0]), func(t *testing.T) {
					t.Parallel()
					o := uitest.Options{Width: size[0], Height: size[1], Theme: distinct.Name, Themes: []theme.Spec{distinct}}
					if s.Name == "themes" { // lists the theme that it is drawn in
						o.Theme, o.Themes = "dark", nil
					}
					s.Play(t, o, func(d *uitest.Driver) {
						requireScene(t, &s, d)
						drawn.add(s.Name, drawnPairs(d.ANSI(), roles))
						compareGolden(t, filepath.Join(goldenFrames, goldenFile(&s, size)), d.Text()+"\n")
					})
				})
			}
		}
	})
	requireTestedPairs(t, drawn.in)
	requireDrawnPairs(t, drawn.in)
}

// requireScene fails unless a frame shows the texts of its scene, and ends each row in the usual style.
func requireScene(t *testing.T, s *uitest.Scene, d *uitest.Driver) {
	t.Helper()
	frame := d.ANSI()
	for i, row := range strings.Split(frame, "\n") {
		if after := row[strings.LastIndex(row, ansi.ResetStyle)+1:]; strings.Contains(after, "38;2;") {
			t.Errorf("row %d ends in a style, which goes on in the next row: %q", i, after)
		}
	}
	words := strings.Join(strings.Fields(ansi.Strip(frame)), " ") // a text may be wrapped over the whole width
	for _, text := range s.Texts {
		if !strings.Contains(words, text) {
			t.Errorf("scene %s does not show %q:\n%s", s.Name, text, d.Text())
		}
	}
}

// compareGolden compares a frame with its golden file, or writes the file with -update.
func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("it looks otherwise now; go test ./ui -run 'Scenes' -update takes it over.\n--- was\n%s\n--- is\n%s", want, got)
	}
}

// TestScenes_EveryGoldenFrameIsOfAScene fails on golden frames of scenes that no longer exist; with -update it removes
// them.
func TestScenes_EveryGoldenFrameIsOfAScene(t *testing.T) {
	if texttest.Race {
		t.Skip("the race detector sees no wide window")
	}
	wanted := map[string]bool{}
	for _, s := range uitest.Scenes() {
		for _, size := range windowSizes(&s) {
			wanted[goldenFile(&s, size)] = true
		}
	}
	files, err := filepath.Glob(filepath.Join(goldenFrames, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		switch {
		case wanted[filepath.Base(file)]:
		case *update:
			if err := os.Remove(file); err != nil {
				t.Error(err)
			}
		default:
			t.Errorf("%s belongs to no scene", file)
		}
	}
}

func TestScenes_AreDescribed(t *testing.T) {
	ops := []string{""}
	for _, op := range wire.Operations() {
		ops = append(ops, op.Name)
	}
	names := map[string]bool{}
	for _, s := range uitest.Scenes() {
		if s.Name == "" || s.Description == "" || names[s.Name] || strings.HasSuffix(s.Description, ".") {
			t.Errorf("the scene %q is not described, or twice", s.Name)
		}
		names[s.Name] = true
		faults := s.Faults
		for _, step := range s.Steps {
			faults = append(faults, step.Net...)
		}
		for _, f := range faults {
			if !slices.Contains(ops, f.Op) {
				t.Errorf("scene %s: there is no operation %q", s.Name, f.Op)
			}
		}
	}
}
