package backend

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
)

// Change is a field with its original, current and entered value.
type Change struct {
	Path, Label, Original, Current, Mine string

	Note string // what becomes of a value that stays

	News []string // the newest timeline entries by others
}

// conflicts returns the fields that changed since the form was opened.
func (c *Backend) conflicts(w Submission, result submit.Result) []Change {
	if result.Outcome != Conflict {
		return nil
	}
	vocabulary, current := c.Cache.Vocabulary(), result.Current
	opened, now, values := c.shown(w.Original), c.shown(current), c.localCallback(submit.Rebase(current, w.Form))
	var out []Change
	for _, p := range fieldsOf(kinds[w.Kind].With(c.Cache.Blocks), opened, now) {
		switch then := opened[p.path]; {
		case !result.Conflicts[p.path]:
		case p.path == submit.FieldEntries:
			out = append(out, timelineChange(p, then, now[p.path], result.Ticket))
		default:
			out = append(out, Change{
				Path:     p.path,
				Label:    p.label,
				Original: p.show(then, vocabulary),
				Current:  p.show(now[p.path], vocabulary),
				Mine:     p.show(values[p.path], vocabulary),
			})
		}
	}
	return out
}

// Limits of the timeline entries shown beside a conflict: their number and the width of each.
const (
	shownEntries = 3
	entryWidth   = 400
)

// timelineChange returns the entries added to a timeline since it had the length in then.
func timelineChange(p place, then, now string, ticket *desk.TicketDetails) Change {
	d := Change{Path: p.path, Label: p.label, Original: then, Current: now}
	before, _ := strconv.Atoi(then)
	after, _ := strconv.Atoi(now)
	added := after - before
	if added <= 0 || ticket == nil || len(ticket.Timeline) < added {
		return d
	}
	d.Current = "1 new entry"
	if added > 1 {
		d.Current = strconv.Itoa(added) + " new entries"
	}
	for _, e := range ticket.Timeline[len(ticket.Timeline)-min(added, shownEntries):] {
		d.News = append(d.News, entryLine(e))
	}
	return d
}

// entryLine formats a timeline entry as one line: author and text.
func entryLine(e desk.HistoryEntry) string {
	said := e.Body.Text().Line().String()
	if who := e.Author.String(); who != "" {
		said = strings.TrimSuffix(who+": "+said, ": ")
	}
	return termwidth.Truncate(safetext.LineFromText(said).String(), entryWidth)
}

// Diff returns what a write would change of the original record, in the form's order.
func (c *Backend) Diff(w Submission) []Change {
	k, known := kinds[w.Kind]
	if !known {
		return nil
	}
	vocabulary, opened := c.Cache.Vocabulary(), c.shown(w.Original)
	w.Values = c.localCallback(w.Values)
	var out []Change
	for _, p := range fieldsOf(k.With(c.Cache.Blocks), w.Original, w.Values) {
		said := strings.TrimSpace(w.Values[p.path])
		_, isGiven := w.Values[p.path]
		canBeEmptied := p.field.Kind == schema.Bool || p.isInBlock && isGiven
		if said != w.Original[p.path] && (said != "" || canBeEmptied) {
			out = append(
				out,
				Change{
					Path:     p.path,
					Label:    p.label,
					Original: p.show(opened[p.path], vocabulary),
					Mine:     p.show(said, vocabulary),
				},
			)
		}
	}
	return out
}

// place is a field of a form with its path and label.
type place struct {
	path, label string
	field       schema.Field
	isInBlock   bool // of the account's own
}

// fieldsOf returns the fields of a kind in its form's order; of repeated sections, the elements that occur in values.
func fieldsOf(k FormKind, values ...wire.Values) []place {
	all := wire.Values{}
	for _, v := range values {
		maps.Copy(all, v)
	}
	var out []place
	for _, b := range k.Sections {
		if !b.Repeated {
			out = append(out, places(b, b.Path, strings.TrimSpace(titleOf(k, b)))...)
			continue
		}
		for _, name := range wire.ElementIDs(b, all) {
			title := b.Title
			if who := all[b.ElementPath(name)+".contact_person_name"]; who != "" {
				title = who
			}
			out = append(out, places(b, b.ElementPath(name), title)...)
		}
	}
	if k.Name == KindUpdate {
		out = append(out, place{path: submit.FieldEntries, label: "Timeline"})
	}
	return out
}

