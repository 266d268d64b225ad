package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/bulk"
	"frontdesk/internal/cache"
	"frontdesk/internal/config"
	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/hosting"
	"frontdesk/internal/macro"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// macroFlag is the flag that names a macro.
const macroFlag = "macro"

// addMacroFlag defines the flag.
func addMacroFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, macroFlag, "", "apply the macro of this `name`; other flags override its fields")
}

// ownMacros returns the function that reads the macros of the agent: those of the configuration and, on a host, those
// that the agent has saved.
func ownMacros(hosted *hosting.Account, settings config.Config) func() ([]macro.Macro, error) {
	return func() ([]macro.Macro, error) {
		if hosted == nil {
			return settings.Macros, nil
		}
		account := hosted.Connection.Account
		return console.Macros(&console.Options{
			Config: settings, Account: account, Hosted: true, State: hosted.State,
			DraftsDir: console.DraftsDir(settings, account),
		})
	}
}

// findMacro returns the macro with a name.
func (s *Invocation) findMacro(name string) (macro.Macro, error) {
	all, err := s.Macros()
	m, found := macro.Find(all, name)
	if err != nil || found {
		return m, err
	}
	shown, names := safetext.LineFromText(name), macro.Names(all)
	switch nearest := phrase.Nearest(name, names); {
	case len(names) == 0:
		return m, fmt.Errorf("macro %q is not known: no macro is configured", shown)
	case nearest != "":
		return m, fmt.Errorf("macro %q is not known; did you mean %q?", shown, nearest)
	}
	return m, fmt.Errorf("macro %q is not known; known are %s", shown, strings.Join(names, ", "))
}

// macroFiller fills in macros for the tickets of a command. It reads a ticket or a customer only if a macro needs it.
type macroFiller struct {
	*Invocation
	now     time.Time
	reader  *cache.Cache // nil before the first read
	tickets map[desk.ID]desk.TicketDetails
}

func newMacroFiller(s *Invocation) *macroFiller {
	return &macroFiller{Invocation: s, now: time.Now(), tickets: map[desk.ID]desk.TicketDetails{}}
}

// overridden returns a macro with the fields that an update sets itself in their place. Its callback is in the format
// of the interface, its comment is left out, because it is no template.
func (f *macroFiller) overridden(m macro.Macro, own wire.UpdateTicketRequest) macro.Macro {
	for _, field := range []struct {
		of  *string
		own string
	}{
		{&m.SubStatus, own.SubStatus}, {&m.Queue, own.Queue}, {&m.Disposition, own.Disposition},
	} {
		if field.own != "" {
			*field.of = field.own
		}
	}
	if at, err := wire.ParseCallbackTime(own.Callback, f.zones().Account()); err == nil {
		m.Callback = at.Format(time.RFC3339)
	}
	if own.Comment != "" {
		m.Comment = ""
	}
	m.Blocks = maps.Clone(m.Blocks)
	for path := range wire.BlockValues(own.Extra) {
		delete(m.Blocks, path)
	}
	return m
}

// needsTicket reports whether the ticket has to be read: for a variable, or for the sub-status, which the interface
// wants in every update and which stays as it is unless something sets it.
func needsTicket(m macro.Macro) bool { return m.Needs().Ticket || m.SubStatus == "" }

// read reads tickets, with a few requests for many.
func (f *macroFiller) read(ctx context.Context, ids []desk.ID) error {
	if len(ids) == 0 {
		return nil
	}
	conn, err := f.Open(ctx, wire.GetTicket.OperationInfo)
	if err != nil {
		return err
	}
	f.reader = f.sender(conn.Client).Cache
	found, _, err := f.reader.GetTickets(ctx, ids)
	for _, t := range found {
		f.tickets[t.ID] = t
	}
	return err
}

// subject returns the values of a macro's variables for a ticket, which was read if a macro needs it.
func (f *macroFiller) subject(ctx context.Context, m macro.Macro, id desk.ID) (macro.Subject, error) {
	t, found := f.tickets[id]
	if !found && needsTicket(m) {
		return macro.Subject{}, fmt.Errorf("ticket %s: the service has no such ticket", id.Display())
	}
	s := macro.SubjectOf(&t.Ticket)
	s.Ticket = id
	if !m.Needs().Customer || t.CustomerID == 0 {
		return s, nil
	}
	customer, _, err := f.reader.Customer(ctx, t.CustomerID, false)
	if customer != nil {
		s.Customer = customer.Name
	}
	return s, err
}

