package accessible

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/phrase"
)

// A paste is recognised by how fast its lines come: nobody types two lines within pasteGap. Once it has begun,
// it ends with pasteEnd without a line, because a slow connection brings it in pieces.
const (
	pasteGap = 40 * time.Millisecond
	pasteEnd = 300 * time.Millisecond
)

// maxAhead is how many lines may be typed or pasted while the program is busy.
const maxAhead = 4096

// typedLine is a line with the time at which it came.
type typedLine struct {
	text string
	at   time.Time
}

// read passes on what is typed, line by line.
func (p *program) read(from io.Reader) {
	defer close(p.typed)
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		select {
		case p.typed <- typedLine{strings.TrimRight(lines.Text(), "\r"), time.Now()}:
		case <-p.ctx.Done():
			return
		}
	}
}

// next returns the line that is typed next, or the lines of a paste; until then the model goes on, and nothing is
// printed.
func (p *program) next() (lines []string, open bool) {
	if p.fed != "" {
		lines, p.fed = []string{p.fed}, ""
		return lines, true
	}
	line, open := p.nextLine(nil)
	if line == nil || !p.isTyped {
		return texts(line), open
	}
	pasted := []*typedLine{line}
	for gap := pasteGap; ; gap = pasteEnd {
		end := time.NewTimer(gap - time.Since(line.at))
		following, _ := p.nextLine(end.C)
		end.Stop()
		if following == nil {
			return texts(pasted...), true
		}
		if following.at.Sub(line.at) > gap {
			p.ahead = following
			return texts(pasted...), true
		}
		line = following
		pasted = append(pasted, line)
	}
}

func texts(lines ...*typedLine) (all []string) {
	for _, l := range lines {
		if l != nil {
			all = append(all, l.text)
		}
	}
	return all
}

// nextLine returns the next line; nil if the time is up, the model has quit, or the input has ended, which open tells.
func (p *program) nextLine(end <-chan time.Time) (line *typedLine, open bool) {
	if p.ahead != nil {
		line, p.ahead = p.ahead, nil
		return line, true
	}
	select { // before the time: a line that came while the program was busy is there already
	case typed, open := <-p.typed:
		return existing(typed, open), open
	default:
	}
	for {
		select {
		case typed, open := <-p.typed:
			return existing(typed, open), open
		case o := <-p.done:
			p.handle(o)
			if p.quit || p.failed != nil {
				return nil, true
			}
		case msg, open := <-p.more:
			p.fromOutside(msg, open)
		case <-end:
			return nil, true
		case <-p.ctx.Done():
			return nil, false
		}
	}
}

func existing(l typedLine, ok bool) *typedLine {
	if !ok {
		return nil
	}
	return &l
}

// takePaste makes several lines that came together one text where a text of several lines is asked for. Nowhere else
// are they taken: each would be a command or an answer.
func (p *program) takePaste(lines []string) {
	place := p.model.Place()
	full := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.TrimSpace(l) == "" })
	if len(full) < 2 { // Enter held down, or a line with empty ones around it
		for _, l := range lines {
			p.take(l)
		}
		return
	}
	switch other := place.Form.field(place.Form.Other); {
	case p.isElsewhere(place):
		p.take(full[0]) // says what has come up
	case p.asked != nil && (p.asked.field.Kind == Lines || p.asked.field.Kind == Pairs):
		p.asked.lines = append(p.asked.lines, lines...)
		p.say(fmt.Sprintf("%s pasted. A line of only a dot ends the text.", phrase.Count(len(lines), "line")))
	case p.asked == nil && other != nil:
		p.note(other, strings.Join(lines, "\n"))
	default:
		p.say(fmt.Sprintf("%s came at once, as from a paste, and none was taken.%s",
			phrase.Count(len(lines), "line"), pasteInstead(place, p.asked)))
	}
}

// sayIfCut says that the terminal may have cut a line. Terminals do not report this.
func (p *program) sayIfCut(lines []string) {
	for i, l := range lines {
		if p.maxLine > 0 && len(l) >= p.maxLine {
			p.say(fmt.Sprintf("Line %d is %d bytes long, and the terminal takes no more: its end may be missing.", i+1, len(l)))
		}
	}
}

// pasteInstead says where several lines can be pasted.
func pasteInstead(place Place, asked *question) string {
	if asked != nil {
		return " " + Sentence(asked.field.Label+" is one line")
	}
	for _, f := range place.Form.Fields {
		if f.Kind == Lines {
			return fmt.Sprintf(" To paste a text, type %s first.", strings.ToLower(Words(f.Label)))
		}
	}
	return " Commands are typed one at a time; a text is pasted after comment."
}
