package macro

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Subject is what the variables of a text stand for, as far as it is known.
type Subject struct {
	Ticket   desk.ID
	Title    safetext.Line
	Customer safetext.Line // the customer's name
	Writer   safetext.Line // the name of whoever opened the ticket
	Callback desk.UnixTime // the callback that the ticket has
}

// SubjectOf returns what a ticket says itself.
func SubjectOf(t *desk.Ticket) Subject {
	writer := safetext.LineFromText(t.Creator.String())
	return Subject{Ticket: t.ID, Title: t.Title, Writer: writer, Callback: t.Callback}
}

// Filled is a macro as it would be sent for one ticket.
type Filled struct {
	Values   wire.Values // what the macro sets, by field path; the callback is a moment and not "+2d"
	Problems []string    // why it cannot be sent, for display; empty if it can
}

// Err returns the problems as one error, or nil.
func (f Filled) Err() error {
	if len(f.Problems) == 0 {
		return nil
	}
	return errors.New(strings.Join(f.Problems, "; "))
}

// Fill fills in a macro for a ticket. Callbacks are reckoned from now.
func (m *Macro) Fill(s Subject, agent string, now time.Time, zones desk.TimeZones) Filled {
	f := Filled{Values: wire.Values{}}
	maps.Copy(f.Values, m.Blocks)
	callback := zones.LocalUnix(s.Callback)
	for _, field := range m.fields() {
		if field.value != "" {
			f.Values[field.path] = field.value
		}
	}
	if m.Callback != "" {
		at, err := desk.ParseCallbackTime(m.Callback, zones.Local(now))
		if err == nil {
			err = wire.CheckUnambiguous(at, zones.Account())
		}
		if err != nil {
			f.Problems = append(f.Problems, "the callback: "+err.Error())
		} else {
			callback = at
			f.Values["callback_time"] = typedCallback(at)
		}
	}
	if m.Comment != "" {
		comment, missing := fill(m.Comment, s.values(agent, now, callback, zones))
		f.Values["comment"], f.Problems = comment, append(f.Problems, missing...)
	}
	return f
}

// Fill fills in a canned text for a ticket; the error says which values are not known.
func (t *Text) Fill(s Subject, agent string, now time.Time, zones desk.TimeZones) (string, error) {
	filled, missing := fill(t.Body, s.values(agent, now, zones.LocalUnix(s.Callback), zones))
	return filled, Filled{Problems: missing}.Err()
}

// values returns the values of the variables; those that are not known are empty.
func (s Subject) values(agent string, now, callback time.Time, zones desk.TimeZones) map[string]string {
	values := map[string]string{
		Customer: s.Customer.String(),
		Writer:   s.Writer.String(),
		Title:    s.Title.String(),
		Ticket:   s.Ticket.Display().String(),
		Agent:    agent,
		Today:    zones.Local(now).Format("2 January 2006"),
	}
	if !callback.IsZero() {
		day := "Mon 2 January "
		if zones.Local(callback).Year() != zones.Local(now).Year() {
			day = "Mon 2 January 2006 "
		}
		values[Callback] = zones.Local(callback).Format(day) + zones.FormatClock(callback)
	}
	return values
}

// typedLayout is how an agent types a callback with its date.
const typedLayout = "2006-01-02 15:04"

// typedCallback returns a moment as an agent would type it; with its zone in an hour that a clock change repeats.
func typedCallback(at time.Time) string {
	typed := at.Format(typedLayout)
	if again, err := time.ParseInLocation(typedLayout, typed, at.Location()); err != nil || !again.Equal(at) {
		return at.Format(time.RFC3339)
	}
	return typed
}

// Needs are the records that filling in needs besides the ticket's number.
type Needs struct{ Ticket, Customer bool }

// Needs returns what the macro needs: the ticket for its title, its writer or its callback, the customer for the name.
func (m *Macro) Needs() Needs {
	ownCallback := m.Callback != ""
	return Needs{
		Ticket: Uses(m.Comment, Title) || Uses(m.Comment, Writer) || Uses(m.Comment, Customer) ||
			Uses(m.Comment, Callback) && !ownCallback,
		Customer: Uses(m.Comment, Customer),
	}
}

// The marks around a variable's name.
const (
	opening = "{{"
	closing = "}}"
)

