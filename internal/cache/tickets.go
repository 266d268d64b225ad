package cache

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// merge merges the tickets of one response and returns their row numbers. day is the day whose pull returned them, or
// the zero Date.
func (c *Cache) merge(from source, asked seq, day desk.Date, tickets []desk.Ticket) []uint32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	rows, changed := c.mergeQuietly(from, asked, day, tickets)
	if changed {
		c.notify()
	}
	return rows
}

// mergeQuietly is merge without telling subscribers, and reports whether anything has changed. c.mu is held.
func (c *Cache) mergeQuietly(
	from source, asked seq, day desk.Date, tickets []desk.Ticket,
) (rows []uint32, changed bool) {
	rows = make([]uint32, 0, len(tickets))
	for i := range tickets {
		row, isChanged := c.mergeTicket(from, asked, day, c.judged(from, &tickets[i]))
		rows = append(rows, row)
		changed = changed || isChanged
	}
	if changed {
		c.learnCodes()
		c.version++
	}
	return rows, changed
}

// judged returns the ticket of a write's answer as closed if it has no status and the known tickets of its sub-status
// are closed. c.mu is held.
func (c *Cache) judged(from source, t *desk.Ticket) *desk.Ticket {
	isKnown := from != fromWrite || !t.Status.IsEmpty() || t.Marks.Has(desk.Closed)
	if isKnown || !desk.IsClosed(t.SubStatus, c.learnt.subStatuses) {
		return t
	}
	is := *t
	is.Marks |= desk.Closed
	is.SubStatus = is.SubStatus.Closing()
	return &is
}

// mergeTicket adds a ticket or merges it into its row, and reports whether that changed anything.
func (c *Cache) mergeTicket(from source, asked seq, day desk.Date, t *desk.Ticket) (row uint32, changed bool) {
	row, known := c.index.at(t.ID.Raw())
	if !known {
		is := from.merged(desk.Ticket{}, *t)
		s := c.words.packTicket(&is, c.texts.keep)
		s.PulledDay = filter.DayNumber(day)
		row = c.rows.add(c.rows.place(s))
		c.rowSeq = append(c.rowSeq, asked)
		c.index.put(s.id(), row)
		c.disk.rowChanged(&s)
		return row, true
	}
	if asked < c.rowSeq[row] {
		return row, false
	}
	c.rowSeq[row] = asked
	old := c.rows.all[row]
	was := c.words.ticket(old)
	is := from.merged(was, *t)
	if is == was && !old.delisted && (day == desk.Date{} || old.PulledDay == filter.DayNumber(day)) {
		return row, false
	}
	s := c.words.packTicket(&is, func(parts ...string) string { return strings.Join(parts, "") })
	s.PulledDay = cmp.Or(filter.DayNumber(day), old.PulledDay)
	c.rows.replace(row, &s)
	c.index.put(s.id(), row) // so that the index does not retain the old text
	c.disk.rowChanged(old)   // the day that it leaves, if it does
	c.disk.rowChanged(&s)
	return row, true
}

// markDelisted removes rows from the lists because a complete response for their day does not contain them. They return
// with the next response that does, and can still be looked up by id. Rows updated after the request are kept.
func (c *Cache) markDelisted(asked seq, rows []uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.delist(asked, rows)
}

// delist is markDelisted while c.mu is held.
func (c *Cache) delist(asked seq, rows []uint32) {
	before := c.version
	for _, row := range rows {
		s := *c.rows.all[row]
		if _, watched := c.watched[s.id()]; watched || s.delisted || c.rowSeq[row] > asked {
			continue
		}
		s.delisted = true
		c.rows.replace(row, &s)
		c.rowSeq[row] = asked
		c.disk.rowChanged(&s)
		c.version++
	}
	if c.version != before {
		c.notify()
	}
}

// source is the kind of record in a response; each lacks fields of the other.
type source uint8

const (
	listed    source = iota // ticket detail record, of Pull Ticket and Get Ticket
	fromWrite               // ticket record, of Add Ticket and Update Ticket
)

