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
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
)

// fieldKinds maps the kinds of request fields to the kinds of form fields.
var fieldKinds = map[schema.Kind]form.Kind{
	schema.Multiline: form.Multiline, schema.Integer: form.Number, schema.Bool: form.Checkbox, schema.Date: form.Date,
	schema.Digits: form.Phone, schema.Email: form.Email, schema.Pairs: form.KeyValue,
}

// choices maps the sources of values to the options that the account's vocabulary has for the field at a path.
var choices = map[schema.Choices]func(v backend.Vocabulary, path string) []form.Option{
	schema.SubStatuses:  func(v backend.Vocabulary, _ string) []form.Option { return options(v.SubStatuses) },
	schema.Queues:       func(v backend.Vocabulary, _ string) []form.Option { return options(v.Queues) },
	schema.Dispositions: func(v backend.Vocabulary, _ string) []form.Option { return texts(v.Dispositions) },
	schema.OrderValues:  func(v backend.Vocabulary, path string) []form.Option { return texts(v.Orders[path]) },
}

// sections builds the form of a kind from the description of its request.
func (e *Editor) sections() []form.Section {
	out := make([]form.Section, len(e.kind.Sections))
	for i, b := range e.kind.Sections {
		out[i].Title = b.Title
		if b.Repeated {
			out[i].RepeatPath, out[i].NewItemPrefix, out[i].AddLabel = b.Path, schema.NewElementPrefix, "another "+strings.ToLower(
				b.Title,
			)
		}
		for _, f := range b.Fields {
			name := f.Key
			if !b.Repeated {
				name = schema.Join(b.Path, f.Key)
			}
			if !f.Names {
				out[i].Fields = append(out[i].Fields, e.field(b, f, name))
			}
		}
	}
	return out
}

// needsRow are the fields whose values are sentences, paths or times in two zones.
var needsRow = map[string]bool{
	"title": true, backend.FieldDisposition: true, backend.FieldCallback: true,
	schema.Join(schema.Customer.Path, "address"): true,
}

