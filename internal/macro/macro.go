// Package macro holds an account's macros and canned texts: what they set, the variables in their texts, and how they
// are filled in for one ticket.
package macro

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// Macro is a ticket update with a name. An empty field leaves the ticket's value as it is.
type Macro struct {
	Name        string // sanitised
	Key         string // one character; empty for none
	Confirm     bool   // the agent is asked before it is sent
	SubStatus   string // key
	Queue       string // key
	Disposition string // path joined by "|"
	Callback    string // as agents type it, such as +2d
	Comment     string // with variables

	Blocks map[string]string // values in the account's own blocks, by path such as issue.category
}

// Text is a canned text with a name.
type Text struct {
	Name string // sanitised
	Body string // with variables
}

// The keys of a macro's fields in the configuration.
const (
	keyKey         = "key"
	keySubStatus   = "sub_status"
	keyQueue       = "queue"
	keyDisposition = "disposition"
	keyCallback    = "callback"
	keyComment     = "comment"
	keySet         = "set"
)

// FieldError is what is wrong with one field of a macro or a text.
type FieldError struct {
	Key  string // of the field in the configuration; empty if the whole entry is wrong
	Text string // goes on after the name of the field
}

// Error returns the name of the field with the text.
func (e *FieldError) Error() string { return strings.TrimSpace(e.Key + " " + e.Text) }

