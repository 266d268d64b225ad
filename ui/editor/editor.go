// Package editor provides the form that adds or changes a ticket, a customer or an order.
package editor

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
	"frontdesk/ui/theme"
)

// Editor is the form in the list's place, with the status of its submission; the record stays visible beside it. Its
// fields are determined by the kind of the form.
type Editor struct {
	*form.Form
	Kind          string  // of its draft
	Record        desk.ID // the record to change; zero for a new record that belongs to none
	Copy          string  // conflict copy of its draft, when another console has edited the same form
	kind          backend.FormKind
	blocks        schema.Blocks
	title         string
	emptyWarnings map[string]string // warnings shown while a field is empty, by field
	// original is the record's values when the form was opened, for conflict detection; nil until they are loaded.
	original map[string]string

	options     map[string][]form.Option // of choice fields, by field
	vocabulary  backend.Vocabulary
	now         func() time.Time // in the agent's time zone
	zones       desk.TimeZones
	advancedKey string // label of the key that shows the advanced fields
	undoKey     string // label of the key that undoes typing

	progress      string // progress text; empty unless a submission is running
	submittedCopy string // conflict copy of the draft that is being submitted
	problem       string
	fromDraft     bool
	width         int
	height        int
	completion    completion
	theirs        *theirChanges // what others have changed since the form was opened; nil for nothing known
	others        string        // who else edits the record
}

// Options configures an Editor.
type Options struct {
	Kind        string
	Record      desk.ID
	Copy        string            // of its draft, for a form beside another one of the record; empty for none
	Subject     string            // shown beside the title, sanitised
	Values      map[string]string // initial values
	Original    map[string]string // the record's values; nil when they are not loaded yet
	Masked      map[string]string // masked values of the record; shown but never filled in
	Hints       map[string]string // placeholders that replace those of the field descriptions
	Warnings    map[string]string // warnings shown while a field is empty
	Vocabulary  backend.Vocabulary
	Now         func() time.Time // in the agent's time zone
	Zones       desk.TimeZones
	AdvancedKey string        // label of the key that shows the advanced fields
	UndoKey     string        // label of the key that undoes typing
	Blocks      schema.Blocks // the account's own
}

// New returns the editor for a kind of form.
func New(o Options, th *theme.Theme) *Editor {
	kind, _ := backend.LookupKind(o.Kind)
	kind = kind.With(o.Blocks)
	e := &Editor{
		Kind:          o.Kind,
		Record:        o.Record,
		Copy:          o.Copy,
		kind:          kind,
		blocks:        o.Blocks,
		emptyWarnings: o.Warnings,
		original:      o.Original,
		now:           o.Now,
		zones:         o.Zones,
		advancedKey:   o.AdvancedKey,
		undoKey:       o.UndoKey,
		title:         strings.TrimSpace(cmp.Or(kind.FormTitle, kind.Title) + " " + o.Subject),
	}
	e.Form = form.NewSections(e.sections(), th)
	e.Form.Head, e.Form.Menu, e.Form.Change = e.head, e.menu, e.change
	e.ensure(o.Values, o.Masked)
	for _, b := range kind.Sections {
		if b.Repeated && !b.Collapsed && kind.Creates {
			e.Form.EnsureItem(b.Path, schema.NewElementPrefix+"1")
		}
	}
	e.hintHidden()
	for name, hint := range o.Hints {
		e.Form.SetPlaceholder(name, hint)
	}
	for name, shown := range o.Masked {
		e.Form.SetPlaceholder(name, shown+" · masked: a new one replaces it")
	}
	e.SetVocabulary(o.Vocabulary)
	e.SetValues(o.Values)
	e.Form.SetBaseline(!kind.Creates)
	return e
}

// ensure adds an item for every repeated element that the values contain.
func (e *Editor) ensure(values ...map[string]string) {
	all := map[string]string{}
	for _, v := range values {
		maps.Copy(all, v)
	}
	for _, b := range e.kind.Sections {
		if b.Repeated {
			for _, name := range wire.ElementIDs(b, all) {
				e.Form.EnsureItem(b.Path, name)
			}
		}
	}
}

// SetVocabulary updates the options: a form may be opened before the first days have arrived.
func (e *Editor) SetVocabulary(v backend.Vocabulary) {
	e.options, e.vocabulary = map[string][]form.Option{}, v
	for _, section := range e.kind.Sections {
		for _, f := range section.Fields {
			if of := choices[f.Choices]; of != nil {
				path := schema.Join(section.Path, f.Key)
				e.setOptions(path, of(v, path))
			}
		}
	}
	e.listDependent()
}

