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

// Editor is the form in the list's place, with the status of its submission; the record stays visible beside it. Its
// fields come from the kind of the form alone.
type Editor struct {
	Kind   string  // of its draft
	Record desk.ID // the record to change; zero for a new record that belongs to none
	Copy   string  // conflict copy of its draft, when another console has edited the same form
	kind   backend.FormKind
	title  string
	form   *form.Form
	warns  map[string]string // warnings shown while a field is empty, by field
	opened map[string]string // the record's values when the form was opened, for conflict detection; nil until they are loaded

	options     map[string][]form.Option // of choice fields, by field
	subStatuses []desk.Code              // seen on tickets
	now         func() time.Time         // in the agent's time zone
	zones       desk.TimeZones
	advancedKey string // label of the key that shows the advanced fields

	busy      string // progress text; empty unless a submission is running
	sent      string // conflict copy of the draft that is being submitted
	failed    string
	fromDraft bool
	width     int
	height    int
}

// Options configures an Editor.
type Options struct {
	Kind       string
	Record     desk.ID
	About      string            // shown beside the title, sanitised
	Values     map[string]string // initial values
	Opened     map[string]string // the record's values; nil when they are not loaded yet
	Masked     map[string]string // masked values of the record; shown but never filled in
	Hints      map[string]string // placeholders that replace those of the field descriptions
	Warnings   map[string]string // warnings shown while a field is empty
	Vocabulary backend.Vocabulary
	Now        func() time.Time // in the agent's time zone
	Zones      desk.TimeZones
	UnfoldKey  string // label of the key that shows the advanced fields
}

// NewSheet returns the editor for a kind of form.
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

// ensure adds an item for every repeated element that the values contain.
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

// SetVocabulary updates the options: a form may be opened before the first days have arrived.
func (s *Editor) SetVocabulary(v backend.Vocabulary) {
	s.options, s.subStatuses = map[string][]form.Option{}, v.SubStatuses
	for name, of := range choices {
		s.options[name] = of(v)
		s.form.SetOptions(name, s.options[name])
	}
}

// SetOriginal sets the record's values when they arrive after the form was opened, unless a draft supplied its own.
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

// Submission returns the values to send.
func (s *Editor) Submission() backend.Submission {
	return backend.Submission{Kind: s.Kind, Record: s.Record, DraftCopy: s.Copy, Values: s.form.Values(), Original: s.opened}
}

// NeedsReview reports whether the agent reviews the values before they are sent.
func (s *Editor) NeedsReview() bool { return s.kind.NeedsReview }

// Title returns the title of the form.
func (s *Editor) Title() string { return s.title }

// Adds reports whether the form creates a new record.
func (s *Editor) Adds() bool { return s.kind.Creates }

// IsDirty reports whether any value differs from the baseline.
func (s *Editor) IsDirty() bool { return s.form.IsChanged() }

// Draft returns the values to save.
func (s *Editor) Draft() backend.Draft {
	return backend.Draft{Key: s.DraftForm(), Original: s.opened, Values: s.form.Values()}
}

// DraftForm returns the key of the draft.
func (s *Editor) DraftForm() backend.DraftKey {
	return backend.DraftKey{Kind: s.Kind, Record: s.Record.Raw(), Conflict: s.Copy}
}

// LoadDraft fills in a draft. The record's values are restored with it, so that conflicts since then are detected
// before the submission.
func (s *Editor) LoadDraft(d backend.Draft) {
	s.ensure(d.Values)
	s.form.SetValues(d.Values)
	s.opened, s.fromDraft, s.Copy = d.Original, true, d.Conflict
	s.form.Echo(backend.FieldSubStatus)
}

// ApplyTheirs replaces the conflicting values with the current ones of the record; now is the record as last read.
func (s *Editor) ApplyTheirs(moved []backend.Change, now map[string]string) {
	theirs := map[string]string{}
	for _, d := range moved {
		theirs[d.Path] = now[d.Path]
	}
	if _, moves := theirs[backend.FieldCallback]; moves {
		theirs[backend.FieldCallback] = "" // an empty field leaves the callback unchanged
	}
	s.ensure(theirs)
	s.form.UpdateBaseline(theirs)
	s.opened, s.failed = now, ""
	s.form.Echo(backend.FieldSubStatus)
}

// ResetExceptComment resets every field but the comment to the record's values.
func (s *Editor) ResetExceptComment(now map[string]string) {
	theirs := map[string]string{backend.FieldCallback: ""}
	for _, name := range []string{backend.FieldSubStatus, backend.FieldQueue, backend.FieldDisposition} {
		theirs[name] = now[name]
	}
	s.form.UpdateBaseline(theirs)
	s.opened, s.failed = now, ""
	s.form.Echo(backend.FieldSubStatus)
}

// HasCommentField reports whether there is a comment field to insert text into.
func (s *Editor) HasCommentField() bool { return s.form.HasMultiline() }

// HasCommentText reports whether the comment of a ticket is not empty, so that it can be sent alone.
func (s *Editor) HasCommentText() bool {
	return strings.TrimSpace(s.form.Values()[backend.FieldComment]) != ""
}

// Insert inserts text into the comment at the cursor.
func (s *Editor) Insert(t string) {
	s.form.Insert(t)
	s.form.Echo(backend.FieldSubStatus)
}

// FocusOn moves the focus to a field.
func (s *Editor) FocusOn(name string) { s.form.FocusField(name) }

// SetValues sets the values of fields by name.
func (s *Editor) SetValues(values map[string]string) { s.form.SetValues(values) }

// Next moves the focus by a number of fields.
func (s *Editor) Next(by int) {
	if s.busy == "" {
		s.form.FocusNext(by)
	}
}

// Unfold shows or hides the advanced fields.
func (s *Editor) Unfold() { s.form.ToggleAdvanced() }

// HasTail reports whether the form has advanced fields.
func (s *Editor) HasTail() bool { return s.form.HasAdvanced() }

// Update handles a key or a paste; it ignores input while the form is being submitted.
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

// warnings returns the wrapped warnings of empty fields.
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

// Cursor returns the position in the focused field.
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

// refused turns the service's message into an error of a field.
func refused(why string) error { return errors.New(safetext.LineFromText(why).String()) }

// Validate reports whether the form can be sent; errors are shown beside their fields.
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

// SetSubmitting shows that the form is being submitted and blocks input.
func (s *Editor) SetSubmitting() { s.busy, s.failed, s.sent = s.kind.ProgressText, "", s.Copy }

// IsSending reports whether msg is the result of this form's submission: another form may have been opened in its
// place.
func (s *Editor) IsSending(msg backend.SubmitResultMsg) bool {
	return s.IsSubmitting() && s.Kind == msg.Kind && s.Record == msg.Record && s.sent == msg.Copy
}

// IsSubmitting reports whether the form is being submitted.
func (s *Editor) IsSubmitting() bool { return s.busy != "" }

// SetError shows why the form was not sent or saved; the values stay.
func (s *Editor) SetError(why string) { s.busy, s.failed = "", why }

// SetFieldError shows the service's message, beside the field that it names if that is known.
func (s *Editor) SetFieldError(field, why string) {
	why = "refused: " + why
	if s.SetError(why); s.form.SetError(field, refused(why)) {
		s.failed = "" // shown beside its field
	}
}

// View draws the form under its title, with a line for the status of the submission.
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

// more returns what is scrolled out of view.
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
