package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// timeline is what happened, oldest first.
func (doc *ticketRenderer) timeline(d *desk.TicketDetails) error {
	if len(d.Timeline) == 0 {
		return nil
	}
	doc.heading("Timeline")
	newest := newestEntry(d.Timeline)
	for i, e := range d.Timeline {
		if i == newest {
			doc.newest = len(doc.lines)
		}
		doc.entryHead(e)
		if !e.Body.IsEmpty() {
			if err := doc.rich(e.Body, "  "); err != nil {
				return err
			}
		}
		doc.entryFacts(e.Values)
		if i == newest {
			doc.ends = len(doc.lines)
		}
		if i < len(d.Timeline)-1 {
			doc.lines = append(doc.lines, "")
		}
	}
	return nil
}

// newestEntry is the place of the entry with the latest date, the later one of two; the last of all when none has a date.
func newestEntry(timeline []desk.HistoryEntry) int {
	newest := len(timeline) - 1
	var at desk.UnixTime
	for i, e := range timeline {
		if !e.At.IsZero() && e.At >= at {
			newest, at = i, e.At
		}
	}
	return newest
}

// entryFacts are what else an entry held, on few lines; a key is left out where its name stands beside it.
func (doc *ticketRenderer) entryFacts(facts []desk.LabeledValue) {
	var bits []string
	for _, f := range facts {
		if !isKeyOfNamed(f, facts) {
			bits = append(bits, f.Label.String()+": "+strings.ReplaceAll(doc.at.zones.FormatField(f).Line().String(), "|", " › "))
		}
	}
	if len(bits) == 0 {
		return
	}
	for _, l := range wrap(strings.Join(bits, " · "), doc.look.Width-2) {
		doc.lines = append(doc.lines, "  "+doc.th.Muted.Render(l))
	}
}

// isKeyOfNamed says whether a field is the key of something that another field of the entry names. The members tell,
// as substatusKey beside substatus or queue_key beside queue_name do: labels are words for people, and may change.
func isKeyOfNamed(f desk.LabeledValue, facts []desk.LabeledValue) bool {
	subject, isKey := strings.CutSuffix(member(f), "key")
	return isKey && subject != "" && slices.ContainsFunc(facts, func(o desk.LabeledValue) bool {
		return member(o) == subject || member(o) == subject+"name"
	})
}

// member is the name of a field's member however an account spells it.
func member(f desk.LabeledValue) string {
	return strings.ToLower(strings.ReplaceAll(f.Member, "_", ""))
}

func (doc *ticketRenderer) entryHead(e desk.HistoryEntry) {
	when := e.RawTime.String()
	if !e.At.IsZero() {
		when = clock(doc.at.zones.LocalUnix(e.At), doc.at.now)
	}
	who := e.Author.String()
	if who == "" {
		who = e.Kind.String()
	}
	line := safetext.Truncate(strings.TrimSpace(when+"  "+who), doc.look.Width-2)
	doc.lines = append(doc.lines, doc.th.Accent.Render("● ")+doc.th.Header.Render(line))
}
