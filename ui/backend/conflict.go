package backend

import (
	"maps"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Change is one thing that is not, or will not be, as it was.
type Change struct {
	Path, Label, Original, Current, Mine string

	News []string // of a timeline, the newest of the entries that others have written since
}

// conflicts is what is no longer as it was when the form was opened.
func (c *Backend) conflicts(k FormKind, w Submission, read reading) []Change {
	now := read.values
	if w.Original == nil || now == nil {
		return nil
	}
	vocabulary := c.Book.Vocabulary()
	opened, now, values := c.shown(w.Original), c.shown(now), c.localCallback(w.Values)
	var out []Change
	for _, p := range fieldsOf(k, opened, now) {
		if then := opened[p.path]; then != now[p.path] {
			if p.path == fieldTalks {
				out = append(out, newTalk(p, then, now[p.path], read.ticket))
				continue
			}
			out = append(out, Change{
				Path: p.path, Label: p.label, Original: p.show(then, vocabulary), Current: p.show(now[p.path], vocabulary),
				Mine: p.show(values[p.path], vocabulary),
			})
		}
	}
	return out
}

// The newest entries of a timeline that are shown beside a conflict, and how long each may be.
const (
	shownEntries = 3
	entryWidth   = 400
)

// newTalk is what has come to a timeline that was as long as then says.
func newTalk(p place, then, now string, ticket *desk.TicketDetails) Change {
	d := Change{Path: p.path, Label: p.label, Original: then, Current: now}
	before, _ := strconv.Atoi(then)
	after, _ := strconv.Atoi(now)
	news := after - before
	if news <= 0 || ticket == nil || len(ticket.Timeline) < news {
		return d
	}
	d.Current = "1 new entry"
	if news > 1 {
		d.Current = strconv.Itoa(news) + " new entries"
	}
	for _, e := range ticket.Timeline[len(ticket.Timeline)-min(news, shownEntries):] {
		d.News = append(d.News, entryLine(e))
	}
	return d
}

// entryLine is an entry of a timeline in one line: who wrote it, and what.
func entryLine(e desk.HistoryEntry) string {
	said := e.Body.Text().Line().String()
	if who := e.Author.String(); who != "" {
		said = strings.TrimSuffix(who+": "+said, ": ")
	}
	return safetext.Truncate(safetext.LineFromText(said).String(), entryWidth)
}

// rebase are a form's values on the record as it is now: what the agent left as the form opened is as others have made it
// since, so that sending it all the same takes back nobody's work.
func rebase(now wire.Values, w Submission) wire.Values {
	out := maps.Clone(w.Values)
	for path, value := range out {
		then, opened := w.Original[path]
		if is, known := now[path]; opened && known && strings.TrimSpace(value) == then {
			out[path] = is
		}
	}
	return out
}

// Diff is what a write would change of a record as it was opened, in the form's order.
func (c *Backend) Diff(w Submission) []Change {
	k, known := kinds[w.Kind]
	if !known {
		return nil
	}
	vocabulary, opened := c.Book.Vocabulary(), c.shown(w.Original)
	w.Values = c.localCallback(w.Values)
	var out []Change
	for _, p := range fieldsOf(k.FormKind, w.Original, w.Values) {
		if said := strings.TrimSpace(w.Values[p.path]); said != "" && said != w.Original[p.path] || p.ask.Kind == wire.KindBool && said != w.Original[p.path] {
			out = append(out, Change{Path: p.path, Label: p.label, Original: p.show(opened[p.path], vocabulary), Mine: p.show(said, vocabulary)})
		}
	}
	return out
}

// place is where something can be said, with what it is called.
type place struct {
	path, label string
	ask         wire.Field
}

// fieldsOf are the places of a kind in its form's order; of blocks that are arrays, those that values speak of.
func fieldsOf(k FormKind, values ...wire.Values) []place {
	all := wire.Values{}
	for _, v := range values {
		maps.Copy(all, v)
	}
	var out []place
	for _, b := range k.Sections {
		if !b.Repeated {
			out = append(out, asks(b, b.Path, strings.TrimSpace(titleOf(k, b)))...)
			continue
		}
		for _, name := range b.ElementIDs(all) {
			title := b.Title
			if who := all[b.ElementPath(name)+".contact_person_name"]; who != "" {
				title = who
			}
			out = append(out, asks(b, b.ElementPath(name), title)...)
		}
	}
	for _, l := range kinds[k.Name].extraCompared {
		out = append(out, place{path: l.path, label: l.label})
	}
	return out
}

// titleOf is a block's title beside a label; what a kind is about needs none.
func titleOf(k FormKind, b wire.Record) string {
	if strings.EqualFold(b.Title, k.Noun) {
		return ""
	}
	return b.Title
}

func asks(b wire.Record, under, title string) []place {
	out := make([]place, len(b.Asks))
	for i, a := range b.Asks {
		p := place{path: a.Key, label: a.Label, ask: a}
		if under != "" {
			p.path = under + "." + a.Key
		}
		if title != "" {
			p.label = title + ": " + a.Label
		}
		out[i] = p
	}
	return out
}

// show is a value for people: the name of a key where one is known.
func (p place) show(value string, v Vocabulary) string {
	codes := map[string][]desk.Code{FieldSubStatus: v.SubStatuses, FieldQueue: v.Queues}[p.path]
	for _, code := range codes {
		if code.Key().Raw() == value {
			return code.Label()
		}
	}
	switch p.ask.Kind {
	case wire.KindBool:
		return map[bool]string{true: "yes", false: "no"}[value == "true"]
	case wire.KindPairs:
		value = strings.NewReplacer("\t", ": ", "\n", ", ").Replace(value)
	}
	return strings.Join(strings.Fields(safetext.BlockFromText(value).String()), " ") // whole: what changed may stand at its end
}
