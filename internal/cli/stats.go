package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cache"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/connection"
	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/hosting"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/stats"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
)

func statsCommand(env func(string) string) *cobra.Command {
	var days dateRangeFlags
	var view, filterText string
	c := &cobra.Command{
		Use: "stats", Short: "Print the figures of the board", Args: atMostWords(0),
		Long: "Print the figures that the board of the console shows: tickets created per day\n" +
			"and hour; open tickets by age, queue, sub-status and assignee; late tickets,\n" +
			"callbacks and turnaround times. Without --from and --to, the command uses the\n" +
			"same days as the console. Days that could not be loaded are named.",
	}
	days.define(c)
	c.Flags().StringVar(&view, viewFlag, "", "count only the tickets in the view of this `name`")
	c.Flags().StringVar(&filterText, "filter", "", "count only tickets that match this `filter`, such as 'queue:billing'")
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, _ []string) error {
		filterText = safetext.Searched(filterText)
		if err := checkFilter(filterText); err != nil {
			return err
		}
		span, err := days.parseOrLast(s)
		if err != nil {
			return err
		}
		style := stats.BarStyleOf(env)
		r := stats.Request{Days: span, Filter: filterText, Agent: s.Settings.Agent.String()}
		return printStats(ctx, s, r, view, style)
	})
}

// parseOrLast returns the date range, of which both flags may be missing: the last days, as the console shows them.
func (d *dateRangeFlags) parseOrLast(s *Invocation) (desk.DateRange, error) {
	if d.from == "" && d.to == "" {
		return desk.LastDays(max(s.Settings.RangeDays, 1), s.today()), nil
	}
	given := dateRangeFlags{cmp.Or(d.from, "today"), cmp.Or(d.to, "today")}
	span, err := given.parse(s)
	if err == nil {
		_, err = daysOf(span)
	}
	return span, err
}

// maxAge is how old the answers that a host shares may be.
const maxAge = time.Minute

// commandCache returns the cache that a command reads tickets from: on a host the one that it shares, elsewhere one of
// its own, with the files of the account.
func commandCache(ctx context.Context, s *Invocation, conn *connection.Desk) (records *cache.Cache, done func()) {
	if account, hosted := hosting.AccountFrom(ctx); hosted {
		return account.Cache, func() {}
	}
	records = console.NewCommandCache(s.Settings, conn)
	return records, records.Close
}

// loadDays pulls days that are not known well enough, and the open tickets of older days.
func loadDays(ctx context.Context, s *Invocation, records *cache.Cache, days desk.DateRange) error {
	end := s.showPullStatus(records, days, days.Len())
	_, err := records.Refresh(ctx, days, cache.SameAge(maxAge))
	end()
	readQueue(ctx, s, records, err)
	return err
}

// printStats pulls the days and prints their figures.
func printStats(ctx context.Context, s *Invocation, r stats.Request, view string, style stats.BarStyle) error {
	conn, err := s.Open(ctx, wire.PullTicket.OperationInfo)
	if err != nil {
		return err
	}
	if r.View, err = viewNamed(ctx, s, conn, view); err != nil {
		return exitcode.UsageError(err)
	}
	records, done := commandCache(ctx, s, conn)
	defer done()
	pulled := loadDays(ctx, s, records, r.Days)
	if ctx.Err() != nil {
		return exitcode.ErrInterrupted
	}
	r.Now = time.Now()
	figures, err := stats.Of(ctx, records, r)
	if err != nil {
		return err
	}
	if pulled != nil && !slices.ContainsFunc(figures.Read, stats.Day.IsKnown) {
		return pulled
	}
	for _, note := range figures.Notes {
		s.Notef("%s", note)
	}
	if s.forScripts() {
		err = s.PrintObject(ctx, figures.Report(r))
	} else {
		printFigures(s, figures, r, style)
	}
	if err != nil || figures.IsWhole() {
		return err
	}
	noteQueue(s, figures.Queue)
	noteDays(s, figures.Read)
	return exitcode.Partialf("not all days are known: %s", phrase.Join(", ", figures.ReadLabel(), figures.QueueLabel()))
}

// noteDays names the days of which not all is known.
func noteDays(s *Invocation, days []stats.Day) {
	for _, day := range days {
		if day.State != stats.Read {
			s.Notef("%s: %s", day.Date, dayReason(day))
		}
	}
}

// dayReason says why not all of a day is known.
func dayReason(day stats.Day) string {
	if day.Err == nil {
		return string(day.State)
	}
	return fmt.Sprintf("%s: %v", day.State, day.Err)
}

// viewNamed returns the view of the agent with a name; without one that of all tickets.
func viewNamed(ctx context.Context, s *Invocation, conn *connection.Desk, name string) (desk.View, error) {
	o := &console.Options{
		Config: s.Settings, Account: conn.Account, Hosted: s.Hosted,
		DraftsDir: console.DraftsDir(s.Settings, conn.Account),
	}
	if account, hosted := hosting.AccountFrom(ctx); hosted {
		o.State = account.State
	}
	return console.FindView(o, name)
}

// maxBars is how many bars a chart of names has in the text; the others are added up.
const maxBars = 12

// printFigures prints the figures for people.
func printFigures(s *Invocation, f *stats.Figures, r stats.Request, style stats.BarStyle) {
	what := "All tickets"
	if r.View.Name != "" {
		what = "View " + safetext.LineFromText(r.View.Name).String()
	}
	if r.Filter != "" {
		what += " that match " + safetext.LineFromText(r.Filter).String()
	}
	s.Line(phrase.Join(" · ", what, f.Days.String(), f.ReadLabel(), f.QueueLabel(), f.ZoneName()))
	if c := f.Created; c.IsKnown {
		s.Line(c.Words())
	}
	for i := range f.Charts {
		printChart(s, f, &f.Charts[i], style)
	}
}

// barWidth is the width of the largest bar.
const barWidth = 30

func printChart(s *Invocation, f *stats.Figures, c *stats.Chart, style stats.BarStyle) {
	s.Heading(c.Title)
	if len(c.Bars) == 0 {
		s.Line("  none")
	}
	labels := 0
	shown := c.Bars
	if len(shown) > maxBars && c.Ranked {
		shown = shown[:maxBars]
	}
	for _, b := range shown {
		labels = max(labels, termwidth.Width(b.Label))
	}
	most := c.Max()
	for _, b := range shown {
		count := fmt.Sprintf("%6d", b.Count)
		if day := f.DayOf(b.Day); b.Day != (desk.Date{}) && !day.IsKnown() {
			s.Line("  ", termwidth.Pad(b.Label, labels), "  ", s.Paint(output.Dim, string(day.State)))
			continue
		}
		if b.Count == 0 && c.Name == stats.CreatedPerHour {
			continue
		}
		tail := "  " + style.Bar(b.Count, most, barWidth)
		if b.Part > 0 {
			tail += fmt.Sprintf("  %d %s", b.Part, c.Part)
		}
		s.Line("  ", termwidth.Pad(b.Label, labels), count, strings.TrimRight(tail, " "))
	}
	if left := len(c.Bars) - len(shown); left > 0 {
		s.Line(s.Paint(output.Dim, fmt.Sprintf("  and %d more", left)))
	}
	if c.HasMedian {
		s.Line(s.Paint(output.Dim, "  half within "+stats.Words(c.Median)))
	}
	if c.NotSaid > 0 {
		s.Line(s.Paint(output.Dim, fmt.Sprintf("  %d not said", c.NotSaid)))
	}
}
