package command

import (
	"context"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
)

// added judges an add by the records that look like it now.
func (a attempt) added(ctx context.Context, k *kind, _ desk.Key, prior submit.Prior) (WrittenMsg, error) {
	seen, err := a.find(ctx)
	if err != nil {
		return WrittenMsg{}, err
	}
	verdict, fresh := submit.Added(prior, seen.ids(), a.isMarked)
	found := seen.of(fresh)
	if verdict == submit.Confirmed && !found[0].differs {
		return WrittenMsg{Outcome: Stored, Made: found[0].record, Warning: "The answer was lost, but " + found[0].says + "."}, nil
	}
	msg := WrittenMsg{Outcome: Unknown}
	for _, one := range found {
		msg.Similar = append(msg.Similar, one.record)
	}
	switch {
	case verdict == submit.Absent && !seen.isWhole:
		msg.Found = "The service did not give out all " + k.Noun + "s, and none that it gave looks like it."
	case verdict == submit.Absent:
		msg.Found, msg.Absent = k.absent, true
	case verdict == submit.Several:
		msg.Found = "Several " + k.Noun + "s look like it: " + list(found) + "."
	case verdict == submit.NotLooked:
		msg.Found = upper(lookAlikes(k.Noun, found)) + ", but may have been there before: that could not be looked at."
	case found[0].differs:
		msg.Found = upper(found[0].says) + "."
	default:
		msg.Found = upper(found[0].says) + ", and was not there before. Somebody else may have added it: look at it before you send again."
	}
	return msg, nil
}

// changed judges a change by its record as it is now.
func (a attempt) changed(ctx context.Context, k *kind, record desk.Key, prior submit.Prior) (WrittenMsg, error) {
	found, err := a.look(ctx, prior)
	msg := WrittenMsg{Outcome: Unknown, Found: found.says}
	switch {
	case err != nil:
		return msg, err
	case found.verdict == submit.Confirmed:
		return WrittenMsg{Outcome: Stored, Warning: "The answer was lost, but " + found.says + "."}, nil
	case found.verdict == submit.Absent:
		msg.Found, msg.Absent = k.absent, true
	default:
		msg.Similar = []desk.Key{record}
	}
	return msg, nil
}

// upper begins a sentence.
func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// lookAlikes says which records look like what was sent.
func lookAlikes(noun string, found []sight) string {
	if len(found) == 1 {
		return noun + " " + list(found) + " looks like it"
	}
	return noun + "s " + list(found) + " look like it"
}

func list(found []sight) string {
	names := make([]string, len(found))
	for i, s := range found {
		names[i] = s.record.Line().String()
	}
	return strings.Join(names, ", ")
}
