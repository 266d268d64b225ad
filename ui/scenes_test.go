package ui_test

import (
	"fmt"
	"image"
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

// windowsOf returns the windows in which a scene is compared. The race detector sees the first one alone.
func windowsOf(s *uitest.Scene) [][2]int {
	if texttest.Race {
		return s.Windows()[:1]
	}
	return s.Windows()
}

// goldenFile returns the name of the golden frame of a scene in a window.
func goldenFile(s *uitest.Scene, width, height int) string {
	return filepath.Join(goldenFrames, fmt.Sprintf("%s.%dx%d.txt", s.Name, width, height))
}

// TestScenes_LookAsTheyDid plays every scene and compares what it shows with its golden frames. The race detector sees
// every fourth scene: the others run the same goroutines.
func TestScenes_LookAsTheyDid(t *testing.T) {
	distinct, roles := distinctTheme()
	drawn := pairsDrawn{in: map[theme.Pair]string{}}
	labels, held := headLabels(t), labelledFrames{of: map[string][]string{}}
	t.Cleanup(func() { // after the scenes, which are played beside each other
		requireTestedPairs(t, drawn.in)
		held.requireFew(t, labels)
		if drawn.scenes == len(uitest.Scenes()) {
			requireDrawnPairs(t, drawn.in)
		}
	})
	for n, s := range uitest.Scenes() {
		if texttest.Race && n%4 != 0 {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			o := uitest.Options{Theme: distinct.Name, Themes: []theme.Spec{distinct}, Check: checkLayout}
			if s.Name == "themes" { // lists the theme that it is drawn in
				o.Theme, o.Themes = "dark", nil
			}
			pairs := map[theme.Pair]bool{}
			s.Play(t, o, windowsOf(&s), func(d *uitest.Driver) {
				requireScene(t, &s, d)
				drawnPairs(d.ANSI(), roles, pairs)
				held.add(t, &s, d, labels)
				width, height := d.Window()
				what := fmt.Sprintf("scene %s in %dx%d", s.Name, width, height)
				compareGolden(t, what, "Scenes/^"+s.Name+"$", goldenFile(&s, width, height), frameOf(t, &s, d))
			})
			drawn.add(s.Name, pairs)
		})
	}
}

// requireScene fails unless a frame shows the texts of its scene, and ends each row in the usual style.
func requireScene(t *testing.T, s *uitest.Scene, d *uitest.Driver) {
	t.Helper()
	frame := d.ANSI()
	for i, row := range strings.Split(frame, "\n") {
		if after := row[strings.LastIndex(row, ansi.ResetStyle)+1:]; strings.Contains(after, "38;2;") {
			t.Errorf("scene %s: row %d ends in a style, which goes on in the next row: %q", s.Name, i, after)
		}
	}
	words := strings.Join(strings.Fields(ansi.Strip(frame)), " ") // a text may be wrapped over the whole width
	for _, text := range s.Texts {
		if !strings.Contains(words, text) {
			t.Errorf("scene %s does not show %q:\n%s", s.Name, text, d.Text())
		}
	}
}

// frameOf returns the parts of the window that a scene is about, each below a line that says where it stands.
func frameOf(t *testing.T, s *uitest.Scene, d *uitest.Driver) string {
	t.Helper()
	rows := strings.Split(d.Text(), "\n")
	width, height := d.Window()
	var b strings.Builder
	for _, name := range strings.Fields(s.Shows) {
		var r image.Rectangle
		shown := false
		d.Look(func() { r, shown = d.Console().Part(name) })
		if !shown {
			t.Errorf("scene %s has no %s in %dx%d:\n%s", s.Name, name, width, height, d.Text())
			continue
		}
		fmt.Fprintf(&b, "=== %s: %s of %dx%d\n%s", name, place(name, r), width, height, cut(rows, r))
	}
	return b.String()
}

// place says where a part stands. What moves with the ticket's head is told by its columns alone.
func place(name string, r image.Rectangle) string {
	if slices.Contains([]string{"head", "messages"}, name) {
		return fmt.Sprintf("columns %d to %d", r.Min.X, r.Max.X)
	}
	return fmt.Sprintf("%dx%d at %d,%d", r.Dx(), r.Dy(), r.Min.X, r.Min.Y)
}

// cut returns the cells of a rectangle, without blanks at the ends of rows and without blank rows at its end.
func cut(rows []string, r image.Rectangle) string {
	var b strings.Builder
	for _, row := range rows[r.Min.Y:r.Max.Y] {
		b.WriteString(strings.TrimRight(ansi.Cut(row, r.Min.X, r.Max.X), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// TestScenes_EveryGoldenFrameIsOfAScene fails on golden frames of scenes that no longer exist; with -update it removes
// them.
func TestScenes_EveryGoldenFrameIsOfAScene(t *testing.T) {
	wanted := map[string]bool{}
	for _, s := range uitest.Scenes() {
		for _, window := range s.Windows() {
			wanted[goldenFile(&s, window[0], window[1])] = true
		}
	}
	files, err := filepath.Glob(filepath.Join(goldenFrames, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		switch {
		case wanted[file]:
		case *update:
			if err := os.Remove(file); err != nil {
				t.Error(err)
			}
		default:
			t.Errorf("%s belongs to no scene; go test ./ui -run Scenes -update removes it", file)
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
		if s.Name == "" || s.Description == "" || s.Shows == "" || names[s.Name] || strings.HasSuffix(s.Description, ".") {
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
