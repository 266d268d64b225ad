package overlay

import (
	"errors"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/form"
	"frontdesk/ui/theme"
)

// NewUpdate makes the form of Update Ticket (interface.md, Endpoints 9) for a ticket; opened is what it holds, as far
// as Get Ticket has told, and now tells the account's time.
func NewUpdate(t *desk.Ticket, opened map[string]string, vocabulary command.Vocabulary, now func() time.Time, th *theme.Theme) *Sheet {
	s := &Sheet{
		Kind: command.KindUpdate, Record: t.ID, opened: opened,
		title: "Update " + t.ID.Line().String() + " · " + t.Title.String(),
	}
	known := func(name string) func(string) (string, error) {
		return func(v string) (string, error) {
			if v != "" && !slices.ContainsFunc(s.offered[name], func(o form.Option) bool { return o.Value == v }) {
				return "no ticket seen here has this key: the service may refuse it", nil
			}
			return "", nil
		}
	}
	f := form.New([]form.Field{
		{Name: command.FieldSubStatus, Label: "Sub-status", Kind: form.Choice, Free: true, Check: required(known(command.FieldSubStatus))},
		{Name: command.FieldQueue, Label: "Queue", Kind: form.Choice, Free: true, Hint: "as it is", Check: known(command.FieldQueue)},
		{Name: command.FieldDisposition, Label: "Disposition", Kind: form.Choice, Free: true, Hint: "as it is"},
		{Name: command.FieldCallback, Label: "Call back", Hint: "tomorrow 10:00 · mon 9:00 · +90m", Check: callback(now, opened[command.FieldCallback])},
		{Name: command.FieldComment, Label: "Comment", Kind: form.Long, Hint: "what was said and done"},
	}, th)
	s.form = f
	s.Offer(vocabulary)
	f.Set(map[string]string{
		command.FieldSubStatus: t.SubStatus.Key().Raw(), command.FieldQueue: t.Queue.Key().Raw(), command.FieldDisposition: opened[command.FieldDisposition],
	})
	s.initial = f.Values()
	s.required = func(values map[string]string) error {
		for name, v := range values {
			if strings.TrimSpace(v) != s.initial[name] {
				return nil
			}
		}
		return errors.New("nothing is changed yet: choose a sub-status, write a comment or set a callback")
	}
	return s
}

// Offer takes the vocabulary as it is known by now: a form may be open before the first days have arrived.
func (s *Sheet) Offer(v command.Vocabulary) {
	if s.Kind != command.KindUpdate {
		return
	}
	s.offered = map[string][]form.Option{
		command.FieldSubStatus: options(v.SubStatuses), command.FieldQueue: options(v.Queues), command.FieldDisposition: texts(v.Dispositions),
	}
	for name, all := range s.offered {
		s.form.Offer(name, all)
	}
}

// Learn takes what Get Ticket tells when the form was open already, unless a draft brought its own.
func (s *Sheet) Learn(opened map[string]string) {
	if s.opened == nil && s.Kind == command.KindUpdate {
		s.opened = opened
		if s.form.Values()[command.FieldDisposition] == "" {
			s.form.Set(map[string]string{command.FieldDisposition: opened[command.FieldDisposition]})
			s.initial[command.FieldDisposition] = opened[command.FieldDisposition]
		}
	}
}

func required(check func(string) (string, error)) func(string) (string, error) {
	return func(v string) (string, error) {
		if strings.TrimSpace(v) == "" {
			return "", errors.New("is needed")
		}
		return check(v)
	}
}

// callback reads a callback time and says which moment it means.
func callback(now func() time.Time, already string) func(string) (string, error) {
	return func(v string) (string, error) {
		if strings.TrimSpace(v) == "" {
			if already != "" {
				return "stays at " + already, nil
			}
			return "", nil
		}
		at, err := desk.ParseWhen(v, now())
		if err != nil {
			return "", err
		}
		return at.Format("Mon 2006-01-02 15:04 MST"), nil
	}
}

// options are codes as rows of a picker: the name, and the key where it differs.
func options(codes []desk.Code) []form.Option {
	out := make([]form.Option, 0, len(codes))
	for _, c := range codes {
		label := c.Label()
		if key := c.Key().Line().String(); key != "" && key != label {
			label += form.Between + key
		}
		out = append(out, form.Option{Value: c.Key().Raw(), Label: label})
	}
	return out
}

func texts(all []string) []form.Option {
	out := make([]form.Option, 0, len(all))
	for _, s := range all {
		out = append(out, form.Option{Value: s, Label: strings.ReplaceAll(text.PlainLine(s).String(), "|", " › ")})
	}
	return out
}

// NewTicket makes the form of Add Ticket (interface.md, Endpoints 8).
func NewTicket(email string, th *theme.Theme) *Sheet {
	f := form.New([]form.Field{
		{Name: command.FieldTitle, Label: "Title", Check: required(func(string) (string, error) { return "", nil })},
		{Name: command.FieldEmail, Label: "E-mail", Hint: "of the customer, if known", Check: address},
		{Name: command.FieldDue, Label: "Due", Hint: "2026-12-24, or nothing", Check: dueDate},
		{Name: command.FieldDetails, Label: "Details", Kind: form.Long, Hint: "what the customer says"},
	}, th)
	f.Set(map[string]string{command.FieldEmail: email})
	s := &Sheet{Kind: command.KindAdd, form: f, title: "New ticket"}
	s.initial = f.Values()
	s.required = func(map[string]string) error { return nil }
	return s
}

func address(v string) (string, error) {
	v = strings.TrimSpace(v)
	if name, host, ok := strings.Cut(v, "@"); v != "" && (!ok || name == "" || host == "" || strings.ContainsAny(v, " ,;")) {
		return "", errors.New("is no e-mail address, such as asha@example.com")
	}
	return "", nil
}

func dueDate(v string) (string, error) {
	if strings.TrimSpace(v) == "" {
		return "", nil
	}
	_, err := desk.ParseDay(strings.TrimSpace(v))
	return "", err
}
