package doctor

import (
	"strings"
	"testing"
	"testing/iotest"
)

func TestDoctor_ReportsTheTerminalsCapabilities(t *testing.T) {
	for name, c := range map[string]struct {
		said             string
		tmux             bool
		width, clipboard string
	}{
		"modern":            {"\x1b[?2027;1$y\x1b[?62;4;52c", false, "as one (mode 2027 on)", "yes"},
		"on request":        {"\x1b[?2027;2$y\x1b[?65;1;9c", false, "as one on request (mode 2027)", "the terminal did not say"},
		"of the old school": {"\x1b[?1;2c", false, "mode 2027 not known, drawn as the one that they begin with", "the terminal did not say"},
		"in tmux":           {"\x1b[?1;2;52c", true, "mode 2027 not known, drawn as the one that they begin with", "as tmux' set-clipboard allows"},
		"silent":            {"", false, "the terminal did not say", "the terminal did not say"},
		"somebody typed":    {"ls\r", false, "the terminal did not say", "the terminal did not say"},
	} {
		got := readReply(iotest.OneByteReader(strings.NewReader(c.said)))
		if got.width() != c.width || got.clipboard(c.tmux) != c.clipboard {
			t.Errorf("%s: %q, %q", name, got.width(), got.clipboard(c.tmux))
		}
	}
}
