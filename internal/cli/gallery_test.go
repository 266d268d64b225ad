package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/simdesk"
	"frontdesk/internal/wire"
	"frontdesk/ui/gallery"
	"frontdesk/ui/theme"
)

// galleryFrames is the directory of the golden frames.
var galleryFrames = filepath.Join("..", "..", "testdata", "gallery")

// windowSizes returns the window sizes in which a scene is compared.
func windowSizes(s gallery.Scene) [][2]int {
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
func goldenFile(s gallery.Scene, size [2]int) string {
	return fmt.Sprintf("%s.%dx%d.txt", s.Name, size[0], size[1])
}

// TestGallery_LooksAsItDid plays every scene in the smallest window, in which every role of a theme is seen.
func TestGallery_LooksAsItDid(t *testing.T) {
	drawn := compareScenes(t, func(size [2]int) bool { return size[0] <= 80 })
	requireTestedPairs(t, drawn)
	requireDrawnPairs(t, drawn)
}

// TestGallery_LooksAsItDidInWiderWindows plays scenes in windows that have room for a second pane.
func TestGallery_LooksAsItDidInWiderWindows(t *testing.T) {
	requireTestedPairs(t, compareScenes(t, func(size [2]int) bool { return size[0] > 80 && size[0] <= 120 }))
}

// TestGallery_LooksAsItDidOnALargeScreen plays scenes in windows that have room for a third pane.
func TestGallery_LooksAsItDidOnALargeScreen(t *testing.T) {
	requireTestedPairs(t, compareScenes(t, func(size [2]int) bool { return size[0] > 120 }))
}

// compareScenes plays every scene in its windows of a class and compares the texts with the golden frames. It returns the
// pairs of colours that were drawn. The race detector sees every fourth scene, in the smallest window alone: the others
// run the same goroutines.
func compareScenes(t *testing.T, in func(size [2]int) bool) map[theme.Pair]string {
	t.Helper()
	desks := newGallerySimulator(t)
	distinct, roles := distinctTheme()
	drawn := pairsDrawn{in: map[theme.Pair]string{}}
	t.Run("scene", func(t *testing.T) { // returns after the scenes, which are played beside each other
		for n, s := range gallery.All() {
			if texttest.Race && n%4 != 0 {
				continue
			}
			for _, size := range windowSizes(s) {
				if !in(size) {
					continue
				}
				t.Run(s.Name+" "+fmt.Sprint(size[0]), func(t *testing.T) {
					t.Parallel()
					look := gallery.RenderOptions{Width: size[0], Height: size[1], Theme: distinct}
					frame := playScene(t, desks, s, look)
					drawn.add(s.Name, drawnPairs(frame, roles))
					if s.Name == "themes" { // lists the theme that it is drawn in
						look.Theme = theme.Spec{}
						frame = playScene(t, desks, s, look)
					}
					compareGolden(t, filepath.Join(galleryFrames, goldenFile(s, size)), stripFrame(frame))
				})
			}
		}
	})
	return drawn.in
}

// newGallerySimulator returns the desks of the gallery, which close after the test and its parallel parts.
func newGallerySimulator(t *testing.T) *simdesk.Simulator {
	t.Helper()
	desks, closed, err := simdesk.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closed(); err != nil {
			t.Error(err)
		}
	})
	return desks
}

// playScene returns a scene's frame and checks that it fits its window and harms no terminal.
func playScene(t *testing.T, desks *simdesk.Simulator, s gallery.Scene, look gallery.RenderOptions) string {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), testTimeout(t))
	defer stop()
	played, err := gallery.Render(ctx, desks.Open, s, look)
	if err != nil {
		t.Fatal(err)
	}
	frame := played.Content
	if err := safetext.ValidateFrame(frame); err != nil {
		t.Error(err)
	}
	if s.Width > 0 {
		look.Width, look.Height = s.Width, s.Height
	}
	rows := strings.Split(frame, "\n")
	if len(rows) != look.Height {
		t.Errorf("%d rows in a window of %d", len(rows), look.Height)
	}
	for i, row := range rows {
		if w := ansi.StringWidth(row); w > look.Width {
			t.Errorf("row %d has %d columns in a window of %d", i, w, look.Width)
		}
		if after := row[strings.LastIndex(row, ansi.ResetStyle)+1:]; strings.Contains(after, "38;2;") {
			t.Errorf("row %d ends in a style, which goes on in the next row: %q", i, after)
		}
	}
	for _, text := range s.Shows {
		if !strings.Contains(joinWords(frame), text) {
			t.Errorf("scene %s does not show %q:\n%s", s.Name, text, stripFrame(frame))
		}
	}
	return frame
}

// joinWords returns the words of a frame in one line, so that a text is found where it is wrapped over the whole width.
func joinWords(frame string) string { return strings.Join(strings.Fields(ansi.Strip(frame)), " ") }

// stripFrame removes the colours of a frame and the blanks at the ends of its rows.
func stripFrame(frame string) string {
	rows := strings.Split(ansi.Strip(frame), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return strings.Join(rows, "\n") + "\n"
}

// compareGolden compares a frame with its golden file, or writes the file with -update.
func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *updateFiles {
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
		t.Errorf("it looks otherwise now; go test ./internal/cli -run Gallery -update takes it over.\n--- was\n%s\n--- is\n%s", want, got)
	}
}

// TestGallery_EveryGoldenFrameIsOfAScene fails on golden frames of scenes that no longer exist; with -update it removes
// them.
func TestGallery_EveryGoldenFrameIsOfAScene(t *testing.T) {
	if texttest.Race {
		t.Skip("the race detector sees no wide window")
	}
	wanted := map[string]bool{}
	for _, s := range gallery.All() {
		for _, size := range windowSizes(s) {
			wanted[goldenFile(s, size)] = true
		}
	}
	files, err := filepath.Glob(filepath.Join(galleryFrames, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		switch {
		case wanted[filepath.Base(file)]:
		case *updateFiles:
			if err := os.Remove(file); err != nil {
				t.Error(err)
			}
		default:
			t.Errorf("%s belongs to no scene", file)
		}
	}
}

func TestGallery_ScenesAreDescribed(t *testing.T) {
	ops := []string{""}
	for _, op := range wire.Operations() {
		ops = append(ops, op.Name)
	}
	names := map[string]bool{}
	for _, s := range gallery.All() {
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
