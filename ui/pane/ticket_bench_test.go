package pane

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// newLongTicket returns a ticket with 500 entries of 200 KB in all; every third one quotes the mail before.
func newLongTicket() *desk.TicketDetails {
	const entries, size = 500, 200 << 10
	text := strings.Repeat("The screen stays dark & the fan is loud. ", size/entries/41+1)[:size/entries]
	d := &desk.TicketDetails{Ticket: desk.Ticket{Title: safetext.LineFromText("Screen stays black")}, Body: safetext.NewHTML(text)}
	for i := range entries {
		body := fmt.Sprintf("%d: %s", i, text)
		if i%3 == 0 {
			body = fmt.Sprintf("%d\n\nOn Tuesday Asha wrote:\n> %s\n\n-- \nPriya", i, strings.ReplaceAll(text, "loud. ", "loud.\n> "))
		}
		d.Timeline = append(d.Timeline, desk.HistoryEntry{
			At: desk.UnixTime(1_700_000_000 + 60*i), Author: safetext.LineFromText("Asha Rao"), Body: safetext.NewHTML(body),
		})
	}
	return d
}

// BenchmarkTicketOpens measures how long it takes until a long ticket can be shown: for the first time, and again after
// a key has come back to it, when its texts are cached.
func BenchmarkTicketOpens(b *testing.B) {
	d := newLongTicket()
	for _, again := range []bool{false, true} {
		name := map[bool]string{false: "first", true: "again"}[again]
		b.Run(name, func(b *testing.B) {
			th, draw := theme.New(true, false), markdown.NewRenderer()
			for b.Loop() {
				if !again {
					draw = markdown.NewRenderer()
				}
				doc := &ticketRenderer{ctx: context.Background(), draw: draw, th: th, look: lookOf(th, 70), at: noon}
				if _, err := doc.ticket(d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
