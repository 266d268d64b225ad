package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/gallery"
	"frontdesk/ui/picture"
	"frontdesk/ui/theme"
)

// readmePictures are the pictures of the README: scenes in the colours of dark and light terminals.
var readmePictures = map[string]string{"console": "inbox", "call": "call"}

// The window of the README's pictures, and the largest file.
const (
	pictureWidth, pictureHeight = 120, 30
	maxPicture                  = 100_000 // bytes
)

func pictureFile(name string) string { return filepath.Join("..", "..", "assets", "pictures", name) }

// comparePicture compares a file of pictures as compareGolden does.
func comparePicture(t *testing.T, name string, got []byte) {
	t.Helper()
	if len(got) > maxPicture {
		t.Errorf("%s has %d bytes", name, len(got))
	}
	compareGolden(t, pictureFile(name), string(got))
}

func TestGallery_PicturesShowWhatTheConsoleShows(t *testing.T) {
	if texttest.Race {
		t.Skip("the frames are compared without the race detector")
	}
	desks := newGallerySimulator(t)
	for name, scene := range readmePictures {
		for _, colours := range []string{"dark", "light"} {
			t.Run(name+" "+colours, func(t *testing.T) {
				t.Parallel()
				s, known := gallery.Find(scene)
				if !known {
					t.Fatalf("there is no scene %s", scene)
				}
				chosen, _ := theme.Find(colours, nil)
				look := gallery.RenderOptions{Width: pictureWidth, Height: pictureHeight, Theme: chosen}
				svg := picture.SVG(playScene(t, desks, s, look), pictureOptions(s.Description, look))
				comparePicture(t, name+"-"+colours+".svg", svg)
			})
		}
	}
}

func TestGallery_SessionShowsWhatTheConsoleShows(t *testing.T) {
	if texttest.Race {
		t.Skip("the frames are compared without the race detector")
	}
	file, err := os.Open(filepath.Join("..", "..", "testdata", "sessions", "answer.toml"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	script, err := gallery.ReadScript(file)
	if err != nil {
		t.Fatal(err)
	}
	look := gallery.RenderOptions{Width: script.Width, Height: script.Height}
	frames, length, err := gallery.Record(context.Background(), newGallerySimulator(t).Open, script, look)
	if err != nil {
		t.Fatal(err)
	}
	comparePicture(t, "session.svg", picture.Animate(frames, length, pictureOptions(script.Title, look)))
	cast, err := picture.Cast(frames, length, pictureOptions(script.Title, look))
	if err != nil {
		t.Fatal(err)
	}
	comparePicture(t, "session.cast", cast)
}

func TestGallery_ReadmeShowsEveryPicture(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(pictureFile(""))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.Contains(string(readme), "assets/pictures/"+f.Name()) {
			t.Errorf("the README does not name %s", f.Name())
		}
	}
}

func TestGallery_PrintsPictures(t *testing.T) {
	code, svg, errOut := runGallery(t, "dates", "--svg", "--size", "60x20")
	if code != exitcode.OK || !strings.HasPrefix(svg, "<svg ") || !strings.Contains(svg, "as of 14:02</text>") {
		t.Errorf("it ended with %d: %s%s", code, svg, errOut)
	}
	script := filepath.Join(t.TempDir(), "keys.toml")
	if err := os.WriteFile(script, []byte("title = 'Down'\nwidth = 60\nheight = 20\nsteps = [{press = 'j'}]"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, cast, errOut := runGallery(t, "--cast", script); code != exitcode.OK || !strings.HasPrefix(cast, `{"version":2,"width":60,"height":20,"title":"Down"`) {
		t.Errorf("it ended with %d: %s%s", code, cast, errOut)
	}
	if code, svg, errOut := runGallery(t, "--cast", script, "--svg", "--theme", "light"); code != exitcode.OK || !strings.Contains(svg, "step-end infinite") {
		t.Errorf("it ended with %d: %s%s", code, svg, errOut)
	}
	for _, args := range [][]string{{"--svg"}, {"--cast", script + "x"}, {"--cast", pictureFile("console-dark.svg")}} {
		if code, out, errOut := runGallery(t, args...); code != exitcode.Usage || out != "" || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%v: it ended with %d and printed %q, %q", args, code, out, errOut)
		}
	}
}
