package gallery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"frontdesk/ui/picture"
)

// Script is a session that is recorded: keys, and how long the reader looks at what they do.
type Script struct {
	Title         string // what the session shows, in a few words
	Width, Height int    // of the window
	Steps         []ScriptStep
}

// ScriptStep is keys or a text, and the seconds after it.
type ScriptStep struct {
	Press string // names of keys, parted by spaces
	Type  string // typed text
	Pause float64
}

// How long the reader sees what a key or a letter has done, and the session's first and last frame.
const (
	keyTime    = 350 * time.Millisecond
	letterTime = 80 * time.Millisecond
	firstTime  = 1200 * time.Millisecond
	lastTime   = 3 * time.Second
)

// ReadScript reads a script, which is written in TOML.
func ReadScript(from io.Reader) (Script, error) {
	var s Script
	if err := toml.NewDecoder(from).DisallowUnknownFields().Decode(&s); err != nil {
		return s, fmt.Errorf("the script cannot be read: %w", err)
	}
	if s.Width < 1 || s.Height < 1 || len(s.Steps) == 0 {
		return s, errors.New("the script cannot be played: it needs width, height and steps")
	}
	return s, nil
}

// Record runs a console through a script on the sample desk. It returns the frames and how long they are looked at.
func Record(
	ctx context.Context, open NewEnv, s Script, options RenderOptions,
) (frames []picture.Frame, length time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, sceneTimeout)
	defer cancel()
	env, err := open(ctx, Sample)
	if err != nil {
		return nil, 0, err
	}
	options.Width, options.Height = s.Width, s.Height
	r := &recorder{runner: newRunner(ctx, Scene{Name: "recording"}, options, env)}
	err = r.playScript(s) //nolint:contextcheck // consoles end with the runner's context
	cancel()
	r.close()
	return r.frames, r.at + lastTime, errors.Join(err, env.Close())
}

// recorder is a runner that keeps every frame.
type recorder struct {
	*runner

	frames []picture.Frame
	at     time.Duration
}

func (r *recorder) playScript(s Script) error {
	end, err := r.start()
	defer end()
	if err != nil {
		return err
	}
	if err := r.runUntilIdle(nil); err != nil {
		return err
	}
	r.keep(firstTime)
	for _, step := range s.Steps {
		for _, key := range strings.Fields(step.Press) {
			if err := r.take(Step{Press: key}, keyTime); err != nil {
				return err
			}
		}
		for _, letter := range step.Type {
			if err := r.take(Step{Type: string(letter)}, letterTime); err != nil {
				return err
			}
		}
		r.at += time.Duration(step.Pause * float64(time.Second))
	}
	return nil
}

// take performs a step and keeps its frame for some time.
func (r *recorder) take(s Step, seen time.Duration) error {
	if err := r.perform(s); err != nil {
		return err
	}
	r.keep(seen)
	return nil
}

func (r *recorder) keep(seen time.Duration) {
	r.frames = append(r.frames, picture.Frame{At: r.at, Content: r.frame()})
	r.at += seen
}