// otherwise stands between a variable and what is written where it has no value, as in {{customer|there}}.
const otherwise = "|"

// The variables.
const (
	Customer = "customer" // the customer's name
	Writer   = "writer"   // the name of whoever opened the ticket
	Title    = "title"    // of the ticket
	Ticket   = "ticket"   // its number
	Agent    = "agent"    // the agent's name
	Callback = "callback" // when the customer will be called back
	Today    = "today"    // the date
)

// variables are the names of the variables, with what is said if one is not known for a ticket.
var variables = []struct{ name, missing string }{
	{Customer, "the customer's name is not known"},
	{Writer, "the ticket does not say who opened it"},
	{Title, "the title is not known"},
	{Ticket, "there is no ticket number yet"},
	{Agent, "your name is not set: agent in the configuration"},
	{Callback, "no callback is set"},
	{Today, "the date is not known"},
}

func variableNames() []string {
	names := make([]string, len(variables))
	for i, v := range variables {
		names[i] = v.name
	}
	return names
}

// piece is a part of a text: plain text, or a variable as it is written, with what stands for it if it has no value.
type piece struct {
	text, variable string
	fallback       string
	hasFallback    bool
}

// split splits a text at its variables. Variables may be unknown; the last piece of a text whose last {{ is not closed
// begins there.
func split(body string) (pieces []piece, closed bool) {
	for {
		before, rest, found := strings.Cut(body, opening)
		pieces = append(pieces, piece{text: before})
		if !found {
			return pieces, true
		}
		name, after, found := strings.Cut(rest, closing)
		if !found {
			return append(pieces, piece{text: opening + rest}), false
		}
		variable, fallback, hasFallback := strings.Cut(name, otherwise)
		pieces = append(pieces, piece{opening + name + closing, strings.TrimSpace(variable), fallback, hasFallback})
		body = after
	}
}

// checkVariables returns an error for the first unknown variable of a text, or for one that is not closed.
func checkVariables(body string) error {
	pieces, closed := split(body)
	names := variableNames()
	for _, p := range pieces {
		if strings.HasPrefix(p.text, opening) && closed && !slices.Contains(names, p.variable) {
			return unknownVariable(p.variable, names)
		}
	}
	if !closed {
		return fmt.Errorf("opens a variable with %s and does not close it", opening)
	}
	return nil
}

func unknownVariable(name string, names []string) error {
	shown := safetext.LineFromText(name)
	if nearest := phrase.Nearest(name, names); nearest != "" {
		return fmt.Errorf("has the variable {{%s}}, which is not known; did you mean {{%s}}?", shown, nearest)
	}
	return fmt.Errorf("has the variable {{%s}}, which is not known; known are %s", shown, strings.Join(names, ", "))
}

// Uses reports whether a text has a variable.
func Uses(body, variable string) bool {
	pieces, _ := split(body)
	return slices.ContainsFunc(pieces, func(p piece) bool { return p.variable == variable })
}

// Variables returns the known variables of a text as they are written in it.
func Variables(body string) []string {
	var written []string
	pieces, _ := split(body)
	for _, p := range pieces {
		if slices.Contains(variableNames(), p.variable) && !slices.Contains(written, p.text) {
			written = append(written, p.text)
		}
	}
	return written
}

// fill replaces the variables of a text in one pass, so that a value that looks like a variable stays as it is. A
// variable with neither a value nor a text in its place stays as it is written; missing describes each of them.
func fill(body string, values map[string]string) (filled string, missing []string) {
	var b strings.Builder
	pieces, _ := split(body)
	for _, p := range pieces {
		value := values[p.variable]
		switch {
		case p.variable != "" && value != "":
			b.WriteString(value)
			continue
		case p.hasFallback:
			b.WriteString(p.fallback)
			continue
		}
		b.WriteString(p.text)
		for _, v := range variables {
			if v.name == p.variable && !slices.Contains(missing, v.missing) {
				missing = append(missing, v.missing)
			}
		}
	}
	return b.String(), missing
}

// EachPart calls plain or variable for the parts of a text, in order. What looks like a variable but is none is plain.
func EachPart(text string, plain, variable func(string)) {
	pieces, _ := split(text)
	names := variableNames()
	for _, p := range pieces {
		if slices.Contains(names, p.variable) {
			variable(p.text)
		} else if p.text != "" {
			plain(p.text)
		}
	}
}