// Check returns a *FieldError if the macro could never be sent.
func (m *Macro) Check() error {
	if m.Key != "" && !isCharacter(m.Key) {
		return &FieldError{keyKey, fmt.Sprintf("must be one character, not %q", m.Key)}
	}
	fields := m.fields()
	if !slices.ContainsFunc(fields, func(f field) bool { return f.value != "" }) && len(m.Blocks) == 0 {
		return &FieldError{"", "changes nothing: give it sub_status, queue, disposition, callback, comment or set"}
	}
	for _, f := range fields {
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// Check returns a *FieldError if the text could never be used.
func (t *Text) Check() error { return checkBody("text", t.Body) }

// field is a field of a macro.
type field struct{ key, path, value string }

// CheckBlocks returns a *FieldError if the macro sets a field that the account does not have, or to a value that the
// field cannot have. Choices get the spelling of the configuration.
func (m *Macro) CheckBlocks(blocks schema.Blocks) error {
	for _, path := range slices.Sorted(maps.Keys(m.Blocks)) {
		f, known := blocks.FieldAt(path)
		switch {
		case !known && len(blocks) == 0:
			return &FieldError{keySet + "." + path, "is not a field of the account: it has no ticket_blocks"}
		case !known:
			return &FieldError{
				keySet + "." + path, "is not a field of the account: it has " + strings.Join(blocks.Paths(), ", "),
			}
		case strings.Contains(m.Blocks[path], opening):
			return &FieldError{keySet + "." + path, "can hold no variables: they stand in comment"}
		}
		m.Blocks[path] = wire.CanonicalBlockValue(f, m.Blocks[path])
	}
	for _, path := range slices.Sorted(maps.Keys(m.Blocks)) {
		f, _ := blocks.FieldAt(path)
		known := wire.Known{Blocks: blocks}
		if err := wire.CheckAmong(wire.UpdateTicket.Name, f, m.Blocks[path], m.Blocks, known); err != nil {
			return &FieldError{keySet + "." + path, fmt.Sprintf("%q %v", m.Blocks[path], err)}
		}
	}
	return nil
}

// fields returns the five fields in the order of the form.
func (m *Macro) fields() []field {
	return []field{
		{keySubStatus, "sub_status", m.SubStatus},
		{keyQueue, "queue", m.Queue},
		{keyDisposition, "disposition", m.Disposition},
		{keyCallback, "callback_time", m.Callback},
		{keyComment, "comment", m.Comment},
	}
}

func (f field) check() error {
	switch {
	case f.value == "":
		return nil
	case f.key == keyComment:
		return checkBody(f.key, f.value)
	case strings.Contains(f.value, opening):
		return &FieldError{f.key, "can hold no variables: they stand in comment"}
	case f.key == keyCallback:
		if err := desk.CheckRepeatedCallback(f.value); err != nil {
			return &FieldError{f.key, "cannot be used: " + err.Error()}
		}
	}
	return nil
}

// checkBody checks a comment or a canned text.
func checkBody(key, body string) error {
	if err := checkVariables(body); err != nil {
		return &FieldError{key, err.Error()}
	}
	comment, _ := schema.TicketUpdate.FieldOf("comment")
	if err := wire.Check(wire.UpdateTicket.Name, comment, body, wire.Known{}); err != nil {
		return &FieldError{key, err.Error()}
	}
	return nil
}

func isCharacter(key string) bool {
	r, size := utf8.DecodeRuneInString(key)
	return size == len(key) && r != utf8.RuneError && r != ' ' && unicode.IsPrint(r)
}

// Duplicate returns the index of the first macro whose name or key another one before it has, with the index of that
// one and which of the two it is; ok is false if there is none.
func Duplicate(all []Macro) (at, before int, what string, ok bool) {
	names, keys := map[string]int{}, map[string]int{}
	for i, m := range all {
		if first, taken := names[m.Name]; taken {
			return i, first, "name", true
		}
		if first, taken := keys[m.Key]; taken && m.Key != "" {
			return i, first, keyKey, true
		}
		names[m.Name], keys[m.Key] = i, i
	}
	return 0, 0, "", false
}

// maxName is the number of characters of a macro's name, as far as agents give it.
const maxName = 40

// CheckNew returns why a macro cannot be saved beside others.
func CheckNew(others []Macro, m Macro) error {
	switch {
	case strings.TrimSpace(m.Name) == "":
		return errors.New("a macro needs a name")
	case utf8.RuneCountInString(m.Name) > maxName:
		return fmt.Errorf("a name has at most %d characters", maxName)
	case slices.ContainsFunc(others, func(o Macro) bool { return safetext.Fold(o.Name) == safetext.Fold(m.Name) }):
		return fmt.Errorf("there is a macro “%s” already", safetext.LineFromText(m.Name))
	}
	return m.Check()
}

// Find returns the macro with a name, compared exactly.
func Find(all []Macro, name string) (m Macro, ok bool) {
	i := slices.IndexFunc(all, func(m Macro) bool { return m.Name == name })
	if i < 0 {
		return Macro{}, false
	}
	return all[i], true
}

// Names returns the names in the order of the list.
func Names(all []Macro) []string {
	names := make([]string, len(all))
	for i, m := range all {
		names[i] = m.Name
	}
	return names
}

// OnTop returns an agent's own macros before an account's. One of the account's is left out if an own one has its name,
// and loses its key if an own one has it.
func OnTop(own, account []Macro) []Macro {
	all := slices.Clone(own)
	for _, m := range account {
		if _, replaced := Find(own, m.Name); replaced {
			continue
		}
		if slices.ContainsFunc(own, func(o Macro) bool { return o.Key == m.Key }) {
			m.Key = ""
		}
		all = append(all, m)
	}
	return all
}

// TextsOnTop returns an agent's own canned texts before an account's, those of the same name left out.
func TextsOnTop(own, account []Text) []Text {
	all := slices.Clone(own)
	for _, t := range account {
		if !slices.ContainsFunc(own, func(o Text) bool { return o.Name == t.Name }) {
			all = append(all, t)
		}
	}
	return all
}

// Texts returns the canned texts, and the macros' comments by the macros' names, those of the texts first. A macro
// whose name a text has is left out.
func Texts(texts []Text, macros []Macro) []Text {
	all := slices.Clone(texts)
	for _, m := range macros {
		named := slices.ContainsFunc(texts, func(t Text) bool { return t.Name == m.Name })
		if m.Comment != "" && !named {
			all = append(all, Text{m.Name, m.Comment})
		}
	}
	return all
}
