package cli

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cache"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

const largestLimit = 10_000 // PROTOCOL.md 6.2

func ticketPullCommand(env func(string) string) *cobra.Command {
	var days dateRangeFlags
	var limit int
	var filterText, view string
	c := &cobra.Command{
		Use: "pull --from DATE --to DATE", Short: "Print the tickets created in a range of days", Args: atMostWords(0),
		Annotations: prints(record.Ticket),
		Long: "Print the tickets created between two days, both included, oldest first. A day\n" +
			"is YYYY-MM-DD, today or yesterday, in the time zone of the account. --filter\n" +
			"takes the filters of the inbox; see frontdesk docs filter. With --view, the days\n" +
			"are those of the console unless they are given, and a view of open tickets has\n" +
			"those of older days, too.",
	}
	days.define(c)
	c.Flags().IntVar(&limit, "limit", 0, "print at most this `number` of tickets per day, 1 to 10000")
	c.Flags().StringVar(&filterText, "filter", "", "print only tickets that match this `filter`, such as 'is:open refund'")
	c.Flags().StringVar(&view, viewFlag, "", "print only tickets in the view of this `name`")
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, _ []string) error {
		if c.Flags().Changed("limit") && (limit < 1 || limit > largestLimit) {
			return exitcode.UsageErrorf("--limit must be from 1 to %d", largestLimit)
		}
		filterText = safetext.Searched(filterText)
		if err := checkFilter(filterText); err != nil {
			return err
		}
		read := days.parse
		if view != "" {
			read = days.parseOrLast
		}
		span, err := read(s)
		if err != nil {
			return err
		}
		return pullTickets{Span: span, Limit: limit, Filter: filterText, View: view}.Run(ctx, s)
	})
}

// pullTickets prints the tickets created in a range of days, oldest first and without duplicates.
type pullTickets struct {
	Span   desk.DateRange
	Limit  int    // maximum number of tickets per day; 0 for all
	Filter string // empty for all tickets
	View   string // the name of a view of the agent; empty for all tickets
}

// maxConcurrentDays is how many days are pulled before their tickets are printed: as many as the cache pulls
// concurrently.
const maxConcurrentDays = 8

// Run pulls and prints the tickets. Missing or truncated days are reported on standard error.
func (p pullTickets) Run(ctx context.Context, s *Invocation) error {
	days, err := daysOf(p.Span)
	if err != nil {
		return err
	}
	slices.Reverse(days)
	conn, err := s.Open(ctx, wire.PullTicket.OperationInfo)
	if err != nil {
		return err
	}
	view, err := viewNamed(ctx, s, conn, p.View)
	if err != nil {
		return exitcode.UsageError(err)
	}
	c, responses, err := recordingClient(conn.Client)
	if err != nil {
		return err
	}
	records := cache.New(
		cache.Config{
			Client:     c,
			Zone:       s.zones().Account(),
			Now:        time.Now,
			PullLimit:  max(p.Limit, s.Settings.Limit),
			FixedLimit: p.Limit > 0,
			OpenSince:  s.Settings.OpenSince,
			PullTries:  1,
		},
	)
	out := &ticketPrinter{
		invocation: s, list: list[desk.Ticket]{invocation: s, kind: &ticketKind, context: ctx}, seen: idSet{},
	}
	if p.Filter+p.View != "" {
		out.filter = &ticketFilter{view: view.Filter, text: p.Filter, records: records}
	}
	end := s.showPullStatus(records, p.Span, len(days))
	var missing []dayError
	remaining := days
	for chunk := range slices.Chunk(days, maxConcurrentDays) {
		chunkRange := desk.DateRange{From: chunk[0], To: chunk[len(chunk)-1]}
		err, remaining = records.Pull(ctx, chunkRange), remaining[len(chunk):]
		out.add(responses.drain())
		statuses := records.Progress(chunkRange).Days
		for _, d := range statuses {
			if !p.isComplete(d) {
				missing = append(missing, dayErrorOf(d))
			}
		}
		if ctx.Err() != nil ||
			!slices.ContainsFunc(statuses, func(d cache.DayStatus) bool { return d.State != cache.Failed }) {
			break // interrupted, or every day failed: the following days would fail, too
		}
	}
	end()
	for _, day := range remaining {
		missing = append(missing, dayError{day, errNotPulled})
	}
	if out.filter != nil && cache.IsOfAnyDay(view.Filter, p.Filter) {
		readQueueDays(ctx, s, records, err, func() { out.addOlder(responses.drain()) })
		out.queue = records.Queue()
	}
	return p.outcome(ctx, s, out, days, missing, err)
}

