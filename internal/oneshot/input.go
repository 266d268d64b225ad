package oneshot

import (
	"context"
	"io"
	"strings"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
)

// maxStdin is the maximum size of standard input in bytes, more than any service accepts.
const maxStdin = 16 << 20

// stdin reads all of standard input, unless ctx ends first: a read from a terminal must be interruptible.
func (s *Invocation) stdin(ctx context.Context) ([]byte, error) {
	if s.StdinIsTerminal {
		s.Notef("reading standard input; ctrl+d ends it")
	}
	var content []byte
	read := guard.Start(func() (err error) {
		content, err = io.ReadAll(io.LimitReader(s.In, maxStdin+1))
		return err
	})
	var err error
	select {
	case err = <-read:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch {
	case err != nil:
		return nil, exitcode.UsageErrorf("standard input cannot be read: %v", err)
	case len(content) > maxStdin:
		return nil, exitcode.UsageErrorf("standard input is larger than %d MiB", maxStdin>>20)
	}
	return content, nil
}

// ReadText returns the value of a flag or, if that is "-", standard input without its trailing line breaks.
func (s *Invocation) ReadText(ctx context.Context, value string) (string, error) {
	if value != "-" {
		return value, nil
	}
	content, err := s.stdin(ctx)
	words := strings.TrimRight(strings.ToValidUTF8(string(content), "\ufffd"), "\r\n")
	if err == nil && strings.TrimSpace(words) == "" {
		err = exitcode.UsageErrorf("standard input is empty")
	}
	return words, err
}
