package accessible

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// take does what a typed line says.
func (p *program) take(line string) {
	place, typed := p.model.Place(), strings.TrimSpace(line)
	if p.isElsewhere(place) { // what was typed was meant for something else
		p.say(fmt.Sprintf("Not done, because this came up first: %q.", typed))
		p.notices()
		p.announce(place)
		return
	}
	if p.asked != nil {
		p.answer(line)
		return
	}
	switch {
	case typed == "" && place.Ask.Label != "" && place.Ask.Value != "":
		p.input(place, place.Ask.Value)
	case typed == "":
		p.readOn(place)
	case typed == "?" || typed == "help":
		p.list(place)
	case typed == "again":
		p.isList = false // all rows are read
		delete(p.known, place.Name)
		p.announce(place)
	case typed == "more":
		p.readOn(place)
	case typed == "news":
		if !p.news() {
			p.say("Nothing new.")
		}
	case typed == "fields" && len(place.Form.Fields) > 0:
		p.listFields(place.Form)
	default:
		p.takeWords(place, typed)
	}
}

// takeWords takes a number, a command, the name of a field or a text.
func (p *program) takeWords(place Place, typed string) {
	if n, err := strconv.Atoi(typed); err == nil && n > 0 && n <= len(p.numbers) {
		p.choose(place, p.numbers[n-1])
		return
	}
	if place.Ask.Label != "" {
		p.takeAsked(place, typed)
		return
	}
	if field, rest := place.Form.named(typed); field != nil {
		p.askFor(*field, rest)
		return
	}
	if c, rest, ok := p.command(place, typed); ok {
		p.carryOut(place, c, rest)
		return
	}
	if place.Form.Other != "" {
		p.note(place.Form.field(place.Form.Other), typed)
		return
	}
	if n, err := strconv.Atoi(typed); err == nil && len(p.numbers) > 0 {
		p.say(fmt.Sprintf("There is no number %d: the numbers end at %d.", n, len(p.numbers)))
		return
	}
	says := "Type ? for the commands."
	if place.Missing != nil {
		says = cmp.Or(Sentence(place.Missing(typed)), says)
	}
	p.say(fmt.Sprintf("%q is not a command here. %s", typed, says))
}

// takeAsked takes a line where a text is asked for: the whole name of a command, or else the text. After = it is the
// text in any case.
func (p *program) takeAsked(place Place, typed string) {
	if text, literal := strings.CutPrefix(typed, "="); literal {
		p.input(place, strings.TrimSpace(text))
		return
	}
	for i := range place.Commands {
		if c := place.Commands[i]; c.isNamed(typed) {
			p.carryOut(place, c, "")
			return
		}
	}
	p.input(place, typed)
}

func (p *program) input(place Place, text string) {
	done := place.Ask.Done
	p.doAct(func() tea.Cmd { return done(text) })
}

// choose does what a number stands for.
func (p *program) choose(place Place, n number) {
	switch {
	case n.field != "":
		if f := place.Form.field(n.field); f != nil {
			p.askFor(*f, "")
		}
	case n.isItem && place.Items.Choose == nil:
		place.Items.Select(n.item)
		p.picked = n.item
		p.say("Chosen: " + Sentence(p.itemText(place, n.item)))
	case n.isItem:
		p.picked = n.item
		p.doAct(func() tea.Cmd { return place.Items.Choose(n.item) })
	}
}

func (p *program) itemText(place Place, id string) string {
	for i := range place.Items.Len {
		if it := place.Items.At(i); it.ID == id {
			return it.Text
		}
	}
	return ""
}

// command returns the command that a line begins with, and the rest of the line.
func (p *program) command(place Place, typed string) (c Command, rest string, ok bool) {
	words := strings.Fields(typed)
	for n := len(words); n > 0; n-- {
		said := strings.Join(words[:n], " ")
		for _, c := range place.Commands {
			if c.isCalled(said) {
				return c, after(typed, n), true
			}
		}
	}
	var found []Command
	used := 0
	for _, c := range place.Commands {
		if n := c.begunBy(words); n > 0 {
			found, used = append(found, c), n
		}
	}
	if len(found) != 1 {
		return Command{}, "", false
	}
	return found[0], after(typed, used), true
}