// isComplete reports whether a day holds everything that was requested.
func (p pullTickets) isComplete(d cache.DayStatus) bool {
	return d.State == cache.Complete || d.State == cache.Truncated && p.Limit > 0
}

// outcome prints the tickets and reports what is missing.
func (p pullTickets) outcome(
	ctx context.Context,
	s *Invocation,
	out *ticketPrinter,
	days []desk.Date,
	incomplete []dayError,
	err error,
) error {
	if out.days == 0 && err != nil {
		return cmp.Or(firstCause(incomplete), err)
	}
	if err := out.finish(ctx, loadedDays(p.Span, incomplete)); err != nil {
		return err
	}
	reportDayErrors(s, incomplete)
	noteQueue(s, out.queue)
	absent := len(days) - out.days
	switch {
	case ctx.Err() != nil:
		return exitcode.ErrInterrupted
	case absent > 0:
		return exitcode.Partialf("%d of %d days are missing", absent, len(days))
	case len(incomplete) > 0:
		return exitcode.Partialf("%d of %d days are cut short", len(incomplete), len(days))
	case !out.queue.IsWhole() || out.queue.Cut > 0 && p.Limit == 0:
		return exitcode.Partialf("not all open tickets are known")
	}
	return nil
}

// ticketPrinter prints the tickets of successive days: JSON immediately, a table at the end, when all widths are known.
type ticketPrinter struct {
	invocation *Invocation
	list       list[desk.Ticket]
	seen       idSet
	days       int                      // days received, complete or not
	unnumbered int                      // records without a ticket number
	filter     *ticketFilter            // nil for all tickets
	older      []recordRow[desk.Ticket] // open tickets of other days that the filter may have
	queue      cache.QueueStatus        // of which days these are known; zero if they are not wanted
}

// add prints the responses of some days. A day that was requested again with a larger limit has several; the last one
// holds the most.
func (p *ticketPrinter) add(answers []response) {
	if p.filter != nil {
		p.filter.waiting = append(p.filter.waiting, answers...)
		p.days += len(byDayOf(answers))
		return
	}
	p.print(answers)
	p.days += len(byDayOf(answers))
}

// addOlder keeps the open tickets of another day. Its closed ones are in no list.
func (p *ticketPrinter) addOlder(answers []response) {
	for _, day := range byDayOf(answers) {
		p.older = append(p.older, slices.DeleteFunc(p.rows(day), func(r recordRow[desk.Ticket]) bool {
			return r.value.Marks.Has(desk.Closed)
		})...)
	}
}

// byDayOf returns the last response of each day.
func byDayOf(answers []response) map[string]response {
	byDay := map[string]response{}
	for _, r := range answers {
		if r.op.Name == wire.PullTicket.Name {
			byDay[dayOfRequest(r.request, "start_date")] = r
		}
	}
	return byDay
}

// print prints the tickets of some days. A ticket that two days have is printed once, as the one that supersedes the
// other.
func (p *ticketPrinter) print(answers []response) {
	var all []recordRow[desk.Ticket]
	byDay := byDayOf(answers)
	for _, day := range slices.Sorted(maps.Keys(byDay)) {
		all = append(all, p.rows(byDay[day])...)
	}
	rows := ticketKind.newest(append(p.older, all...))
	if len(p.older) > 0 {
		slices.SortStableFunc(rows, compareTickets)
	}
	for _, r := range rows {
		if id := r.value.ID.Raw(); p.seen.add(id) && p.filter.has(id) {
			p.list.add(r)
		}
	}
}

// ticketKind is tickets as lists have them, the oldest first.
var ticketKind = kind[desk.Ticket]{
	noun:       "ticket",
	record:     record.OfTicket,
	id:         func(t *desk.Ticket) string { return t.ID.Raw() },
	supersedes: (*desk.Ticket).Supersedes,
	columns:    ticketColumns,
}

