package accessible

import (
	"fmt"
	"strings"

	"frontdesk/internal/phrase"
)

// describe words a field with its value and how it is answered.
func describe(f Field, how bool) string {
	said := []string{Words(f.Label)}
	if f.Required {
		said[0] += ", required"
	}
	switch {
	case f.Shown != "" && how:
		said = append(said, "now "+f.Shown)
	case f.Shown != "":
		said = append(said, f.Shown)
	case !how:
		said = append(said, "empty")
	}
	line := Sentence(strings.Join(said, ": "))
	if f.Err != "" {
		line += " " + Sentence("not accepted: "+f.Err)
	} else if f.Echo != "" {
		line += " " + Sentence(f.Echo)
	}
	if !how {
		return line
	}
	return line + howToAnswer(f)
}

// howToAnswer says what can be typed for a field.
func howToAnswer(f Field) (line string) {
	if f.Hint != "" && (len(f.Choices) == 0 || f.Shown == "") {
		line += " " + Sentence(hint(f.Hint))
	}
	switch {
	case f.Kind == Lines && f.Shown != "":
		line += " What you type is added. A line of only a dot ends the text; - as the first line empties it."
	case f.Kind == Lines:
		line += " Type the text; a line of only a dot ends it."
	case f.Kind == Pairs:
		line += " Type name = value, each on a line; a line of only a dot ends them."
	case f.Kind == YesNo:
		line += " Yes or no; Enter keeps it."
	case f.Shown != "" && f.Required:
		line += " Enter keeps it."
	case f.Shown != "":
		line += " Enter keeps it, - empties it."
	case !f.Required:
		line += " Enter leaves it empty."
	}
	return line
}

// hint words what can be typed: examples are said to be some.
func hint(s string) string {
	if strings.ContainsAny(s, "0123456789@") {
		return "For example " + s
	}
	return s
}

// maxReadBack is the length in bytes of the longest text that is read back whole.
const maxReadBack = 200

// asSet words a field that was just set. Of a long text it says how it begins and ends.
func asSet(f Field) string {
	lines := strings.Split(strings.TrimSpace(f.Value), "\n")
	if f.Kind != Lines || f.Err != "" || len(lines) < 2 || len(lines) < 5 && len(f.Value) <= maxReadBack {
		return describe(f, false)
	}
	return fmt.Sprintf("%s: %s. It begins: %s It ends: %s", Words(f.Label), phrase.Count(len(lines), "line"),
		Sentence(lines[0]), Sentence(lines[len(lines)-1]))
}
