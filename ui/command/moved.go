package command

import (
	"maps"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// Difference is one thing that is not, or will not be, as it was.
type Difference struct {
	Path, Label, Then, Now, Yours string

	News []string // of a timeline, the newest of the entries that others have written since
}

// moved is what is no longer as it was when the form was opened.
func (c *Commands) moved(k Kind, w Write, read reading) []Difference {
	now := read.values
	if w.Opened == nil || now == nil {
		return nil
	}
	vocabulary := c.Book.Vocabulary()
	opened, now, values := c.shown(w.Opened), c.shown(now), c.loose(w.Values)
	var out []Difference
	for _, p := range placesOf(k, opened, now) {
		if then := opened[p.path]; then != now[p.path] {
			if p.path == fieldTalks {
				out = append(out, newTalk(p, then, now[p.path], read.ticket))
				continue
			}
			out = append(out, Difference{
				Path: p.path, Label: p.label, Then: p.show(then, vocabulary), Now: p.show(now[p.path], vocabulary),
				Yours: p.show(values[p.path], vocabulary),
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
func newTalk(p place, then, now string, ticket *desk.Detail) Difference {
	d := Difference{Path: p.path, Label: p.label, Then: then, Now: now}
	before, _ := strconv.Atoi(then)
	after, _ := strconv.Atoi(now)
	news := after - before
	if news <= 0 || ticket == nil || len(ticket.Timeline) < news {
		return d
	}
	d.Now = "1 new entry"
	if news > 1 {
		d.Now = strconv.Itoa(news) + " new entries"
	}
	for _, e := range ticket.Timeline[len(ticket.Timeline)-min(news, shownEntries):] {
		d.News = append(d.News, entryLine(e))
	}
	return d
}

// entryLine is an entry of a timeline in one line: who wrote it, and what.
func entryLine(e desk.Entry) string {
	said := e.Body.Plain().Line().String()
	if who := e.Who.String(); who != "" {
		said = strings.TrimSuffix(who+": "+said, ": ")
	}
	return text.Cut(text.PlainLine(said).String(), entryWidth)
}

// onto are a form's values on the record as it is now: what the agent left as the form opened is as others have made it
// since, so that sending it all the same takes back nobody's work.
func onto(now wire.Values, w Write) wire.Values {
	out := maps.Clone(w.Values)
	for path, value := range out {
		then, opened := w.Opened[path]
		if is, known := now[path]; opened && known && strings.TrimSpace(value) == then {
			out[path] = is
		}
	}
	return out
}

// Changes is what a write would change of a record as it was opened, in the form's order.
func (c *Commands) Changes(w Write) []Difference {
	k, known := kinds[w.Kind]
	if !known {
		return nil
	}
	vocabulary, opened := c.Book.Vocabulary(), c.shown(w.Opened)
	w.Values = c.loose(w.Values)
	var out []Difference
	for _, p := range placesOf(k.Kind, w.Opened, w.Values) {
		if said := strings.TrimSpace(w.Values[p.path]); said != "" && said != w.Opened[p.path] || p.ask.Kind == wire.AskFlag && said != w.Opened[p.path] {
			out = append(out, Difference{Path: p.path, Label: p.label, Then: p.show(opened[p.path], vocabulary), Yours: p.show(said, vocabulary)})
		}
	}
	return out
}

// place is where something can be said, with what it is called.
type place struct {
	path, label string
	ask         wire.Ask
}

// placesOf are the places of a kind in its form's order; of blocks that are arrays, those that values speak of.
func placesOf(k Kind, values ...wire.Values) []place {
	all := wire.Values{}
	for _, v := range values {
		maps.Copy(all, v)
	}
	var out []place
	for _, b := range k.Blocks {
		if !b.Many {
			out = append(out, asks(b, b.Path, strings.TrimSpace(titleOf(k, b)))...)
			continue
		}
		for _, name := range b.Elements(all) {
			title := b.Title
			if who := all[b.Element(name)+".contact_person_name"]; who != "" {
				title = who
			}
			out = append(out, asks(b, b.Element(name), title)...)
		}
	}
	for _, l := range kinds[k.Name].also {
		out = append(out, place{path: l.path, label: l.label})
	}
	return out
}

// titleOf is a block's title beside a label; what a kind is about needs none.
func titleOf(k Kind, b wire.Block) string {
	if strings.EqualFold(b.Title, k.Noun) {
		return ""
	}
	return b.Title
}

func asks(b wire.Block, under, title string) []place {
	out := make([]place, len(b.Asks))
	for i, a := range b.Asks {
		p := place{path: a.Path, label: a.Label, ask: a}
		if under != "" {
			p.path = under + "." + a.Path
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
	case wire.AskFlag:
		return map[bool]string{true: "yes", false: "no"}[value == "true"]
	case wire.AskPairs:
		value = strings.NewReplacer("\t", ": ", "\n", ", ").Replace(value)
	}
	return strings.Join(strings.Fields(text.Plain(value).String()), " ") // whole: what changed may stand at its end
}
