package overlay

import (
	"cmp"
	"errors"
	"maps"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
	"frontdesk/ui/command"
	"frontdesk/ui/form"
	"frontdesk/ui/theme"
)

// Sheet is a form over the list, with what is said about its sending: the record stays in sight beside it. What it asks
// for comes from the kind of write alone.
type Sheet struct {
	Kind   string   // of its draft
	Record desk.Key // whose form it is; zero for a new record that hangs on none
	Copy   string   // of its draft, when another console has typed into the same form
	kind   command.Kind
	title  string
	form   *form.Form
	warns  map[string]string // what is said over the form while a field is empty
	opened map[string]string // the record's values when it was opened, for the conflict check; nil while they are not known

	offered     map[string][]form.Option // of the choices, by field
	subStatuses []desk.Code              // that tickets have
	now         func() time.Time         // on the agent's clock
	zones       desk.Zones
	unfold      string // the key that shows the long tail

	busy     string // what is being done; empty while it is filled in
	sent     string // the copy of its draft that is being sent
	failed   string
	restored bool
	width    int
	height   int
}

// Opening is what a sheet is opened with.
type Opening struct {
	Kind       string
	Record     desk.Key
	About      string            // what stands beside its title, cleaned
	Values     map[string]string // what is filled in already
	Opened     map[string]string // what the record holds; nil when that is not known yet
	Masked     map[string]string // what the record shows with characters hidden, which is never filled in
	Hints      map[string]string // what is said in empty fields instead of what their asks say
	Warnings   map[string]string // what is said over the form while a field is empty
	Vocabulary command.Vocabulary
	Now        func() time.Time // on the agent's clock
	Zones      desk.Zones
	UnfoldKey  string // that shows the long tail, for people
}

// NewSheet makes the form of a kind of write.
func NewSheet(o Opening, th *theme.Theme) *Sheet {
	kind, _ := command.KindOf(o.Kind)
	s := &Sheet{Kind: o.Kind, Record: o.Record, kind: kind, warns: o.Warnings, opened: o.Opened, now: o.Now, zones: o.Zones, unfold: o.UnfoldKey, title: strings.TrimSpace(cmp.Or(kind.Head, kind.Title) + " " + o.About)}
	s.form = form.NewSections(s.sections(), th)
	s.ensure(o.Values, o.Masked)
	for _, b := range kind.Blocks {
		if b.Many && !b.Folded && kind.Adds {
			s.form.Ensure(b.Path, wire.NewElement+"1")
		}
	}
	s.hintUnshown()
	s.hintCallback()
	for name, hint := range o.Hints {
		s.form.Hint(name, hint)
	}
	for name, shown := range o.Masked {
		s.form.Hint(name, shown+" · masked: a new one replaces it")
	}
	s.Offer(o.Vocabulary)
	s.form.Set(o.Values)
	s.form.Begin(!kind.Adds)
	return s
}

// ensure makes room for every element that values speak of.
func (s *Sheet) ensure(values ...map[string]string) {
	all := map[string]string{}
	for _, v := range values {
		maps.Copy(all, v)
	}
	for _, b := range s.kind.Blocks {
		if b.Many {
			for _, name := range b.Elements(all) {
				s.form.Ensure(b.Path, name)
			}
		}
	}
}

// Offer takes the vocabulary as it is known by now: a form may be open before the first days have arrived.
func (s *Sheet) Offer(v command.Vocabulary) {
	s.offered, s.subStatuses = map[string][]form.Option{}, v.SubStatuses
	for name, of := range choices {
		s.offered[name] = of(v)
		s.form.Offer(name, s.offered[name])
	}
}

// Learn takes what Get Ticket tells when the form was open already, unless a draft brought its own.
func (s *Sheet) Learn(opened map[string]string) {
	if s.opened != nil || s.Kind != command.KindUpdate {
		return
	}
	s.opened = opened
	s.hintCallback()
	if s.form.Values()[command.FieldDisposition] == "" {
		s.form.Rebase(map[string]string{command.FieldDisposition: opened[command.FieldDisposition]})
	}
}

// Write is what is filled in, as it is sent.
func (s *Sheet) Write() command.Write {
	return command.Write{Kind: s.Kind, Record: s.Record, Copy: s.Copy, Values: s.form.Values(), Opened: s.opened}
}

// Reviewed says that what will be sent is shown before it is.
func (s *Sheet) Reviewed() bool { return s.kind.Review }

// Title is what stands over the form.
func (s *Sheet) Title() string { return s.title }

