package overlay

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
	"frontdesk/ui/theme"
)

// Editor is a form over the list, with what is said about its sending: the record stays in sight beside it. What it asks
// for comes from the kind of write alone.
type Editor struct {
	Kind   string  // of its draft
	Record desk.ID // whose form it is; zero for a new record that hangs on none
	Copy   string  // of its draft, when another console has typed into the same form
	kind   backend.FormKind
	title  string
	form   *form.Form
	warns  map[string]string // what is said over the form while a field is empty
	opened map[string]string // the record's values when it was opened, for the conflict check; nil while they are not known

	options     map[string][]form.Option // of the choices, by field
	subStatuses []desk.Code              // that tickets have
	now         func() time.Time         // on the agent's clock
	zones       desk.TimeZones
	advancedKey string // the key that shows the long tail

	busy      string // what is being done; empty while it is filled in
	sent      string // the copy of its draft that is being sent
	failed    string
	fromDraft bool
	width     int
	height    int
}

// Options is what a sheet is opened with.
type Options struct {
	Kind       string
	Record     desk.ID
	About      string            // what stands beside its title, cleaned
	Values     map[string]string // what is filled in already
	Opened     map[string]string // what the record holds; nil when that is not known yet
	Masked     map[string]string // what the record shows with characters hidden, which is never filled in
	Hints      map[string]string // what is said in empty fields instead of what their asks say
	Warnings   map[string]string // what is said over the form while a field is empty
	Vocabulary backend.Vocabulary
	Now        func() time.Time // on the agent's clock
	Zones      desk.TimeZones
	UnfoldKey  string // that shows the long tail, for people
}

// NewSheet makes the form of a kind of write.
func NewSheet(o Options, th *theme.Theme) *Editor {
	kind, _ := backend.LookupKind(o.Kind)
	s := &Editor{Kind: o.Kind, Record: o.Record, kind: kind, warns: o.Warnings, opened: o.Opened, now: o.Now, zones: o.Zones, advancedKey: o.UnfoldKey, title: strings.TrimSpace(cmp.Or(kind.FormTitle, kind.Title) + " " + o.About)}
	s.form = form.NewSections(s.sections(), th)
	s.ensure(o.Values, o.Masked)
	for _, b := range kind.Sections {
		if b.Repeated && !b.Collapsed && kind.Creates {
			s.form.EnsureItem(b.Path, wire.NewElementPrefix+"1")
		}
	}
	s.hintHidden()
	s.hintCallback()
	for name, hint := range o.Hints {
		s.form.SetPlaceholder(name, hint)
	}
	for name, shown := range o.Masked {
		s.form.SetPlaceholder(name, shown+" · masked: a new one replaces it")
	}
	s.SetVocabulary(o.Vocabulary)
	s.form.SetValues(o.Values)
	s.form.SetBaseline(!kind.Creates)
	return s
}

// ensure makes room for every element that values speak of.
func (s *Editor) ensure(values ...map[string]string) {
	all := map[string]string{}
	for _, v := range values {
		maps.Copy(all, v)
	}
	for _, b := range s.kind.Sections {
		if b.Repeated {
			for _, name := range b.ElementIDs(all) {
				s.form.EnsureItem(b.Path, name)
			}
		}
	}
}

// SetVocabulary takes the vocabulary as it is known by now: a form may be open before the first days have arrived.
func (s *Editor) SetVocabulary(v backend.Vocabulary) {
	s.options, s.subStatuses = map[string][]form.Option{}, v.SubStatuses
	for name, of := range choices {
		s.options[name] = of(v)
		s.form.SetOptions(name, s.options[name])
	}
}

// SetOriginal takes what Get Ticket tells when the form was open already, unless a draft brought its own.
func (s *Editor) SetOriginal(opened map[string]string) {
	if s.opened != nil || s.Kind != backend.KindUpdate {
		return
	}
	s.opened = opened
	s.hintCallback()
	if s.form.Values()[backend.FieldDisposition] == "" {
		s.form.UpdateBaseline(map[string]string{backend.FieldDisposition: opened[backend.FieldDisposition]})
	}
}