// merged returns a ticket updated by a response; fields that the response cannot carry keep their values.
func (o source) merged(old, answer desk.Ticket) desk.Ticket {
	if o == fromWrite {
		answer = mergeWriteResult(old, answer)
	} else {
		answer = mergeListed(old, answer)
	}
	answer.Created = keepSeconds(old.Created, answer.Created)
	answer.LastConversation = keepSeconds(old.LastConversation, answer.LastConversation)
	answer.LastFollowUp = keepSeconds(old.LastFollowUp, answer.LastFollowUp)
	answer.Callback = keepSeconds(old.Callback, answer.Callback)
	answer.Due = keepSeconds(old.Due, answer.Due)
	return answer
}

// mergeListed keeps the flags that pulls do not carry: escalated always, out of SLA when the account sends no SLA
// status, callback requested while the callback is unchanged.
func mergeListed(old, answer desk.Ticket) desk.Ticket {
	kept := desk.Escalated
	if answer.SLA.IsEmpty() {
		kept |= desk.OutOfSLA
	}
	if !answer.Callback.IsZero() && answer.Callback == toMinute(old.Callback) {
		kept |= desk.CallbackRequested
	}
	answer.Marks |= old.Marks & kept
	answer.Title = cmp.Or(answer.Title, old.Title)
	return answer
}

// mergeWriteResult keeps what a ticket record has no field for (customer, SLA status, source, and the priority's label,
// of which it has only the rank) and what a sparse response leaves empty. A callback that a full response leaves empty
// is removed.
func mergeWriteResult(old, answer desk.Ticket) desk.Ticket {
	answer.CustomerID = cmp.Or(answer.CustomerID, old.CustomerID) // the answer to an addition has it
	answer.SLA, answer.Source = old.SLA, old.Source
	answer.Priority = old.Priority
	answer.Disposition = cmp.Or(answer.Disposition, old.Disposition)
	if answer.SubStatus.IsZero() {
		answer.Marks, answer.Callback = old.Marks, cmp.Or(answer.Callback, old.Callback)
	}
	const fixedAtOnce = desk.FixedAtOnce | desk.NotFixedAtOnce
	if old.Marks.Has(desk.Closed) == answer.Marks.Has(desk.Closed) { // else the next pull says them anew
		answer.Turnaround = old.Turnaround
		answer.Marks |= old.Marks & fixedAtOnce
	}
	if !answer.Marks.Has(desk.OutOfSLA) {
		answer.Marks |= old.Marks & (desk.AtRisk | desk.SLAPaused)
	}
	answer.Title, answer.TaskID = cmp.Or(answer.Title, old.Title), cmp.Or(answer.TaskID, old.TaskID)
	answer.Email, answer.Phone = cmp.Or(answer.Email, old.Email), cmp.Or(answer.Phone, old.Phone)
	answer.OrderID = cmp.Or(answer.OrderID, old.OrderID)
	answer.SubStatus, answer.Queue = cmp.Or(answer.SubStatus, old.SubStatus), cmp.Or(answer.Queue, old.Queue)
	answer.Status, answer.Assignee = cmp.Or(answer.Status, old.Status), cmp.Or(answer.Assignee, old.Assignee)
	answer.Creator = cmp.Or(answer.Creator, old.Creator)
	answer.Created, answer.Due = cmp.Or(answer.Created, old.Created), cmp.Or(answer.Due, old.Due)
	answer.LastConversation = cmp.Or(answer.LastConversation, old.LastConversation)
	answer.LastFollowUp = cmp.Or(answer.LastFollowUp, old.LastFollowUp)
	answer.LastConversationID = max(answer.LastConversationID, old.LastConversationID)
	answer.Conversations = max(answer.Conversations, old.Conversations)
	return answer
}

// keepSeconds keeps the seconds of an unchanged time: write responses have them, pulls do not.
func keepSeconds(old, answer desk.UnixTime) desk.UnixTime {
	if answer != 0 && answer == toMinute(old) {
		return old
	}
	return answer
}

// maxCalls is how many calls one request makes concurrently.
const maxCalls = 4

// inTurns makes some calls, maxCalls at a time, and returns the error of each.
func inTurns(calls int, do func(i int) error) []error {
	faults := make([]error, calls)
	var group guard.Group
	group.SetLimit(maxCalls)
	for i := range calls {
		group.Go(func() error {
			faults[i] = guard.Run(func() error { return do(i) })
			return nil
		})
	}
	_ = group.Wait()
	return faults
}

