package accessible

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/phrase"

	tea "charm.land/bubbletea/v2"
)

// question is a field that is being asked for.
type question struct {
	field   Field
	lines   []string // that were typed for a field of several
	whole   bool     // one line is the whole answer
	choices []Choice // as they were numbered last
	cleared bool     // what stood in the field goes
}

// endOfText ends a text of several lines, and the questions of a form.
const endOfText = "."

// emptied empties a field.
const emptied = "-"

// field returns a field by its name; nil if there is none.
func (f Form) field(name string) *Field {
	i := slices.IndexFunc(f.Fields, func(x Field) bool { return x.Name == name })
	if i < 0 {
		return nil
	}
	return &f.Fields[i]
}

// named returns the field whose label a line begins with, and the rest of the line.
func (f Form) named(typed string) (field *Field, rest string) {
	for i := range f.Fields {
		label := fold(f.Fields[i].Label)
		after, ok := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(typed), "-", " "), label)
		if ok && label != "" && (after == "" || after[0] == ' ' || after[0] == ':') {
			return &f.Fields[i], strings.TrimLeft(typed[len(typed)-len(after):], ": ")
		}
	}
	return nil, ""
}

// openForm asks for the field that a form begins with, or for all.
func (p *program) openForm(f Form) {
	p.inOrder = f.All
	switch first := f.field(f.First); {
	case f.All:
		p.say("The fields follow one by one. Enter keeps a value, a dot ends the questions, fields lists them all.")
		p.askNext(f, "")
	case first != nil:
		p.askFor(*first, "")
	case f.Other == "":
		p.listFields(f)
	}
}

// backToForm says how the form stands that the agent comes back to.
func (p *program) backToForm(f Form) {
	if field := f.field(f.First); field != nil {
		p.say(describe(*field, false))
	}
	p.say("send sends the form, fields lists its fields, back keeps it as a draft.")
}

// askNext asks for the field after the one with a name that is not advanced.
func (p *program) askNext(f Form, name string) {
	from := slices.IndexFunc(f.Fields, func(x Field) bool { return x.Name == name }) + 1
	for i := from; i < len(f.Fields); i++ {
		if x := f.Fields[i]; !x.Advanced && x.Kind != List {
			p.askFor(x, "")
			return
		}
	}
	p.inOrder = false
	p.say("Those were all the fields. Type send, or the name of a field.")
}

// askFor asks for a field. Text after the name of the field is the answer.
func (p *program) askFor(f Field, answer string) {
	if f.Kind == List {
		form := p.model.Place().Form
		p.asked = nil
		p.do(func() tea.Cmd { return form.Add(f.Name) })
		p.listNew(form)
		return
	}
	p.asked = &question{field: f}
	if answer != "" {
		p.asked.whole = true
		p.answer(answer)
		return
	}
	if f.Heading != p.heading && p.inOrder {
		p.heading = f.Heading
		p.say(Sentence(f.Heading))
	}
	if p.coming { // the answer was typed with the command
		p.asked.choices = f.Choices
		return
	}
	p.say(describe(f, true))
	p.listChoices(f.Choices)
}

// listNew asks for the first field that an action has added to the form.
func (p *program) listNew(before Form) {
	form := p.model.Place().Form
	for _, f := range form.Fields {
		if before.field(f.Name) == nil {
			p.inOrder = true
			p.askFor(f, "")
			return
		}
	}
	p.report()
}

// listChoices reads the choices of a field, numbered.
func (p *program) listChoices(all []Choice) {
	p.asked.choices = all
	for i, c := range all {
		if i == maxChoices {
			p.say(fmt.Sprintf("%d more: type a part of a name.", len(all)-i))
			return
		}
		p.say(fmt.Sprintf("%d. %s", i+1, Words(c.Label)))
	}
}

// answer takes a typed line as the answer to what is asked.
func (p *program) answer(line string) {
	q := p.asked
	switch trimmed := strings.TrimSpace(line); {
	case q.whole && q.field.Kind == Lines:
		p.set(added(q, line))
	case q.field.Kind == Lines || q.field.Kind == Pairs:
		p.answerLines(q, line)
	case trimmed == endOfText && p.inOrder:
		p.asked, p.inOrder = nil, false
		p.say("No more questions. Type send, or the name of a field.")
	case trimmed == "":
		p.keep()
	case trimmed == emptied:
		p.set("")
	case q.field.Kind == YesNo:
		p.answerYesNo(fold(trimmed))
	case len(q.field.Choices) > 0:
		p.answerChoice(q, trimmed)
	default:
		p.set(trimmed)
	}
}

// answerLines takes a line of a text of several.
func (p *program) answerLines(q *question, line string) {
	switch {
	case strings.TrimSpace(line) != endOfText && len(q.lines) == 0 && strings.TrimSpace(line) == emptied && !q.cleared:
		q.cleared = true
		p.say("Emptied. Type the text; a line of only a dot ends it.")
	case strings.TrimSpace(line) != endOfText:
		q.lines = append(q.lines, line)
	case len(q.lines) == 0 && !q.cleared:
		p.keep()
	default:
		p.set(added(q, strings.Join(q.lines, "\n")))
	}
}