// Submission is what is filled in, as it is sent.
func (s *Editor) Submission() backend.Submission {
	return backend.Submission{Kind: s.Kind, Record: s.Record, DraftCopy: s.Copy, Values: s.form.Values(), Original: s.opened}
}

// NeedsReview says that what will be sent is shown before it is.
func (s *Editor) NeedsReview() bool { return s.kind.NeedsReview }

// Title is what stands over the form.
func (s *Editor) Title() string { return s.title }

// Adds says that the form makes a new record.
func (s *Editor) Adds() bool { return s.kind.Creates }

// IsDirty says whether anything differs from what the form opened with.
func (s *Editor) IsDirty() bool { return s.form.IsChanged() }

// Draft is what is typed, to be kept.
func (s *Editor) Draft() backend.Draft {
	return backend.Draft{Key: s.DraftForm(), Original: s.opened, Values: s.form.Values()}
}

// DraftForm names the draft.
func (s *Editor) DraftForm() backend.DraftKey {
	return backend.DraftKey{Kind: s.Kind, Record: s.Record.Raw(), Conflict: s.Copy}
}

// LoadDraft fills in what was typed before and not sent; what the record held then comes back with it, so that what
// has moved since is found out before sending.
func (s *Editor) LoadDraft(d backend.Draft) {
	s.ensure(d.Values)
	s.form.SetValues(d.Values)
	s.opened, s.fromDraft, s.Copy = d.Original, true, d.Conflict
	s.form.Echo(backend.FieldSubStatus)
}

// ApplyTheirs puts what has moved on the record in place of what is filled in; now is the record as it was read last.
func (s *Editor) ApplyTheirs(moved []backend.Change, now map[string]string) {
	theirs := map[string]string{}
	for _, d := range moved {
		theirs[d.Path] = now[d.Path]
	}
	if _, moves := theirs[backend.FieldCallback]; moves {
		theirs[backend.FieldCallback] = "" // an empty field leaves it as it is
	}
	s.ensure(theirs)
	s.form.UpdateBaseline(theirs)
	s.opened, s.failed = now, ""
	s.form.Echo(backend.FieldSubStatus)
}

// ResetExceptComment takes everything but the comment from the record.
func (s *Editor) ResetExceptComment(now map[string]string) {
	theirs := map[string]string{backend.FieldCallback: ""}
	for _, name := range []string{backend.FieldSubStatus, backend.FieldQueue, backend.FieldDisposition} {
		theirs[name] = now[name]
	}
	s.form.UpdateBaseline(theirs)
	s.opened, s.failed = now, ""
	s.form.Echo(backend.FieldSubStatus)
}

// HasCommentField says whether there is a comment into which text can be inserted.
func (s *Editor) HasCommentField() bool { return s.form.HasMultiline() }

// HasCommentText says whether a comment is written on a ticket, which can be sent without anything else.
func (s *Editor) HasCommentText() bool {
	return strings.TrimSpace(s.form.Values()[backend.FieldComment]) != ""
}

// Insert puts text into the comment at the cursor.
func (s *Editor) Insert(t string) {
	s.form.Insert(t)
	s.form.Echo(backend.FieldSubStatus)
}

// FocusOn gives a field the keys.
func (s *Editor) FocusOn(name string) { s.form.FocusField(name) }

// SetValues fills fields in by name.
func (s *Editor) SetValues(values map[string]string) { s.form.SetValues(values) }

// Next moves to another field.
func (s *Editor) Next(by int) {
	if s.busy == "" {
		s.form.FocusNext(by)
	}
}

// Unfold shows the long tail of fields, or hides it again.
func (s *Editor) Unfold() { s.form.ToggleAdvanced() }

// HasTail says whether there are fields that are shown on demand.
func (s *Editor) HasTail() bool { return s.form.HasAdvanced() }

// Update takes a key or a paste while it is filled in.
func (s *Editor) Update(msg tea.Msg) tea.Cmd {
	if s.busy != "" {
		return nil
	}
	s.failed = ""
	cmd := s.form.Update(msg)
	s.form.Echo(backend.FieldSubStatus)
	return cmd
}