// GetTickets fetches full tickets in batches of 50, in the given order and without duplicates, and merges them into the
// cache. Ids that the service does not know are in missing. With an error, found holds what the other batches returned.
func (c *Cache) GetTickets(
	ctx context.Context,
	ids []desk.ID,
) (found []desk.TicketDetails, missing []desk.ID, err error) {
	return c.get(ctx, ids, wire.GetTicketRequest{ConversationType: "notes", HistoryType: "all"})
}

func (c *Cache) get(
	ctx context.Context,
	ids []desk.ID,
	how wire.GetTicketRequest,
) (found []desk.TicketDetails, missing []desk.ID, err error) {
	wanted, missing := fetchable(ids)
	batches := slices.Collect(slices.Chunk(wanted, wire.MaxTicketIDs))
	answers := make([][]desk.TicketDetails, len(batches))
	faults := inTurns(len(batches), func(i int) (err error) {
		answers[i], err = c.getBatch(ctx, batches[i], how)
		return err
	})
	for i, batch := range batches {
		if faults[i] != nil {
			err = cmp.Or(err, faults[i])
			continue
		}
		for _, id := range batch {
			at := slices.IndexFunc(answers[i], func(d desk.TicketDetails) bool { return d.ID == id })
			if at < 0 {
				missing = append(missing, id)
				continue
			}
			found = append(found, answers[i][at])
		}
	}
	return found, missing, err
}

// getBatch makes one Get Ticket call. A response that no id is known is not an error.
func (c *Cache) getBatch(
	ctx context.Context,
	batch []desk.ID,
	how wire.GetTicketRequest,
) ([]desk.TicketDetails, error) {
	raw := make([]string, len(batch))
	for i, id := range batch {
		raw[i] = id.Raw()
	}
	how.TicketIDs = strings.Join(raw, ",")
	asked := c.nextSeq()
	details, err := client.Call(ctx, c.Client, wire.GetTicket, how)
	switch {
	case isNoData(err):
		return nil, nil
	case err != nil:
		return nil, err
	}
	tickets := make([]desk.Ticket, len(details))
	for i := range details {
		tickets[i] = details[i].Ticket
		c.addDisposition(details[i].DispositionPath)
	}
	c.merge(listed, asked, desk.Date{}, tickets)
	isWhole := how.HistoryType != ""
	if texts := c.keepTexts(details, isWhole); texts != nil && isWhole {
		c.keepDetails(asked, details, texts)
	}
	return details, nil
}

// fetchable splits ids into those that can be requested, without duplicates, and those that a comma-separated list
// cannot carry, which no ticket has.
func fetchable(ids []desk.ID) (wanted, missing []desk.ID) {
	seen := map[desk.ID]bool{}
	for _, id := range ids {
		switch {
		case seen[id]:
		case strings.TrimSpace(id.Raw()) != id.Raw() || id.IsZero() || strings.Contains(id.Raw(), ","):
			missing = append(missing, id)
		default:
			wanted = append(wanted, id)
		}
		seen[id] = true
	}
	return wanted, missing
}

// isNoData reports whether err is the error response of a Get Ticket that found nothing (PROTOCOL.md 4.10).
func isNoData(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Rejected &&
		(fault.NotFound() || strings.Contains(safetext.Fold(fault.Message.String()), "no data found"))
}

// ApplyTicketResult merges the ticket of the answer to a write (PROTOCOL.md 4.8 and 4.9), with the disposition that was
// sent, and watches it. Its seq is later than every request sent so far, since their responses are older.
func (c *Cache) ApplyTicketResult(r desk.TicketResult, disposition string) {
	c.addDisposition(safetext.LineFromText(disposition))
	if r.Ticket.ID.IsZero() {
		return // the response does not name its ticket
	}
	r.Ticket.Disposition = desk.NewInternedLine(safetext.LineFromText(disposition))
	written := c.nextSeq()
	c.merge(fromWrite, written, desk.Date{}, []desk.Ticket{r.Ticket})
	c.forgetDetails(r.Ticket.ID, written)
	c.Watch(r.Ticket.ID)
}
