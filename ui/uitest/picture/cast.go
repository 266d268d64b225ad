package picture

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// castHeader is the first line of a recording of asciinema, version 2 of the format.
type castHeader struct {
	Version int               `json:"version"`
	Width   int               `json:"width"`
	Height  int               `json:"height"`
	Title   string            `json:"title"`
	Env     map[string]string `json:"env"`
}

// Cast writes frames as a recording of asciinema. After the first frame only rows that have changed are written.
func Cast(frames []Frame, length time.Duration, o Options) ([]byte, error) {
	header := castHeader{2, o.Width, o.Height, o.Title, map[string]string{"TERM": "xterm-256color"}}
	var b bytes.Buffer
	line := func(v any) error {
		encoded, err := json.Marshal(v)
		b.Write(append(encoded, '\n'))
		return err
	}
	if err := line(header); err != nil {
		return nil, err
	}
	shown := make([]string, o.Height)
	for i, f := range frames {
		var out strings.Builder
		if i == 0 {
			out.WriteString("\x1b[?25l\x1b[2J")
		}
		for y, row := range strings.Split(f.Content, "\n") {
			if y < o.Height && (i == 0 || row != shown[y]) {
				fmt.Fprintf(&out, "\x1b[%d;1H\x1b[m\x1b[2K%s", y+1, row)
				shown[y] = row
			}
		}
		if out.Len() > 0 {
			if err := line([]any{f.At.Seconds(), "o", out.String()}); err != nil {
				return nil, err
			}
		}
	}
	err := line([]any{length.Seconds(), "o", "\x1b[m"})
	return b.Bytes(), err
}