// isCalled reports whether words are a name or the letter of the command.
func (c *Command) isCalled(said string) bool {
	return c.isNamed(said) || c.Label != "" && fold(c.Label) == fold(said) || c.Key != "" && c.Key == said
}

// isNamed reports whether words are a name of the command.
func (c *Command) isNamed(said string) bool {
	name := fold(said)
	return name != "" && (fold(c.typed()) == name || fold(string(c.Action)) == name)
}

// begunBy returns how many of the words begin the name of the command. If the name has several, all words must be of
// it: send the others is not send all.
func (c *Command) begunBy(words []string) int {
	name, n := fold(c.typed()), 1
	if strings.Contains(name, " ") && len(words) > 1 && !isNumber(words[1]) {
		n = len(words)
	}
	if len(words[0]) < 2 || !strings.HasPrefix(name, fold(strings.Join(words[:n], " "))) {
		return 0
	}
	return n
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// after returns a text without its first words.
func after(text string, words int) string {
	for range words {
		text = strings.TrimLeft(text, " ")
		if i := strings.IndexByte(text, ' '); i >= 0 {
			text = text[i:]
		} else {
			text = ""
		}
	}
	return strings.TrimSpace(text)
}

// fold returns a name as it is compared.
func fold(s string) string { return strings.ReplaceAll(strings.ToLower(Words(s)), "-", " ") }

// carryOut runs a command on the rows whose numbers follow its name. Any other text after it is the next line.
func (p *program) carryOut(place Place, c Command, rest string) {
	if c.Off != "" {
		p.say(Sentence(c.Off))
		return
	}
	rows, rest := p.rows(rest)
	if len(rows) > 0 && c.Marked != "" {
		p.say(Sentence(c.Marked))
		return
	}
	if !c.OnItem && len(rows) > 0 {
		rest = strings.TrimSpace(strings.Join(rows, " ") + " " + rest)
		rows = nil
	}
	p.coming = rest != ""
	defer func() { p.coming = false }()
	switch {
	case len(rows) > 0:
		for _, row := range rows {
			n, _ := strconv.Atoi(row) // checked by rows
			p.picked = p.numbers[n-1].item
			place.Items.Select(p.picked)
			p.do(c.Run)
		}
		p.report()
	case c.OnItem && place.Items.Len > 0 && p.picked == "":
		p.say(fmt.Sprintf("Which one? Type %s and its number.", Words(c.typed())))
		return
	default:
		p.doAct(c.Run)
	}
	p.feed(rest)
}

// rows returns the numbers of rows at the beginning of a text, and what follows them.
func (p *program) rows(text string) (numbers []string, rest string) {
	for text != "" {
		word, after, _ := strings.Cut(text, " ")
		n, err := strconv.Atoi(strings.Trim(word, ","))
		if err != nil || n < 1 || n > len(p.numbers) || !p.numbers[n-1].isItem {
			break
		}
		numbers, text = append(numbers, strconv.Itoa(n)), strings.TrimSpace(after)
	}
	return numbers, text
}

// feed makes what was typed after a command the answer to what the command has asked.
func (p *program) feed(rest string) {
	if rest == "" || p.quit || p.failed != nil {
		return
	}
	place := p.model.Place()
	_, err := strconv.Atoi(rest)
	if p.asked != nil || place.Ask.Label != "" || err == nil && len(p.numbers) > 0 {
		p.fed = rest
		if p.asked != nil {
			p.asked.whole = true
		}
		return
	}
	p.say(fmt.Sprintf("Not used: %q.", rest))
}

// doAct has the model run an action, and reads out the result.
func (p *program) doAct(run func() tea.Cmd) {
	p.do(run)
	p.report()
}
