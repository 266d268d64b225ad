package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/hosting"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
)

func handoverCommand(env func(string) string) *cobra.Command {
	var since string
	c := &cobra.Command{
		Use: "handover", Short: "Print a handover note for the next agent", Args: atMostWords(0),
		Long: "Print a handover note as Markdown: what you sent from the console and its\n" +
			"outcome, due callbacks, your tickets at risk, drafts and the outbox. H in the\n" +
			"console shows the same note. Updates sent by one-shot commands are not in it.",
	}
	c.Flags().StringVar(&since, "since", "today", "start of the note: a `time` such as 08:00, yesterday or 2026-11-20 08:00, "+
		"or how long ago, such as 8h, 1d (24 hours) or 2d")
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, _ []string) error {
		from, err := parseSince(since, s.zones().Local(time.Now()))
		if err != nil {
			return exitcode.UsageErrorf("--since %q %w", since, err)
		}
		return printHandover(ctx, s, from)
	})
}

var errNotSince = errors.New("is not a time such as 08:00, yesterday, 2026-11-20, 2026-11-20 08:00, 8h or 2d")

// parseSince reads a moment before now: a time of today, a day or a time of one, or how long ago it was.
func parseSince(typed string, now time.Time) (time.Time, error) {
	at, err := readSince(typed, now)
	switch oldest := desk.DateOf(now).Add(1 - backend.HistoryDays); {
	case err != nil:
		return at, err
	case at.After(now):
		return at, errors.New("is in the future")
	case desk.DateOf(at).Compare(oldest) < 0:
		return at, fmt.Errorf("is too long ago: the journal goes back %d days", backend.HistoryDays)
	}
	return at, nil
}

func readSince(typed string, now time.Time) (time.Time, error) {
	if ago, err := desk.ParseDuration(typed); err == nil && ago > 0 {
		return now.Add(-ago), nil
	}
	if clock, err := time.Parse("15:04", typed); err == nil {
		day := desk.DateOf(now)
		return time.Date(day.Year, day.Month, day.Day, clock.Hour(), clock.Minute(), 0, 0, now.Location()), nil
	}
	if at, err := time.ParseInLocation("2006-01-02 15:04", typed, now.Location()); err == nil {
		return at, nil
	}
	days, err := desk.ParseDateRange(typed, desk.DateOf(now))
	if err != nil || days.From != days.To {
		return now, errNotSince
	}
	start, _ := days.From.Range(now.Location())
	return start, nil
}

// errIncompleteNote is returned for a note that cannot say all.
var errIncompleteNote = exitcode.Partialf("the note is not complete: its section Not known says why")

// printHandover prints the note of an agent, made by what makes it in the console.
func printHandover(ctx context.Context, s *Invocation, since time.Time) error {
	conn, err := s.Open(ctx, wire.PullTicket.OperationInfo)
	if err != nil {
		return err
	}
	records, done := commandCache(ctx, s, conn)
	defer done()
	o := console.Options{Config: s.Settings, Account: conn.Account}
	if account, hosted := hosting.AccountFrom(ctx); hosted {
		o.State = account.State
	}
	o.DraftsDir = console.DraftsDir(s.Settings, conn.Account)
	if o.DraftsDir == "" {
		return errors.New("there is no data directory: set HOME or XDG_DATA_HOME")
	}
	storage, damaged, err := o.OpenStorage(time.Now())
	if err != nil {
		return err
	}
	b := backend.New(backend.Config{
		Context: ctx, Cache: records, Storage: storage, Account: conn.Account.String(), Zones: s.zones(), Now: time.Now,
	})
	defer func() { _ = b.WaitForWrites(ctx) }()
	defer b.Close()
	request, unread := b.LoadForHandover(backend.HandoverRequest{
		Since: since, Days: desk.LastDays(max(s.Settings.RangeDays, 1), s.today()),
		Agent: s.Settings.Agent.String(), Read: true,
	})
	for _, err := range []error{damaged, unread} {
		if err != nil {
			s.Notef("%v", err)
		}
	}
	pulled := loadDays(ctx, s, records, request.Days)
	if ctx.Err() != nil {
		return exitcode.ErrInterrupted
	}
	note := b.MakeHandover(ctx, request)
	if s.forScripts() {
		err = s.PrintObject(ctx, note)
	} else {
		s.Line(note.Markdown().String())
	}
	failed := errors.Join(pulled, damaged, unread)
	if err == nil && (failed != nil || note.Days.Unread != "" || len(note.Problems)+len(note.Days.Incomplete) > 0) {
		err = errIncompleteNote
	}
	return err
}