// Adds says that the form makes a new record.
func (s *Sheet) Adds() bool { return s.kind.Adds }

// Changed says whether anything differs from what the form opened with.
func (s *Sheet) Changed() bool { return s.form.IsChanged() }

// Draft is what is typed, to be kept.
func (s *Sheet) Draft() command.Draft {
	return command.Draft{Form: s.DraftForm(), Opened: s.opened, Values: s.form.Values()}
}

// DraftForm names the draft.
func (s *Sheet) DraftForm() command.DraftForm {
	return command.DraftForm{Kind: s.Kind, Record: s.Record.Raw(), Copy: s.Copy}
}

// Restore fills in what was typed before and not sent; what the record held then comes back with it, so that what
// has moved since is found out before sending.
func (s *Sheet) Restore(d command.Draft) {
	s.ensure(d.Values)
	s.form.Set(d.Values)
	s.opened, s.restored, s.Copy = d.Opened, true, d.Copy
	s.form.Echo(command.FieldSubStatus)
}

// TakeTheirs puts what has moved on the record in place of what is filled in; now is the record as it was read last.
func (s *Sheet) TakeTheirs(moved []command.Difference, now map[string]string) {
	theirs := map[string]string{}
	for _, d := range moved {
		theirs[d.Path] = now[d.Path]
	}
	if _, moves := theirs[command.FieldCallback]; moves {
		theirs[command.FieldCallback] = "" // an empty field leaves it as it is
	}
	s.ensure(theirs)
	s.form.Rebase(theirs)
	s.opened, s.failed = now, ""
	s.form.Echo(command.FieldSubStatus)
}

// KeepComment takes everything but the comment from the record.
func (s *Sheet) KeepComment(now map[string]string) {
	theirs := map[string]string{command.FieldCallback: ""}
	for _, name := range []string{command.FieldSubStatus, command.FieldQueue, command.FieldDisposition} {
		theirs[name] = now[name]
	}
	s.form.Rebase(theirs)
	s.opened, s.failed = now, ""
	s.form.Echo(command.FieldSubStatus)
}

// HasComment says whether there is a comment into which text can be inserted.
func (s *Sheet) HasComment() bool { return s.form.HasLong() }

// IsCommented says whether a comment is written on a ticket, which can be sent without anything else.
func (s *Sheet) IsCommented() bool {
	return strings.TrimSpace(s.form.Values()[command.FieldComment]) != ""
}

// Insert puts text into the comment at the cursor.
func (s *Sheet) Insert(t string) {
	s.form.Insert(t)
	s.form.Echo(command.FieldSubStatus)
}

// FocusOn gives a field the keys.
func (s *Sheet) FocusOn(name string) { s.form.FocusOn(name) }

// Fill fills fields in by name.
func (s *Sheet) Fill(values map[string]string) { s.form.Set(values) }

// Next moves to another field.
func (s *Sheet) Next(by int) {
	if s.busy == "" {
		s.form.Next(by)
	}
}

// Unfold shows the long tail of fields, or hides it again.
func (s *Sheet) Unfold() { s.form.Unfold() }

// HasTail says whether there are fields that are shown on demand.
func (s *Sheet) HasTail() bool { return s.form.HasTail() }

// Update takes a key or a paste while it is filled in.
func (s *Sheet) Update(msg tea.Msg) tea.Cmd {
	if s.busy != "" {
		return nil
	}
	s.failed = ""
	cmd := s.form.Update(msg)
	s.form.Echo(command.FieldSubStatus)
	return cmd
}

// SetTheme changes the colours.
func (s *Sheet) SetTheme(th *theme.Theme) { s.form.SetTheme(th) }

// SetSize sets columns and rows.
func (s *Sheet) SetSize(w, h int) {
	s.width, s.height = w, h
	s.form.SetSize(w, h-4-len(s.warnings()))
}

// warnings are what is said of fields that are empty, in lines.
func (s *Sheet) warnings() []string {
	var lines []string
	values := s.form.Values()
	for _, name := range s.form.Names() {
		if s.warns[name] != "" && strings.TrimSpace(values[name]) == "" {
			lines = append(lines, wrap("! "+s.warns[name], s.width)...)
		}
	}
	return lines
}

// Cursor stands in the field that has the keys.
func (s *Sheet) Cursor() *tea.Cursor {
	if s.busy != "" {
		return nil
	}
	c := s.form.Cursor()
	if c != nil {
		c.Y += 2 + len(s.warnings())
	}
	return c
}

// refused is what the service said, as an error of a field.
func refused(why string) error { return errors.New(text.PlainLine(why).String()) }