// titleOf returns a section's title for use in labels; empty for the section named like the kind.
func titleOf(k FormKind, b schema.Section) string {
	if strings.EqualFold(b.Title, k.Noun) || b.Block { // the labels in blocks are unambiguous
		return ""
	}
	return b.Title
}

func places(s schema.Section, under, title string) []place {
	var out []place
	for _, f := range s.Fields {
		p := place{path: schema.Join(under, f.Key), label: f.Label, field: f, isInBlock: s.Block}
		if title != "" {
			p.label = title + ": " + f.Label
		}
		if !f.Names {
			out = append(out, p)
		}
	}
	return out
}

// show formats a value for display; known codes are shown by their label.
func (p place) show(value string, v Vocabulary) string {
	codes := map[string][]desk.Code{FieldSubStatus: v.SubStatuses, FieldQueue: v.Queues}[p.path]
	for _, code := range codes {
		if code.Key().Raw() == value {
			return code.Label()
		}
	}
	switch p.field.Kind {
	case schema.Bool:
		return map[bool]string{true: "yes", false: "no"}[value == "true"]
	case schema.Pairs:
		value = strings.NewReplacer("\t", ": ", "\n", ", ").Replace(value)
	}
	// not truncated: the change may be at the end
	return strings.Join(strings.Fields(safetext.BlockFromText(value).String()), " ")
}

// FindConflict compares a form with its record, and takes what has changed as Submit would report it. Nothing is sent.
// A record without a difference is not taken: sending compares again.
func (c *Backend) FindConflict(w Submission, take func(SubmitResultMsg)) tea.Cmd {
	ctx := c.Context
	return Do(ctx, func() Then {
		result := c.sender().Compare(ctx, w.Form)
		if result.Outcome != Conflict {
			return nil
		}
		found := c.conflictOf(w, result)
		return func() tea.Cmd { take(found); return nil }
	})
}

func (c *Backend) conflictOf(w Submission, result submit.Result) SubmitResultMsg {
	return SubmitResultMsg{
		Kind: w.Kind, Record: w.Record, Copy: w.DraftCopy, Outcome: Conflict,
		Current: result.Current, Conflicts: c.conflicts(w, result),
	}
}

// TheirChanges is what others have changed on the ticket of an open form.
type TheirChanges struct {
	SubmitResultMsg        // as Submit would report it
	By, At          string // who and when, for a sentence
}

// CompareTicket compares a form with its ticket as it was read; false if nothing has changed since it was opened.
func (c *Backend) CompareTicket(w Submission, t *desk.TicketDetails) (TheirChanges, bool) {
	result := c.sender().CompareTicket(w.Form, t)
	if result.Outcome != Conflict {
		return TheirChanges{}, false
	}
	theirs := TheirChanges{SubmitResultMsg: c.conflictOf(w, result)}
	theirs.By, theirs.At = "someone", "before "+c.Zones.FormatClock(c.Now())
	known, _ := strconv.Atoi(w.Original[submit.FieldEntries])
	if known >= len(t.Timeline) {
		return theirs, true
	}
	added := t.Timeline[known:]
	if !added[0].At.IsZero() {
		theirs.At = "at "
		if len(added) > 1 {
			theirs.At = "since "
		}
		theirs.At += strings.TrimPrefix(c.Zones.FormatAsOf(c.Zones.LocalUnix(added[0].At), c.Now()), "as of ")
	}
	var names []string
	for _, e := range added {
		if who := e.Author.String(); who != "" && !slices.Contains(names, who) {
			names = append(names, who)
		}
	}
	if len(names) > 0 {
		theirs.By = strings.Join(names, ", ")
	}
	return theirs, true
}

// Brief words what was changed, as short as it is clear.
func (t TheirChanges) Brief() string {
	var said []string
	for _, d := range t.Conflicts {
		if d.Path == submit.FieldEntries {
			said = append(said, d.Current)
		} else {
			said = append(said, strings.TrimSpace(d.Label+" "+d.Current))
		}
	}
	return strings.Join(said, ", ")
}