func (e *Editor) field(b schema.Section, a schema.Field, name string) form.Field {
	f := form.Field{
		Name:     name,
		Label:    a.Label,
		Short:    a.Short,
		Kind:     fieldKinds[a.Kind],
		Hint:     a.Hint,
		Required: a.Required && !e.isMany(),
		Wide:     needsRow[schema.Join(b.Path, a.Key)],
		Fills:    a.Kind == schema.Multiline && b.Path == "", // a ticket's form is for its text
		Advanced: b.IsAdvanced(a),
		Live:     a.Kind == schema.CallbackTime,
	}
	if a.Choices != schema.AnyValue {
		f.Kind, f.AllowCustom, f.Text = form.Select, a.Choices != schema.Listed, a.Choices == schema.OrderValues
	}
	f.Validate = func(v string) (string, error) {
		if e.isMany() && v == "" {
			return "", nil // stays as it is
		}
		if err := wire.CheckAmong(e.kind.Operation(), a, v, e.valuesNow(), wire.Known{Blocks: e.blocks}); err != nil {
			return "", err
		}
		if judge := interpreters[a.Kind]; judge != nil {
			return judge(e, v)
		}
		if a.Choices == schema.SubStatuses || a.Choices == schema.Queues { // the service accepts only its own keys
			return cmp.Or(e.unknownKeyWarning(name, v), e.unattendedWarning(name, v)), form.CheckKey(e.options[name], v)
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
		for _, f := range b.Fields {
			if path := schema.Join(b.Path, f.Key); !b.Repeated && !b.Collapsed && !wire.IsReturned(path) {
				e.Form.SetPlaceholder(path, "hidden: type to replace it")
			}
		}
	}
}

// interpreters maps kinds to functions that validate a value and describe its meaning, in addition to the checks of
// package wire.
var interpreters = map[schema.Kind]func(*Editor, string) (string, error){
	schema.CallbackTime: func(e *Editor, v string) (string, error) { return e.callback(v) },
	schema.Date: func(_ *Editor, v string) (string, error) {
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

// unattendedWarning returns a warning when a comment is written but the sub-status still means unattended: other agents
// would still see the ticket as unanswered.
func (e *Editor) unattendedWarning(name, v string) string {
	if e.Form == nil || e.Kind != backend.KindUpdate || name != backend.FieldSubStatus {
		return ""
	}
	isUnattended := slices.ContainsFunc(
		e.vocabulary.SubStatuses,
		func(c desk.Code) bool { return c.Key().Raw() == v && c.MeansUnattended() },
	)
	if v != e.Form.Baseline()[name] || !isUnattended || !e.HasCommentText() {
		return ""
	}
	return "stays unattended with this comment"
}

// hintCallback sets a placeholder in the empty callback field of a ticket that has a callback: without it the ticket
// would seem to have none. The record keeps it also when the ticket is closed, but closed tickets remind nobody.
func (e *Editor) hintCallback() {
	at, err := wire.ParseCallbackTime(e.original[backend.FieldCallback], e.zones.Account())
	if e.Kind != backend.KindUpdate || err != nil {
		return
	}
	local := e.zones.Local(at)
	hint := "stays " + desk.FormatMoment(local, e.now()) + local.Format(" MST") + ", or +90m"
	if e.vocabulary.IsClosing(e.Form.Values()[backend.FieldSubStatus]) {
		hint = "stays " + desk.FormatMoment(local, e.now()) + ", " + backend.WithoutReminder
	}
	e.Form.SetPlaceholder(backend.FieldCallback, hint)
}

// callback parses a callback time and returns it for display.
func (e *Editor) callback(v string) (string, error) {
	if strings.TrimSpace(v) == "" {
		return "", nil // unchanged, as the placeholder shows
	}
	return backend.ReadBackCallback(v, e.now(), e.zones)
}

// errCannotClear is the error of a field that the record holds and that cannot be cleared (PROTOCOL.md 2).
var errCannotClear = errors.New("cannot be emptied: the service ignores empty values")

// errNoKind is the error of a customer whose kinds were all unticked, which no request can say (PROTOCOL.md 2.1).
var errNoKind = errors.New("choose what the customer is: the service ignores an empty answer")

// kindPath returns the first of the kinds of an edited customer if none is ticked, or "".
func (e *Editor) kindPath(values map[string]string) string {
	first := ""
	for _, f := range schema.Customer.Fields {
		path := schema.Join(schema.Customer.Path, f.Key)
		switch {
		case f.Kind != schema.Bool || e.Kind != backend.KindUpdateCustomer:
		case values[path] != "":
			return ""
		case first == "":
			first = path
		}
	}
	return first
}

// named adds the id of the record that an update names.
func (e *Editor) named(values map[string]string) map[string]string {
	if e.kind.Operation() == backend.KindUpdate {
		values = maps.Clone(values)
		values["ticket_id"] = e.Record.Raw()
	}
	return values
}

// clearedField returns the first field of a customer or an order that was cleared, or "" if there is none.
func (e *Editor) clearedField(values map[string]string) string {
	if e.kind.Creates || !e.kind.NeedsReview {
		return ""
	}
	start := e.Form.Baseline()
	for _, name := range e.Form.Names() {
		if strings.TrimSpace(values[name]) == "" && start[name] != "" && start[name] != "true" {
			return name
		}
	}
	return ""
}

// isMany reports whether the form updates many tickets.
func (e *Editor) isMany() bool { return e.Kind == backend.KindUpdateMany }

// leaveAsIs is the first option of a field of a form for many: nothing is sent for it.
var leaveAsIs = form.Option{Value: "", Label: "leave as is"}

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
		out = append(
			out,
			form.Option{Value: s, Label: strings.ReplaceAll(safetext.LineFromText(s).String(), "|", " › ")},
		)
	}
	return out
}