func compareTickets(a, b recordRow[desk.Ticket]) int {
	return cmp.Compare(a.value.Created, b.value.Created)
}

// rows returns the tickets of a day, oldest first.
func (p *ticketPrinter) rows(day response) []recordRow[desk.Ticket] {
	page, err := wire.PullTicket.Decode(
		bytes.NewReader(day.answer),
		wire.DecodeOptions{Zone: p.invocation.zones().Account()},
	)
	if err != nil {
		return nil // the client has decoded it before
	}
	p.unnumbered += page.Unnumbered
	rows := make([]recordRow[desk.Ticket], len(page.Tickets))
	for i, t := range page.Tickets {
		rows[i].value = t
	}
	if p.invocation.isRaw() {
		records, _ := day.op.RawRecords(day.answer)
		for i, place := range page.Places {
			rows[i].record = records[place]
		}
	}
	slices.SortStableFunc(rows, compareTickets)
	return rows
}

// finish prints the rest of the output. It names the days if it has found nothing.
func (p *ticketPrinter) finish(ctx context.Context, days string) error {
	if p.filter != nil {
		if err := p.filter.list(ctx, p.invocation); err != nil {
			return err
		}
		p.print(p.filter.waiting)
	}
	if err := p.list.end(); err != nil {
		return err
	}
	if !p.invocation.forScripts() && len(p.seen) == 0 {
		p.invocation.Notef("no tickets of %s", days)
	}
	if p.unnumbered > 0 {
		p.invocation.Notef("%s", desk.UnnumberedNote(p.unnumbered))
	}
	if p.filter != nil && !p.invocation.forScripts() && len(p.seen) > 0 {
		p.invocation.Notef("%d of %d tickets match the filter", len(p.list.shown), len(p.seen))
	}
	return nil
}

// formatTime formats a time in the agent's time zone for a table; empty if it is zero.
func formatTime(at desk.UnixTime, zones desk.TimeZones) string {
	if at.IsZero() {
		return ""
	}
	return zones.LocalUnix(at).Format("2006-01-02 15:04")
}

// ticketColumns are the columns of a ticket table; the title is last because it may be long.
func ticketColumns(zones desk.TimeZones) []output.Column[desk.Ticket] {
	return []output.Column[desk.Ticket]{
		{Head: wire.Label("ticket", "ticketId"), Cell: func(t *desk.Ticket) string { return t.ID.Display().String() }},
		{Head: wire.Label("ticket", "date"), Cell: func(t *desk.Ticket) string { return formatTime(t.Created, zones) }},
		{Head: wire.Label("ticket", "substatus"), Cell: func(t *desk.Ticket) string { return t.SubStatus.Label() }, Style: statusStyle},
		{Head: wire.Label("ticket", "priority"), Cell: func(t *desk.Ticket) string { return t.Priority.String() }, Optional: true},
		{Head: wire.Label("ticket", "queueName"), Cell: func(t *desk.Ticket) string { return t.Queue.Label() }, Optional: true},
		{Head: wire.Label("ticket", "assignedToName"), Cell: func(t *desk.Ticket) string { return t.Assignee.String() }, Optional: true},
		{Head: wire.Label("ticket", "slaStatus"), Cell: func(t *desk.Ticket) string { return t.SLA.String() }, Style: slaStyle(time.Now())},
		{Head: wire.Label("ticket", "nextFollowUp"), Cell: func(t *desk.Ticket) string { return formatTime(t.Callback, zones) }, Optional: true},
		{Head: wire.Label("ticket", "title"), Cell: func(t *desk.Ticket) string { return t.Title.String() }},
	}
}

// statusStyle dims closed tickets.
func statusStyle(t *desk.Ticket) output.Style {
	if t.Marks.Has(desk.Closed) {
		return output.Dim
	}
	return output.Plain
}

// slaStyle highlights tickets whose SLA has run out or soon does; closed ones are dimmed.
func slaStyle(now time.Time) func(*desk.Ticket) output.Style {
	return func(t *desk.Ticket) output.Style {
		switch t.SLAUrgency(desk.NewUnixTime(now)) {
		case desk.IsLate:
			return output.Red
		case desk.AtRiskOfDelay:
			return output.Yellow
		}
		return statusStyle(t)
	}
}
