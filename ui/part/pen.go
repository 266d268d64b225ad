package part

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// sgrState is what characters are drawn in: a style and the address of a link with the sequence that opens it.
type sgrState struct {
	style uv.Style
	link  string
}

// styleTracker follows the styles and links of drawn text from line to line.
type styleTracker struct {
	sgrState
	parser *ansi.Parser
}

func newPen() *styleTracker { return &styleTracker{parser: ansi.GetParser()} }

func (p *styleTracker) close() { ansi.PutParser(p.parser) }

// line writes one line so that it stands for itself, without the blanks and the colours behind its last character,
// and moves the pen to its end.
func (p *styleTracker) line(s string) string {
	var b strings.Builder
	var on, last sgrState // as written so far, and at the last visible character
	end := 0
	for s != "" {
		run, seq, rest := nextRun(s)
		if words := strings.TrimRight(run, " "); words != "" {
			on = on.change(&b, p.sgrState)
			b.WriteString(run)
			end, last = b.Len()-len(run)+len(words), on
		} else if run != "" {
			if on.showsBlanks() || p.showsBlanks() {
				on = on.change(&b, p.sgrState)
			}
			b.WriteString(run)
		}
		p.take(seq)
		s = rest
	}
	if last == (sgrState{}) {
		return b.String()[:end]
	}
	line := b.String()[:end]
	b.Reset()
	b.WriteString(line)
	last.change(&b, sgrState{})
	return b.String()
}

// showsBlanks says whether a blank looks different in this ink.
func (k sgrState) showsBlanks() bool {
	return k.link != "" || k.style.Bg != nil || k.style.Underline != 0 || k.style.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) != 0
}

// change writes what leads from one ink to another.
func (k sgrState) change(b *strings.Builder, to sgrState) sgrState {
	if k.link != to.link && k.link != "" {
		b.WriteString(endOfLink)
	}
	if !k.style.Equal(&to.style) {
		if !k.style.IsZero() {
			b.WriteString(ansi.ResetStyle)
		}
		if !to.style.IsZero() {
			b.WriteString(to.style.String())
		}
	}
	if k.link != to.link {
		b.WriteString(to.link)
	}
	return to
}

const endOfLink = "\x1b]8;;\a"

// take changes the pen by a sequence.
func (p *styleTracker) take(seq string) {
	switch {
	case seq == "":
	case strings.HasPrefix(seq, "\x1b["):
		ansi.DecodeSequence(seq, 0, p.parser)
		uv.ReadStyle(p.parser.Params(), &p.style)
	default:
		p.link = seq
		if _, to, _ := strings.Cut(seq[len("\x1b]8;"):], ";"); to == "\a" || to == "\x1b\\" {
			p.link = ""
		}
	}
}