// setOptions changes the options of a field.
func (e *Editor) setOptions(path string, options []form.Option) {
	if e.isMany() {
		options = append([]form.Option{leaveAsIs}, options...)
	}
	if slices.Equal(e.options[path], options) {
		return
	}
	e.options[path] = options
	e.Form.SetOptions(path, options)
}

// SetOriginal sets the record's values when they arrive after the form was opened, unless a draft supplied its own.
func (e *Editor) SetOriginal(opened map[string]string) {
	if e.original != nil || e.Kind != backend.KindUpdate {
		return
	}
	e.original = opened
	e.hintCallback()
	if e.Form.Values()[backend.FieldDisposition] == "" {
		e.Form.UpdateBaseline(map[string]string{backend.FieldDisposition: opened[backend.FieldDisposition]})
	}
	e.fillBlocks(opened)
}

// Submission returns the values to send.
func (e *Editor) Submission() backend.Submission {
	form := backend.Form{Kind: e.Kind, Record: e.Record, Values: e.Form.Values(), Original: e.original}
	return backend.Submission{Form: form, DraftCopy: e.Copy}
}

// NeedsReview reports whether the agent reviews the values before they are sent.
func (e *Editor) NeedsReview() bool { return e.kind.NeedsReview }

// Title returns the title of the form.
func (e *Editor) Title() string { return e.title }

// Creates reports whether the form creates a new record.
func (e *Editor) Creates() bool { return e.kind.Creates }

// Draft returns the values to save.
func (e *Editor) Draft() backend.Draft {
	return backend.Draft{Key: e.DraftKey(), Original: e.original, Values: e.Form.Values(), Cut: e.Form.Cut()}
}

// DraftKey returns the key of the draft; the zero one where no form is open.
func (e *Editor) DraftKey() backend.DraftKey {
	if e == nil {
		return backend.DraftKey{}
	}
	return backend.DraftKey{Kind: e.Kind, Record: e.Record.Raw(), Conflict: e.Copy}
}

// LoadDraft fills in a draft. The record's values are restored with it, so that conflicts since then are detected
// before the submission.
func (e *Editor) LoadDraft(d backend.Draft) {
	e.ensure(d.Values)
	e.SetValues(d.Values)
	e.Form.SetCut(d.Cut)
	e.original, e.fromDraft, e.Copy = d.Original, true, d.Conflict
	e.Form.Echo(backend.FieldSubStatus)
	e.hintCallback()
}

// ApplyTheirs replaces the conflicting values with the current ones of the record; now is the record as last read.
func (e *Editor) ApplyTheirs(moved []backend.Change, now map[string]string) {
	theirs := map[string]string{}
	for _, d := range moved {
		theirs[d.Path] = now[d.Path]
	}
	if _, moves := theirs[backend.FieldCallback]; moves {
		theirs[backend.FieldCallback] = "" // an empty field leaves the callback unchanged
	}
	e.ensure(theirs)
	e.Form.UpdateBaseline(theirs)
	e.listDependent()
	e.original, e.problem, e.theirs = now, "", nil
	e.Form.Echo(backend.FieldSubStatus)
	e.hintCallback()
}

// ResetExceptComment resets every field but the comment to the record's values.
func (e *Editor) ResetExceptComment(now map[string]string) {
	theirs := map[string]string{backend.FieldCallback: ""}
	fields := []string{backend.FieldSubStatus, backend.FieldQueue, backend.FieldDisposition}
	for _, name := range append(fields, e.blocks.Paths()...) {
		theirs[name] = now[name]
	}
	e.Form.UpdateBaseline(theirs)
	e.listDependent()
	e.original, e.problem, e.theirs = now, "", nil
	e.Form.Echo(backend.FieldSubStatus)
	e.hintCallback()
}

// Changes returns the values that the agent has changed, as they were typed. Emptied ones are left out.
func (e *Editor) Changes() map[string]string {
	changed, baseline := map[string]string{}, e.Form.Baseline()
	for path, value := range e.Form.Values() {
		if value != "" && value != baseline[path] {
			changed[path] = value
		}
	}
	return changed
}

// HasCommentText reports whether the comment of a ticket is not empty, so that it can be sent alone.
func (e *Editor) HasCommentText() bool {
	return strings.TrimSpace(e.Form.Values()[backend.FieldComment]) != ""
}

// Insert inserts text into the comment at the cursor.
func (e *Editor) Insert(t string) {
	e.Form.Insert(t)
	e.Form.Echo(backend.FieldSubStatus)
}

