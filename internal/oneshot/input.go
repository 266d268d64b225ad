package oneshot

import (
	"io"
	"strings"
)

// maxStdin is how much is read from standard input, in bytes: more than any service takes.
const maxStdin = 16 << 20

// stdin is all that comes on standard input.
func (s *Session) stdin() ([]byte, error) {
	if s.Typing {
		s.Note("reading standard input; ctrl+d ends it")
	}
	content, err := io.ReadAll(io.LimitReader(s.In, maxStdin+1))
	switch {
	case err != nil:
		return nil, Misused("standard input cannot be read: %v", err)
	case len(content) > maxStdin:
		return nil, Misused("standard input is larger than %d MiB", maxStdin>>20)
	}
	return content, nil
}

// Words is what a flag says: itself, or standard input without its last line breaks when it is "-".
func (s *Session) Words(value string) (string, error) {
	if value != "-" {
		return value, nil
	}
	content, err := s.stdin()
	if err == nil && len(strings.TrimSpace(string(content))) == 0 {
		err = Misused("standard input is empty")
	}
	return strings.TrimRight(strings.ToValidUTF8(string(content), "\ufffd"), "\r\n"), err
}
