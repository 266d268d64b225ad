package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// timeline is what happened, oldest first.
func (doc *document) timeline(d *desk.Detail) error {
	if len(d.Timeline) == 0 {
		return nil
	}
	doc.heading("Timeline")
	for i, e := range d.Timeline {
		doc.entryHead(e)
		if !e.Body.IsEmpty() {
			if err := doc.rich(e.Body, "  "); err != nil {
				return err
			}
		}
		doc.entryFacts(e.Facts)
		if i < len(d.Timeline)-1 {
			doc.lines = append(doc.lines, "")
		}
	}
	return nil
}

// entryFacts are what else an entry held, on few lines; a key is left out where its name stands beside it.
func (doc *document) entryFacts(facts []desk.Field) {
	var bits []string
	for _, f := range facts {
		name, isKey := strings.CutSuffix(f.Label.String(), " key")
		hasName := slices.ContainsFunc(facts, func(o desk.Field) bool { return o.Label.String() == name })
		if !isKey || !hasName {
			bits = append(bits, f.Label.String()+": "+strings.ReplaceAll(doc.at.zones.Value(f).Line().String(), "|", " › "))
		}
	}
	if len(bits) == 0 {
		return
	}
	for _, l := range wrap(strings.Join(bits, " · "), doc.look.Width-2) {
		doc.lines = append(doc.lines, "  "+doc.th.Muted.On(l))
	}
}

func (doc *document) entryHead(e desk.Entry) {
	when := e.When.String()
	if !e.At.IsZero() {
		when = clock(doc.at.zones.At(e.At), doc.at.now)
	}
	who := e.Who.String()
	if who == "" {
		who = e.Kind.String()
	}
	line := text.Cut(strings.TrimSpace(when+"  "+who), doc.look.Width-2)
	doc.lines = append(doc.lines, doc.th.Accent.On("● ")+doc.th.Heading.On(line))
}
