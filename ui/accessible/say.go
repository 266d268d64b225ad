package accessible

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"frontdesk/internal/phrase"
)

// How much is read out at a time.
const (
	portionLines = 14
	portionRunes = 1600
	maxChoices   = 20
)

// reader remembers what was read out.
type reader struct {
	title    string
	name     string              // of the place
	text     []string            // as it was when it was read
	heard    int                 // lines of it that are read
	items    int                 // rows that are read
	page     []Item              // the rows of the last page, as they were read
	total    int                 // rows of the place when they were read
	isList   bool                // the rows are those of a place that the agent can come back to
	known    map[string]rowsRead // what was read of the places that the agent has left
	numbers  []number            // what the numbers mean that were read last
	picked   string              // the row that was last chosen by its number
	asked    *question
	form     string          // the title of the form whose questions were asked
	inOrder  bool            // every field is asked for, one after the other
	listed   bool            // the text is the list of commands
	toldSend bool            // how a form is sent was said
	heading  string          // of the fields that were asked for last
	fault    string          // the field that was last said to be not accepted, and why
	greeted  Model           // whose news were said
	said     map[string]Fact // of it
	copied   []string
	coming   bool   // the answer to what a command asks was typed with it
	fed      string // that answer: the next line
	lines    int    // that were printed
}

// number is what a number stands for: a row, or a field of the form.
type number struct {
	item   string
	isItem bool
	field  string
}

// say prints one line.
func (p *program) say(line string) {
	if line = plain(line); line != "" {
		p.lines++
		_, _ = io.WriteString(p.out, line+"\n") // fails only if nobody reads any more, which ends the input too
	}
}

// welcome says where the agent is, and how to go on.
func (p *program) welcome() {
	p.say("frontdesk in accessible mode. Type ? for the commands, a number to choose, Enter to read on.")
	p.notices()
	p.announce(p.model.Place())
}

// greet reads out the state of the console at the start, and after a change to another account.
func (p *program) greet() {
	p.greeted = p.model
	p.said, p.known, p.isList = map[string]Fact{}, map[string]rowsRead{}, false
	for _, f := range p.model.News() {
		p.said[f.Key] = f
		if f.Count == 0 {
			p.say(Sentence(f.Text))
		}
	}
}

// prompt prints what has changed, and what is asked for.
func (p *program) prompt() {
	if p.fed != "" {
		return
	}
	label := p.model.Place().Name
	switch {
	case p.asked != nil:
		label = p.asked.field.Label
	default:
		p.news()
		if ask := p.model.Place().Ask.Label; ask != "" {
			label = ask
		}
	}
	_, _ = io.WriteString(p.out, Words(label)+": ")
}

// notices prints the notices of the model.
func (p *program) notices() {
	for _, text := range p.model.Notices() {
		p.say(Sentence(text))
	}
	for _, text := range p.copied {
		p.say("To copy:")
		for line := range strings.SplitSeq(text, "\n") {
			p.say(line)
		}
	}
	p.copied = nil
}

// news prints what has changed since it was last said; false if nothing has.
func (p *program) news() bool {
	before := p.lines
	p.notices()
	if place := p.model.Place(); p.isElsewhere(place) {
		p.announce(place)
	}
	for _, f := range p.model.News() {
		last := p.said[f.Key]
		p.said[f.Key] = f
		switch {
		case f.Text == "" || f.Text == last.Text:
		case f.Count > 0 && f.Count <= last.Count:
		default:
			p.say(Sentence(f.Text))
		}
	}
	return p.lines > before
}

// isElsewhere reports whether something else is in front of the agent than what was read out. The title of a pane may
// change by itself: that of a list of tickets counts them.
func (p *program) isElsewhere(place Place) bool {
	return p.greeted != p.model || place.Name != p.name || place.IsOver && place.Title != p.title
}

