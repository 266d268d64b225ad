package macro

import (
	"errors"
	"maps"
	"strings"
	"time"

	"frontdesk/internal/desk"
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
