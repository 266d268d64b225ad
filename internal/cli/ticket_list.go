package cli

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/filter"
	"frontdesk/internal/phrase"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
	"frontdesk/internal/stats"
	"frontdesk/internal/wire"
)

// everydayView is the view that is listed if nothing else is asked for.
const everydayView = "Next"

// sortFlag is the flag that names the order of a list.
const sortFlag = "sort"

// ticketList is what ticket list is asked for.
type ticketList struct {
	days               dateRangeFlags
	view, filter, sort string
	limit              int
}

func ticketListCommand(env func(string) string) *cobra.Command {
	var l ticketList
	c := &cobra.Command{
		Use: "list", Aliases: []string{"ls"}, Short: "List tickets as the inbox does", Args: atMostWords(0),
		Annotations: map[string]string{recordsOf: string(record.Ticket), isKept: "yes"},
		Long: "List the tickets of a view, in its order, as the inbox of the console does.\n" +
			"Without any flags these are the open tickets by deadline (the view Next). With\n" +
			"--filter alone, all tickets of the days that match. Without --from and --to, the\n" +
			"days are those of the console; a view of open tickets has those of older days, too.\n" +
			"What a console has on disk is not asked for again.",
	}
	l.days.define(c)
	c.Flags().StringVar(&l.view, viewFlag, "", "list the view of this `name` (default Next)")
	c.Flags().StringVar(&l.filter, "filter", "", "list only tickets that match this `filter`, such as 'is:late queue:billing'")
	c.Flags().StringVar(&l.sort, sortFlag, "", "sort by this `column`: "+strings.Join(desk.SortKeyNames(), ", ")+"; a - before it reverses")
	c.Flags().IntVar(&l.limit, "limit", 0, "list at most this `number` of tickets")
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, _ []string) error {
		l.filter = safetext.Searched(l.filter)
		if err := checkFilter(l.filter); err != nil {
			return err
		}
		switch {
		case c.Flags().Changed("limit") && l.limit < 1:
			return exitcode.UsageErrorf("--limit must be 1 or more")
		case !slices.ContainsFunc([]string{viewFlag, "filter", "from", "to"}, c.Flags().Changed):
			l.view = everydayView
		}
		order, err := sortOf(l.sort)
		if err != nil {
			return err
		}
		span, err := l.days.parseOrLast(s)
		if err != nil {
			return err
		}
		return l.run(ctx, s, cache.Query{Text: l.filter, Sort: order, Span: span})
	})
}

// sortOf returns the order of a name, before which a minus reverses it; by age without a name.
func sortOf(name string) (desk.Sort, error) {
	if name == "" {
		return desk.Sort{Key: desk.SortByAge}, nil
	}
	plain, isReverse := strings.CutPrefix(name, "-")
	key, isKnown := desk.SortKeyNamed(plain)
	if !isKnown {
		hint := "known are " + strings.Join(desk.SortKeyNames(), ", ")
		if near := phrase.Nearest(plain, desk.SortKeyNames()); near != "" {
			hint = "did you mean " + near + "? " + hint
		}
		return desk.Sort{}, exitcode.UsageErrorf("--sort %q is no column; %s", plain, hint)
	}
	return desk.Sort{Key: key, Reverse: isReverse}, nil
}

// run loads the days and prints the tickets. What is not known is reported on standard error.
func (l *ticketList) run(ctx context.Context, s *Invocation, q cache.Query) error {
	conn, err := s.Open(ctx, wire.PullTicket.OperationInfo)
	if err != nil {
		return err
	}
	view, err := viewNamed(ctx, s, conn, l.view)
	if err != nil {
		return exitcode.UsageError(err)
	}
	if key, isKnown := desk.SortKeyNamed(view.Sort); isKnown && l.sort == "" {
		q.Sort.Key = key
	}
	records, done := commandCache(ctx, s, conn)
	defer done()
	pulled := loadDays(ctx, s, records, q.Span)
	if ctx.Err() != nil {
		return exitcode.ErrInterrupted
	}
	days := stats.DaysOf(records.Progress(q.Span))
	if pulled != nil && !slices.ContainsFunc(days, stats.Day.IsKnown) {
		return pulled
	}
	q.View, q.Now, q.Agent = view.Filter, time.Now(), s.Settings.Agent.String()
	found, err := records.Snapshot().List(ctx, q)
	if err != nil {
		return err
	}
	if err := l.print(ctx, s, found); err != nil {
		return err
	}
	queue := cache.QueueStatus{}
	if cache.IsOfAnyDay(view.Filter, l.filter) {
		queue = records.Queue()
	}
	noteQueue(s, queue)
	noteDays(s, days)
	if !stats.AreRead(days) || !queue.IsWhole() || queue.Cut > 0 {
		return exitcode.Partialf("not all tickets are known")
	}
	return nil
}

// print prints the tickets, and says how many more there are.
func (l *ticketList) print(ctx context.Context, s *Invocation, found *cache.List) error {
	parsed, _ := filter.Parse(l.filter) // checkFilter has read it
	for _, note := range append(parsed.Notes, found.Notes()...) {
		s.Notef("%s", note)
	}
	out := list[desk.Ticket]{invocation: s, kind: &ticketKind, context: ctx}
	shown := found.Len()
	if l.limit > 0 {
		shown = min(shown, l.limit)
	}
	for i := range shown {
		out.add(recordRow[desk.Ticket]{value: *found.At(i)})
	}
	if err := out.end(); err != nil {
		return err
	}
	switch {
	case s.forScripts():
	case found.Len() == 0:
		s.Notef("no ticket matches")
	case shown < found.Len():
		s.Notef("%d of %d tickets", shown, found.Len())
	}
	return nil
}

// checkFilter rejects a filter with a mistake, or with a condition that only the console can answer.
func checkFilter(text string) error {
	f, err := filter.ParseWhole(text)
	var fault *filter.Fault
	if errors.As(err, &fault) {
		return exitcode.UsageErrorf("--filter, column %d: %s", fault.Column, fault.Text)
	}
	for _, t := range f.Terms {
		if t.Needs(filter.OfOwn) {
			return exitcode.UsageErrorf("--filter, column %d: %s is known in the console only", filter.ColumnOf(text, t.At), t)
		}
	}
	return nil
}

// ticketFilter holds back the tickets of a pull until all are known, and then finds those that match.
type ticketFilter struct {
	view    string // its filter; empty for all tickets
	text    string
	records *cache.Cache
	waiting []response
	fitting *cache.List
}

// list finds the tickets of all days that match, and prints a note for each name that no ticket has.
func (f *ticketFilter) list(ctx context.Context, s *Invocation) (err error) {
	first, last := desk.Date{Year: 1, Month: 1, Day: 1}, desk.Date{Year: 9999, Month: 12, Day: 31}
	f.fitting, err = f.records.Snapshot().List(context.WithoutCancel(ctx), cache.Query{
		View: f.view, Text: f.text, Span: desk.DateRange{From: first, To: last},
		Now: time.Now(), Agent: s.Settings.Agent.String(),
	})
	if err != nil {
		return err
	}
	parsed, _ := filter.Parse(f.text) // checkFilter has read it
	for _, note := range append(parsed.Notes, f.fitting.Notes()...) {
		s.Notef("%s", note)
	}
	return nil
}

// has reports whether a ticket matches; without a filter every ticket does.
func (f *ticketFilter) has(id string) bool {
	return f == nil || f.fitting.Index(desk.NewID(id)) >= 0
}