// added returns the value of a field with a text at its end.
func added(q *question, text string) string {
	if q.field.Kind == Pairs {
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			name, value, _ := strings.Cut(l, "=")
			lines[i] = strings.TrimSpace(name) + "\t" + strings.TrimSpace(value)
		}
		text = strings.Join(lines, "\n")
	}
	if q.cleared || q.field.Value == "" {
		return text
	}
	return q.field.Value + "\n" + text
}

func (p *program) answerYesNo(typed string) {
	switch typed {
	case "yes", "y":
		p.set("true")
	case "no", "n":
		p.set("")
	default:
		p.say("Type yes or no.")
	}
}

// answerChoice takes the number, the name or a part of the name of a choice.
func (p *program) answerChoice(q *question, typed string) {
	if n, err := strconv.Atoi(typed); err == nil && n > 0 && n <= len(q.choices) {
		p.set(q.choices[n-1].Value)
		return
	}
	var found []Choice
	for _, c := range q.field.Choices {
		name, said := fold(c.Label), fold(typed)
		if name == said || strings.EqualFold(c.Value, typed) {
			p.set(c.Value)
			return
		}
		if strings.Contains(name, said) {
			found = append(found, c)
		}
	}
	switch {
	case len(found) == 1 && !q.field.Free:
		p.set(found[0].Value)
	case q.field.Free && len(found) == 0:
		p.set(typed)
	case len(found) == 1:
		p.set(found[0].Value)
	case len(found) == 0:
		p.say(fmt.Sprintf("There is no choice %q.", typed))
	default:
		p.say(fmt.Sprintf("%d choices match %q:", len(found), typed))
		p.listChoices(found)
	}
}

// keep leaves the field as it is, and goes on.
func (p *program) keep() {
	f := p.asked.field
	p.asked = nil
	p.say(Sentence(f.Label + " stays " + orEmpty(f.Shown)))
	p.goOn(f.Name)
}

func orEmpty(s string) string {
	if s == "" {
		return "empty"
	}
	return "as it is"
}

// set sets a field, reads out its new value, and goes on.
func (p *program) set(value string) {
	f, form := p.asked.field, p.model.Place().Form
	p.asked = nil
	p.do(func() tea.Cmd { return form.Set(f.Name, value) })
	p.notices()
	now := p.model.Place().Form.field(f.Name)
	if now == nil { // the answer has led elsewhere
		p.report()
		return
	}
	p.say(asSet(*now))
	if now.Err != "" {
		p.askFor(*now, "")
		return
	}
	p.goOn(f.Name)
}

// goOn asks for the next field while all are asked for.
func (p *program) goOn(name string) {
	place := p.model.Place()
	p.text, p.title = place.Text, place.Title
	switch {
	case p.inOrder:
		p.askNext(place.Form, name)
	case !p.toldSend && place.Form.Other == "":
		p.toldSend = true
		p.say("send sends the form, fields lists its fields, back keeps it as a draft.")
	}
}

// note adds a line that is no command to the field for such lines, and says how long the field is now.
func (p *program) note(other *Field, text string) {
	set := p.model.Place().Form.Set
	p.asked = nil
	p.do(func() tea.Cmd { return set(other.Name, added(&question{field: *other}, text)) })
	p.notices()
	place := p.model.Place()
	now := place.Form.field(other.Name)
	if now == nil { // the text has led elsewhere
		p.report()
		return
	}
	p.text, p.title = place.Text, place.Title
	if now.Err != "" {
		p.say(describe(*now, false))
		return
	}
	p.say(Sentence(other.Label + ": " + phrase.Count(1+strings.Count(strings.TrimSpace(now.Value), "\n"), "line")))
}

// listFields reads the fields of a form, numbered.
func (p *program) listFields(f Form) {
	p.numbers = nil
	heading := ""
	var said []string
	for _, x := range f.Fields {
		if x.Heading != heading && x.Heading != "" {
			heading = x.Heading
			said = append(said, Sentence(heading))
		}
		p.numbers = append(p.numbers, number{field: x.Name})
		line := describe(x, false)
		if x.Kind == List {
			line = Sentence(x.Label)
		}
		said = append(said, fmt.Sprintf("%d. %s", len(p.numbers), line))
	}
	said = append(said, "A number or a name asks for the field. send sends the form, back leaves it and keeps a draft.")
	p.text, p.heard, p.listed = said, 0, true
	p.readOnText()
}

// reportFields says which field is not accepted, and asks for it when that is new.
func (p *program) reportFields(place Place) {
	for _, f := range place.Form.Fields {
		if f.Err == "" {
			continue
		}
		if fault := f.Name + f.Err; fault != p.fault {
			p.fault = fault
			p.askFor(f, "")
		} else {
			p.say(describe(f, false))
		}
		return
	}
	p.fault = ""
}
