package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// timeline writes the history, oldest entry first.
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

// newestEntry returns the index of the entry with the latest time, the later one of equal entries; the last index
// if no entry has a time.
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

// entryFacts writes the other values of an entry on as few lines as possible; a key is omitted if the corresponding
// name is present.
func (doc *ticketRenderer) entryFacts(facts []desk.LabeledValue) {
	var bits []string
	for _, f := range facts {
		if !isKeyOfNamed(f, facts) {
			f = doc.withQueueName(f)
			bits = append(
				bits,
				f.Label.String()+": "+strings.ReplaceAll(doc.at.zones.FormatField(f).Line().String(), "|", " › "),
			)
		}
	}
	if len(bits) == 0 {
		return
	}
	doc.lines = append(
		doc.lines,
		doc.th.Muted.RenderLines("  ", termwidth.Wrap(strings.Join(bits, " · "), doc.look.Width-2))...)
}

// withQueueName returns the name of a known queue instead of its key.
func (doc *ticketRenderer) withQueueName(f desk.LabeledValue) desk.LabeledValue {
	known := slices.IndexFunc(doc.queues, func(q desk.Code) bool { return q.Key().Raw() == f.Value.String() })
	if member(f) == "queuekey" && known >= 0 {
		f.Label, f.Value = safetext.LineFromText("Queue"), safetext.BlockFromText(doc.queues[known].Label())
	}
	return f
}

// isKeyOfNamed reports whether a field is the key of a value whose name is another field of the entry, such as
// substatusKey with substatus, or queue_key with queue_name. It compares member names, because labels may change.
func isKeyOfNamed(f desk.LabeledValue, facts []desk.LabeledValue) bool {
	subject, isKey := strings.CutSuffix(member(f), "key")
	return isKey && subject != "" && slices.ContainsFunc(facts, func(o desk.LabeledValue) bool {
		return member(o) == subject || member(o) == subject+"name"
	})
}

// member returns a field's member name in lower case without underscores, since accounts spell it differently.
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
	line := termwidth.Truncate(strings.TrimSpace(when+"  "+who), doc.look.Width-2)
	doc.lines = append(doc.lines, doc.th.Accent.Render("● ")+doc.th.Header.Render(line))
}
