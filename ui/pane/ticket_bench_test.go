package pane

import (
	"context"
	"fmt"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

const entryBody = "<p>Entry %d: the <b>machine</b> stops &amp; beeps.</p><ul><li>checked the plug</li><li>asked for a picture</li></ul>"

// BenchmarkLongConversation renders a ticket with 500 entries as it is opened: whole, the messages that are shown before the
// others, and whole again when its texts are known. It runs outside the update loop.
func BenchmarkLongConversation(b *testing.B) {
	ticket := &desk.TicketDetails{}
	for i := range 500 {
		ticket.Timeline = append(ticket.Timeline, desk.HistoryEntry{
			Author: safetext.LineFromText("Asha Rao"), At: desk.NewUnixTime(time.Unix(int64(i)*3600, 0)),
			Body: safetext.NewHTML(fmt.Sprintf(entryBody, i)),
		})
	}
	render := func(b *testing.B, draw *markdown.Renderer, most int) {
		th := theme.New(true, false)
		doc := &ticketRenderer{ctx: context.Background(), draw: draw, th: th, look: lookOf(th, 70), at: noon, newestFirst: true, most: most}
		if page, err := doc.ticket(ticket); err != nil || len(page.whole) < max(most, 1) {
			b.Fatal(len(page.whole), err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			render(b, markdown.NewRenderer(), 0)
		}
	})
	b.Run("what is seen first", func(b *testing.B) {
		for b.Loop() {
			render(b, markdown.NewRenderer(), firstMessages)
		}
	})
	b.Run("again", func(b *testing.B) {
		draw := markdown.NewRenderer()
		for b.Loop() {
			render(b, draw, 0)
		}
	})
}
