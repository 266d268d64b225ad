package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/theme"
	"frontdesk/ui/uitest"
	"frontdesk/ui/uitest/picture"
)

// readmePictures are the pictures of the README: scenes in the colours of dark and light terminals.
var readmePictures = map[string]string{"console": "inbox", "call": "call"}

// The window of the README's pictures, and the largest file.
const (
	pictureWidth, pictureHeight = 120, 30
	maxPicture                  = 100_000 // bytes
)

func pictureFile(name string) string { return filepath.Join("..", "assets", "pictures", name) }

// comparePicture compares a file of pictures as compareGolden does.
func comparePicture(t *testing.T, name string, got []byte) {
	t.Helper()
	if len(got) > maxPicture {
		t.Errorf("%s has %d bytes", name, len(got))
	}
	compareGolden(t, "the picture "+name, "Pictures", pictureFile(name), string(got))
}

// pictureOptions returns how a window is drawn as a picture, in the colours of a theme.
func pictureOptions(title string, width, height int, themeName string) picture.Options {
	chosen, _ := theme.Find(themeName, nil)
	paper := picture.PaperOf(chosen.For(true, false, colorprofile.TrueColor))
	return picture.Options{Width: width, Height: height, Paper: paper, Title: title}
}

func TestPictures_ShowWhatTheConsoleShows(t *testing.T) {
	if texttest.Race {
		t.Skip("the frames are compared without the race detector")
	}
	for name, sceneName := range readmePictures {
		for _, colours := range []string{"dark", "light"} {
			t.Run(name+" "+colours, func(t *testing.T) {
				t.Parallel()
				scene, known := uitest.FindScene(sceneName)
				if !known {
					t.Fatalf("there is no scene %s", sceneName)
				}
				o := uitest.Options{Theme: colours, Light: colours == "light"}
				scene.Play(t, o, [][2]int{{pictureWidth, pictureHeight}}, func(s *uitest.Driver) {
					svg := picture.SVG(s.ANSI(), pictureOptions(scene.Description, pictureWidth, pictureHeight, colours))
					comparePicture(t, name+"-"+colours+".svg", svg)
				})
			})
		}
	}
}

// How long the reader sees what a key or a letter has done, and the session's first and last frame.
const (
	keyTime    = 350 * time.Millisecond
	letterTime = 80 * time.Millisecond
	firstTime  = 1200 * time.Millisecond
	lastTime   = 3 * time.Second
)

// recording is a session as frames, one after the other.
type recording struct {
	frames []picture.Frame
	length time.Duration
}

// keep shows what the console shows for some time.
func (r *recording) keep(s *uitest.Driver, seen time.Duration) {
	r.frames = append(r.frames, picture.Frame{At: r.length, Content: s.ANSI()})
	r.length += seen
}

// take takes a step of a session, and keeps a frame for each key and letter.
func (r *recording) take(s *uitest.Driver, step uitest.Step) {
	for key := range strings.FieldsSeq(step.Press) {
		s.Press(key)
		r.keep(s, keyTime)
	}
	for _, letter := range step.Type {
		s.Type(string(letter))
		r.keep(s, letterTime)
	}
	r.length += time.Duration(step.Pause * float64(time.Second))
}

func TestPictures_SessionShowsWhatTheConsoleShows(t *testing.T) {
	if texttest.Race {
		t.Skip("the frames are compared without the race detector")
	}
	session := uitest.Session()
	steps := session.Steps
	session.Steps = nil
	var r recording
	session.Play(t, uitest.Options{Theme: "dark"}, session.Sizes, func(s *uitest.Driver) {
		r.keep(s, firstTime)
		for _, step := range steps {
			r.take(s, step)
		}
		r.length += lastTime
	})
	look := pictureOptions(session.Description, session.Sizes[0][0], session.Sizes[0][1], "dark")
	comparePicture(t, "session.svg", picture.Animate(r.frames, r.length, look))
	cast, err := picture.Cast(r.frames, r.length, look)
	if err != nil {
		t.Fatal(err)
	}
	comparePicture(t, "session.cast", cast)
}

func TestPictures_AreAllInTheREADME(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
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
