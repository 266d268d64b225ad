package editor

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
)

// fieldKinds maps the kinds of request fields to the kinds of form fields.
var fieldKinds = map[wire.Kind]form.Kind{
	wire.KindText: form.Text, wire.KindMultiline: form.Multiline, wire.KindInteger: form.Number, wire.KindBool: form.Checkbox, wire.KindDate: form.Date,
	wire.KindCallbackTime: form.Text, wire.KindDigits: form.Phone, wire.KindEmail: form.Email, wire.KindPairs: form.KeyValue,
}

// choices maps the fields with options from the account's vocabulary to those options, by path.
var choices = map[string]func(backend.Vocabulary) []form.Option{
	backend.FieldSubStatus:   func(v backend.Vocabulary) []form.Option { return options(v.SubStatuses) },
	backend.FieldQueue:       func(v backend.Vocabulary) []form.Option { return options(v.Queues) },
	backend.FieldDisposition: func(v backend.Vocabulary) []form.Option { return texts(v.Dispositions) },
}

func init() {
	for _, path := range wire.OrderChoices {
		choices[path] = func(v backend.Vocabulary) []form.Option { return texts(v.Orders[path]) }
	}
}

// isKeyed reports whether the values of a field are keys; the service accepts only its own.
func isKeyed(name string) bool { return name == backend.FieldSubStatus || name == backend.FieldQueue }

// sections builds the form of a kind from the description of its request.
func (e *Editor) sections() []form.Section {
	out := make([]form.Section, len(e.kind.Sections))
	for i, b := range e.kind.Sections {
		out[i].Title = b.Title
		if b.Repeated {
			out[i].RepeatPath, out[i].NewItemPrefix, out[i].AddLabel = b.Path, wire.NewElementPrefix, "another "+strings.ToLower(b.Title)
		}
		for _, a := range b.Asks {
			name := a.Key
			if b.Path != "" && !b.Repeated {
				name = b.Path + "." + a.Key
			}
			out[i].Fields = append(out[i].Fields, e.field(b, a, name))
		}
	}
	return out
}

func (e *Editor) field(b wire.Record, a wire.Field, name string) form.Field {
	f := form.Field{Name: name, Label: a.Label, Kind: fieldKinds[a.Kind], Hint: a.Hint, Required: a.Required, Advanced: b.IsAdvanced(a)}
	if choices[name] != nil {
		f.Kind, f.AllowCustom, f.Text = form.Select, true, slices.Contains(wire.OrderChoices, name)
	}
	f.Validate = func(v string) (string, error) {
		if err := a.Check(v); err != nil {
			return "", err
		}
		if judge := interpreters[a.Kind]; judge != nil {
			return judge(e, v)
		}
		if isKeyed(name) {
			return cmp.Or(e.unknownKeyWarning(name, v), e.unattendedWarning(name, v)), nil
		}
		return "", nil
	}
	return f
}

// hintHidden sets a placeholder in the fields that the service does not return: they are empty although the record
// may hold a value.
func (e *Editor) hintHidden() {
	if !e.kind.NeedsReview || e.kind.Creates {
		return
	}
	for _, b := range e.kind.Sections {
		for _, a := range b.Asks {
			if path := b.Path + "." + a.Key; !b.Repeated && !b.Collapsed && !wire.IsReturned(path) {
				e.form.SetPlaceholder(path, "not shown: type to change it")
			}
		}
	}
}

// interpreters maps kinds to functions that validate a value and describe its meaning, in addition to the checks of
// package wire.
var interpreters = map[wire.Kind]func(*Editor, string) (string, error){
	wire.KindCallbackTime: func(e *Editor, v string) (string, error) { return e.callback(v) },
	wire.KindDate: func(_ *Editor, v string) (string, error) {
		day, err := desk.ParseDate(strings.TrimSpace(v))
		if err != nil {
			return "", nil // empty: an invalid date was rejected before
		}
		return time.Date(day.Year, day.Month, day.Day, 0, 0, 0, 0, time.UTC).Format("Monday 2 January 2006"), nil
	},
}

// unknownKeyWarning returns a warning for a key that no listed ticket has.
func (e *Editor) unknownKeyWarning(name, v string) string {
	if v == "" || slices.ContainsFunc(e.options[name], func(o form.Option) bool { return o.Value == v }) {
		return ""
	}
	return "no ticket seen here has this key: the service may refuse it"
}

// staysUnattended returns a warning when a comment is written but the sub-status still means unattended: other agents
// would still see the ticket as unanswered.
func (e *Editor) unattendedWarning(name, v string) string {
	if e.form == nil || e.Kind != backend.KindUpdate || name != backend.FieldSubStatus {
		return ""
	}
	view := desk.View{Unattended: true}
	isUnattended := slices.ContainsFunc(e.subStatuses, func(c desk.Code) bool { return c.Key().Raw() == v && view.MatchesSubStatus(c) })
	if v != e.form.Baseline()[name] || !isUnattended || !e.HasCommentText() {
		return ""
	}
	return "stays unattended with this comment"
}

// hintCallback sets a placeholder in the empty callback field of a ticket that has a callback: without it the ticket
// would seem to have none.
func (e *Editor) hintCallback() {
	at, err := wire.ParseCallbackTime(e.original[backend.FieldCallback], e.zones.Account())
	if e.Kind == backend.KindUpdate && err == nil {
		e.form.SetPlaceholder(backend.FieldCallback, "stays "+e.zones.Local(at).Format("Mon 2 Jan 15:04 MST")+", or +90m")
	}
}

// callback parses a callback time and returns it for display.
func (e *Editor) callback(v string) (string, error) {
	if strings.TrimSpace(v) == "" {
		return "", nil // unchanged, as the placeholder shows
	}
	at, err := desk.ParseCallbackTime(v, e.now())
	if err == nil {
		err = wire.CheckUnambiguous(at, e.zones.Account())
	}
	if err != nil {
		return "", err
	}
	return e.zones.FormatBoth(at), nil
}

// errEmptied is the error of a field that the record holds and that cannot be cleared (PROTOCOL.md 2).
var errCannotClear = errors.New("cannot be emptied: the service leaves what is sent empty as it was")

// clearedField returns the first field of a customer or an order that was cleared, or "" if there is none.
func (e *Editor) clearedField(values map[string]string) string {
	if e.kind.Creates || !e.kind.NeedsReview {
		return ""
	}
	start := e.form.Baseline()
	for _, name := range e.form.Names() {
		if strings.TrimSpace(values[name]) == "" && start[name] != "" && start[name] != "true" {
			return name
		}
	}
	return ""
}

// options returns codes as options: the name, and the key where it differs.
func options(codes []desk.Code) []form.Option {
	out := make([]form.Option, 0, len(codes))
	for _, c := range codes {
		label := c.Label()
		if key := c.Key().Display().String(); key != "" && key != label {
			label += form.KeySeparator + key
		}
		out = append(out, form.Option{Value: c.Key().Raw(), Label: label})
	}
	return out
}

func texts(all []string) []form.Option {
	out := make([]form.Option, 0, len(all))
	for _, s := range all {
		out = append(out, form.Option{Value: s, Label: strings.ReplaceAll(safetext.LineFromText(s).String(), "|", " › ")})
	}
	return out
}
