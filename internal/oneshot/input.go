package oneshot

import (
	"context"
	"io"
	"strings"

	"frontdesk/internal/guard"
)

// maxStdin is how much is read from standard input, in bytes: more than any service takes.
const maxStdin = 16 << 20

// stdin is all that comes on standard input, unless ctx ends first: who types it may think better of it.
func (s *Session) stdin(ctx context.Context) ([]byte, error) {
	if s.Typing {
		s.Note("reading standard input; ctrl+d ends it")
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
		return nil, Misused("standard input cannot be read: %v", err)
	case len(content) > maxStdin:
		return nil, Misused("standard input is larger than %d MiB", maxStdin>>20)
	}
	return content, nil
}

// Words is what a flag says: itself, or standard input without its last line breaks when it is "-".
func (s *Session) Words(ctx context.Context, value string) (string, error) {
	if value != "-" {
		return value, nil
	}
	content, err := s.stdin(ctx)
	words := strings.TrimRight(strings.ToValidUTF8(string(content), "\ufffd"), "\r\n")
	if err == nil && strings.TrimSpace(words) == "" {
		err = Misused("standard input is empty")
	}
	return words, err
}
