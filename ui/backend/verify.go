package backend

import (
	"context"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
)

// added judges an add by the records that match it now.
func (a submitRequest) added(ctx context.Context, k *kind, _ desk.ID, prior submit.Prior) (SubmitResultMsg, error) {
	seen, err := a.find(ctx)
	if err != nil {
		return SubmitResultMsg{}, err
	}
	verdict, fresh := submit.Added(prior, seen.ids(), a.isMarked)
	found := seen.of(fresh)
	if verdict == submit.Confirmed && !found[0].differs {
		return SubmitResultMsg{Outcome: Saved, CreatedID: found[0].record, Warning: "The answer was lost, but " + found[0].says + "."}, nil
	}
	msg := SubmitResultMsg{Outcome: Unconfirmed}
	for _, one := range found {
		msg.Similar = append(msg.Similar, one.record)
	}
	switch {
	case verdict == submit.Absent && !seen.isWhole:
		msg.Evidence = "The service did not give out all " + k.Noun + "s, and none that it gave looks like it."
	case verdict == submit.Absent:
		msg.Evidence, msg.Absent = k.notFoundText, true
	case verdict == submit.Several:
		msg.Evidence = "Several " + k.Noun + "s look like it: " + list(found) + "."
	case verdict == submit.NotLooked:
		msg.Evidence = upper(lookAlikes(k.Noun, found)) + ", but may have been there before: that could not be looked at."
	case found[0].differs:
		msg.Evidence = upper(found[0].says) + "."
	default:
		msg.Evidence = upper(found[0].says) + ", and was not there before. Somebody else may have added it: look at it before you send again."
	}
	return msg, nil
}

// changed judges a change by the current record.
func (a submitRequest) changed(ctx context.Context, k *kind, record desk.ID, prior submit.Prior) (SubmitResultMsg, error) {
	found, err := a.look(ctx, prior)
	msg := SubmitResultMsg{Outcome: Unconfirmed, Evidence: found.says}
	switch {
	case err != nil:
		return msg, err
	case found.verdict == submit.Confirmed:
		return SubmitResultMsg{Outcome: Saved, Warning: "The answer was lost, but " + found.says + "."}, nil
	case found.verdict == submit.Absent:
		msg.Evidence, msg.Absent = k.notFoundText, true
	default:
		msg.Similar = []desk.ID{record}
	}
	return msg, nil
}

// upper capitalises the first letter of a sentence.
func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// lookAlikes describes the matching records.
func lookAlikes(noun string, found []match) string {
	if len(found) == 1 {
		return noun + " " + list(found) + " looks like it"
	}
	return noun + "s " + list(found) + " look like it"
}

func list(found []match) string {
	names := make([]string, len(found))
	for i, s := range found {
		names[i] = s.record.Display().String()
	}
	return strings.Join(names, ", ")
}