// fill returns an update with what a macro sets for its ticket; what the update sets itself stays.
func (f *macroFiller) fill(
	ctx context.Context, m macro.Macro, own wire.UpdateTicketRequest,
) (wire.UpdateTicketRequest, error) {
	m = f.overridden(m, own)
	id := desk.NewID(own.TicketID)
	subject, err := f.subject(ctx, m, id)
	if err != nil {
		return own, err
	}
	filled := m.Fill(subject, f.Settings.Agent.String(), f.now, f.zones())
	if err := filled.Err(); err != nil {
		return own, fmt.Errorf("macro %q cannot be sent: %w", m.Name, err)
	}
	u, err := wire.NewUpdateTicketRequest(own.TicketID, filled.Values)
	err = errors.Join(err, wire.SetBlockValues(&u.Extra, wire.BlockValues(own.Extra)))
	if own.Comment != "" {
		u.Comment = own.Comment
	}
	if u.SubStatus == "" {
		u.SubStatus = f.tickets[id].SubStatus.Key().Raw()
	}
	if u.Callback != "" && err == nil {
		u.Callback, err = f.wireCallback(u.Callback, f.now)
	}
	return u, err
}

// wireCallback returns a callback time as agents type it in the format of the interface.
func (s *Invocation) wireCallback(typed string, now time.Time) (string, error) {
	at, err := desk.ParseCallbackTime(typed, s.zones().Local(now))
	if err == nil {
		err = wire.CheckUnambiguous(at, s.zones().Account())
	}
	return wire.FormatCallbackTime(at, s.zones().Account()), err
}

// applyMacro fills in the macro of the command line; the flags that were given override its fields.
func applyMacro(ctx context.Context, s *Invocation, name string, r *wire.UpdateTicketRequest) error {
	m, err := s.findMacro(name)
	if err != nil {
		return exitcode.UsageErrorf("--%s: %v", macroFlag, err)
	}
	f := newMacroFiller(s)
	if needsTicket(f.overridden(m, *r)) {
		if err := f.read(ctx, []desk.ID{desk.NewID(r.TicketID)}); err != nil {
			return err
		}
	}
	filled, err := f.fill(ctx, m, *r)
	if err != nil {
		return fmt.Errorf("%w; nothing was sent", err)
	}
	*r = filled
	return nil
}

// fillMacros fills in the macros that the rows of a file name; every problem is printed.
func (b bulkUpdate) fillMacros(ctx context.Context, s *Invocation, rows []bulk.Row) ([]bulk.Row, error) {
	if !bulk.UsesMacros(rows) {
		return rows, nil
	}
	sent, err := b.sentBefore()
	if err != nil {
		return nil, err
	}
	f := newMacroFiller(s)
	var wanted []desk.ID
	var unknown []error
	for _, row := range rows {
		if row.Macro == "" {
			continue
		}
		m, err := s.findMacro(row.Macro)
		if err != nil {
			unknown = append(unknown, fmt.Errorf("line %d: %w", row.Line, err))
		} else if _, done := sent[row.Line]; !done && needsTicket(f.overridden(m, row.Update)) {
			wanted = append(wanted, row.Ticket())
		}
	}
	if err := reportFaults(s, b.File, errors.Join(unknown...)); err != nil {
		return nil, err
	}
	if err := f.read(ctx, wanted); err != nil {
		return nil, err
	}
	rows, err = bulk.FillMacros(rows, sent, func(row bulk.Row) (wire.UpdateTicketRequest, error) {
		m, _ := s.findMacro(row.Macro)
		u, err := f.fill(ctx, m, row.Update)
		if err == nil {
			err = bulk.CheckUpdate(u, s.zones().Account(), s.Settings.TicketBlocks)
		}
		return u, err
	})
	return rows, reportFaults(s, b.File, err)
}