// ReplaceText replaces the text that Insert would change.
func (e *Editor) ReplaceText(t string) {
	e.Form.ReplaceText(t)
	e.Form.Echo(backend.FieldSubStatus)
}

// FocusNext moves the focus by a number of fields.
func (e *Editor) FocusNext(by int) {
	if e.progress == "" {
		e.fitBlocks()
		e.Form.FocusNext(by)
		e.updateCompletion()
	}
}

// change changes the form, and then what depends on it.
func (e *Editor) change(do func()) {
	e.problem = ""
	at := e.Form.Focused()
	do()
	if e.listDependent(); e.Form.Focused() != at {
		e.fitBlocks()
	}
	e.Form.Echo(backend.FieldSubStatus)
	e.hintCallback()
	e.updateCompletion()
}

// SetSize sets columns and rows.
func (e *Editor) SetSize(w, h int) {
	e.width, e.height = w, h
	e.Form.SetSize(w, h-1)
}

// Least returns how many rows show every field, with a text that is not written right now shortened, and the status.
func (e *Editor) Least() int { return e.Form.Least() + 1 }

// head returns the title with the warnings.
func (e *Editor) head(th *theme.Theme, _ int) []string {
	title := th.Accent.Render(termwidth.Truncate(e.title, e.width))
	return append(append([]string{title}, th.Warning.RenderLines("", e.warnings())...), "")
}

// warnings returns the wrapped warnings of empty fields.
func (e *Editor) warnings() []string {
	var lines []string
	if e.others != "" {
		lines = append(lines, termwidth.Truncate(e.others, e.width))
	}
	lines = append(lines, e.theirLines()...)
	if len(e.emptyWarnings) == 0 {
		return lines // without a look at the values, which may be long
	}
	values := e.Form.Values()
	for _, name := range e.Form.Names() {
		if e.emptyWarnings[name] != "" && strings.TrimSpace(values[name]) == "" {
			lines = append(lines, termwidth.Wrap("! "+e.emptyWarnings[name], e.width)...)
		}
	}
	return lines
}

// Validate reports whether the form can be sent; errors are shown beside their fields.
func (e *Editor) Validate() bool {
	e.problem = ""
	e.fitBlocks()
	if !e.Form.Validate() {
		return false
	}
	values := e.Form.Values()
	if name := e.clearedField(values); name != "" {
		return !e.Form.SetError(name, errCannotClear)
	}
	if path := e.kindPath(values); path != "" {
		return !e.Form.SetError(path, errNoKind)
	}
	for _, p := range wire.Validate(e.kind.Operation(), e.named(values), e.known()) {
		if e.isMany() && p.IsMissing() {
			continue // stays as it is
		}
		if isKept := p.Value != "" &&
			p.Value == e.Form.Baseline()[p.Path]; !isKept { // a record may hold what nobody may send
			return !e.Form.SetError(p.Path, p)
		}
	}
	if !e.Form.IsChanged() {
		e.problem = map[bool]string{true: "nothing is filled in yet", false: "nothing is changed yet"}[e.kind.Creates]
		return false
	}
	return true
}

// SetSubmitting shows that the form is being submitted and blocks input.
func (e *Editor) SetSubmitting() {
	e.progress, e.problem, e.submittedCopy = e.kind.ProgressText, "", e.Copy
	e.Form.Locked = true
}

// IsSending reports whether msg is the result of this form's submission: another form may have been opened in its
// place.
func (e *Editor) IsSending(msg backend.SubmitResultMsg) bool {
	return e.IsSubmitting() && e.Kind == msg.Kind && e.Record == msg.Record && e.submittedCopy == msg.Copy
}

// IsSubmitting reports whether a form is open and being submitted.
func (e *Editor) IsSubmitting() bool { return e != nil && e.progress != "" }

// IsOf reports whether a form is open and of a record.
func (e *Editor) IsOf(kind string, record desk.ID) bool {
	return e != nil && e.Kind == kind && e.Record == record
}

// SetError shows why the form was not sent or saved; the values stay.
func (e *Editor) SetError(why string) { e.progress, e.problem, e.Form.Locked = "", why, false }

// SetRefusal shows the service's message, beside the field that it names if that is known.
func (e *Editor) SetRefusal(field, why string) { e.SetFieldError(field, "refused: "+why) }

// SetFieldError shows why the form was not sent, beside a field if that is known.
func (e *Editor) SetFieldError(field, why string) {
	if e.SetError(why); e.Form.SetError(field, errors.New(safetext.LineFromText(why).String())) {
		e.problem = "" // shown beside its field
	}
}