// report reads out the result of a line: the notices, and the place if it is another one or has changed.
// It is never silent.
func (p *program) report() {
	if p.quit || p.failed != nil {
		return
	}
	before := p.lines
	p.notices()
	place := p.model.Place()
	switch {
	case place.Title != p.title, p.greeted != p.model:
		p.announce(place)
	case p.listed:
		p.listed, p.text = false, place.Text
		p.heard = len(p.text)
		p.reportRows(place)
	case !slices.Equal(place.Text, p.text):
		p.readText(place)
	default:
		p.reportRows(place)
	}
	if p.asked == nil {
		p.reportFields(place)
	}
	if p.lines == before && len(place.Form.Fields) > 0 {
		for _, line := range place.Text {
			p.say(line)
		}
	}
	if p.lines == before && !p.coming {
		p.say("Nothing has changed. " + Sentence(place.Title))
	}
}

// announce reads a place out from its beginning.
func (p *program) announce(place Place) {
	if p.greeted != p.model {
		p.greet()
	}
	p.leaveRows()
	p.listed = false
	p.name = place.Name
	p.title, p.text, p.heard, p.items, p.page, p.numbers, p.picked = place.Title, nil, 0, 0, nil, nil, ""
	p.asked, p.inOrder, p.heading = nil, false, ""
	if p.coming && place.Ask.Label != "" { // what is asked for was typed with the command
		p.text, p.heard, p.items = place.Text, len(place.Text), place.Items.Len
		return
	}
	p.comeBack(place)
	p.say(Sentence(place.Title))
	p.readText(place)
	switch {
	case len(place.Form.Fields) == 0 && place.Form.Set == nil && !place.IsOver && !place.IsAside:
		p.form = "" // a form that is opened from here is a new one
	case len(place.Form.Fields) == 0:
	case p.form == place.Title:
		p.backToForm(place.Form)
	default:
		p.form = place.Title
		p.openForm(place.Form)
	}
}

// readText reads a text from its beginning, and the rows after it.
func (p *program) readText(place Place) {
	p.text, p.heard = place.Text, 0
	p.readOnText()
	if p.heard == len(p.text) {
		p.readItems(place, 0)
	}
}

// readOnText reads the next portion of the text.
func (p *program) readOnText() {
	runes := 0
	for n := 0; p.heard < len(p.text) && n < portionLines; n++ {
		line := p.text[p.heard]
		if runes += len(line); runes > portionRunes && n > 0 || line == Pause && n > 0 {
			break
		}
		p.say(line)
		p.heard++
	}
	left := 0
	for _, line := range p.text[p.heard:] {
		left += min(len(line), 1)
	}
	if left > 0 {
		p.say(fmt.Sprintf("%s more. Enter reads on.", phrase.Count(left, "line")))
	}
}

// readOn reads what has not been read yet; then it says what is new.
func (p *program) readOn(place Place) {
	switch {
	case p.heard < len(p.text):
		p.readOnText()
		if p.heard == len(p.text) && !p.listed {
			p.readItems(place, 0)
		}
	case p.items < place.Items.Len:
		p.readItems(place, p.items)
	default:
		if !p.news() {
			p.say("Nothing more, and nothing new. " + Sentence(place.Title))
		}
	}
}

// list reads the commands of a place, in portions.
func (p *program) list(place Place) {
	said := []string{"Commands here. Type a name or its letter."} // numbers stay those of the rows
	for i := range place.Commands {
		c := &place.Commands[i]
		if c.Off != "" {
			continue
		}
		name := c.typed()
		if c.Key != "" && c.Key != " " {
			name += " or " + c.Key
		}
		if c.OnItem {
			name += ", and the number of a row"
		}
		said = append(said, Words(name)+": "+Sentence(c.Help))
	}
	for i := range place.Commands {
		if c := &place.Commands[i]; c.Off != "" {
			said = append(said, fmt.Sprintf("Not now: %s: %s", Words(c.typed()), Sentence(c.Off)))
		}
	}
	if len(place.Form.Fields) > 0 {
		said = append(said, "fields lists the fields; the name of a field asks for it.")
	}
	said = append(said, "Everywhere: Enter reads on, again reads from the start, news says what has changed, ? lists commands.")
	p.text, p.heard, p.listed = said, 0, true
	p.readOnText()
}