// SetTheme changes the colours.
func (s *Editor) SetTheme(th *theme.Theme) { s.form.SetTheme(th) }

// SetSize sets columns and rows.
func (s *Editor) SetSize(w, h int) {
	s.width, s.height = w, h
	s.form.SetSize(w, h-4-len(s.warnings()))
}

// warnings are what is said of fields that are empty, in lines.
func (s *Editor) warnings() []string {
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
func (s *Editor) Cursor() *tea.Cursor {
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
func refused(why string) error { return errors.New(safetext.LineFromText(why).String()) }

// Validate says whether the form can be sent; what is wrong is shown beside its field.
func (s *Editor) Validate() bool {
	s.failed = ""
	if !s.form.Validate() {
		return false
	}
	values := s.form.Values()
	if name := s.clearedField(values); name != "" {
		return !s.form.SetError(name, errEmptied)
	}
	if path, err := wire.Together(s.Kind, values); err != nil {
		return !s.form.SetError(path, err)
	}
	if !s.form.IsChanged() {
		s.failed = map[bool]string{true: "Nothing is filled in yet", false: "nothing is changed yet"}[s.kind.Creates]
		return false
	}
	return true
}

// SetSubmitting shows what is being done, during which nothing can be typed.
func (s *Editor) SetSubmitting() { s.busy, s.failed, s.sent = s.kind.ProgressText, "", s.Copy }

// IsSending says that the form is the one whose sending ends with a message: another form may have taken its place.
func (s *Editor) IsSending(msg backend.SubmitResultMsg) bool {
	return s.IsSubmitting() && s.Kind == msg.Kind && s.Record == msg.Record && s.sent == msg.Copy
}

// IsSubmitting says that the form is being sent.
func (s *Editor) IsSubmitting() bool { return s.busy != "" }

// SetError shows why it was not sent or not stored; everything typed stays.
func (s *Editor) SetError(why string) { s.busy, s.failed = "", why }

// SetFieldError shows what the service said, at the field that it speaks of where that is known.
func (s *Editor) SetFieldError(field, why string) {
	why = "refused: " + why
	if s.SetError(why); s.form.SetError(field, refused(why)) {
		s.failed = "" // it stands beside its field
	}
}

// View is the form under its title, with a line that says how its sending goes.
func (s *Editor) View(th *theme.Theme) string {
	rows := []string{th.Accent.Render(safetext.Truncate(s.title, s.width))}
	for _, l := range s.warnings() {
		rows = append(rows, th.Warning.Render(l))
	}
	rows = append(rows, "")
	rows = append(rows, splitLines(s.form.View())...)
	said := s.said(th)
	for len(rows) < s.height-len(said) {
		rows = append(rows, "")
	}
	return strings.Join(append(rows[:max(s.height-len(said), 0)], said...), "\n")
}

func (s *Editor) said(th *theme.Theme) []string {
	switch {
	case s.busy != "":
		return []string{th.Info.Render(safetext.Truncate(s.busy, s.width))}
	case s.failed != "":
		var lines []string
		for _, l := range wrap("✗ "+s.failed, s.width) {
			lines = append(lines, th.Error.Render(l))
		}
		return lines[:min(len(lines), 4)]
	case s.fromDraft:
		return []string{th.Warning.Render(safetext.Truncate("✎ what you typed before is back", s.width))}
	}
	return []string{th.Muted.Render(safetext.Truncate(s.more(), s.width))}
}

// more says what of the form is out of sight.
func (s *Editor) more() string {
	var bits []string
	above, below := s.form.Overflow()
	if arrows := map[bool]string{true: "↑"}[above] + map[bool]string{true: "↓"}[below]; arrows != "" {
		bits = append(bits, arrows+" more")
	}
	if n := s.form.HiddenCount(); n > 0 {
		bits = append(bits, fmt.Sprintf("%s shows %d more fields", s.advancedKey, n))
	}
	return strings.Join(bits, " · ")
}
