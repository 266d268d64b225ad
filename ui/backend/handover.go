package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/filter"
	"frontdesk/internal/handover"
	"frontdesk/internal/safetext"
)

// HistoryDays is how many days the journal goes back.
const HistoryDays = agent.JournalDays

// HandoverNote is the note that an agent leaves to the next one.
type HandoverNote = handover.Note

// HandoverRequest says what a note is made of besides what is on disk and in the cache.
type HandoverRequest struct {
	Since  time.Time
	Days   desk.DateRange // the days whose tickets are listed
	Agent  string         // whose tickets and callbacks are listed
	Drafts []Draft        // newest first, as the console holds them
	Runs   []BulkRun
	Read   bool // reads the tickets again, for the note to tell how they stand now
}

// maxHandoverReads is how many tickets are read again for a note: four calls.
const maxHandoverReads = 200

// MakeHandover makes the note: at once from what is known, or after it has read the tickets again.
func (c *Backend) MakeHandover(ctx context.Context, r HandoverRequest) HandoverNote {
	h := handoverMaker{c: c, request: r, input: handover.Input{
		Account: safetext.LineFromText(c.Account),
		Agent:   safetext.LineFromText(r.Agent),
		From:    c.Zones.Local(r.Since),
		To:      c.Now().Truncate(time.Second),
		Days: handover.Days{
			First: r.Days.From.String(), Last: r.Days.To.String(), Label: r.Days.Label(c.Today()),
			Incomplete: c.incompleteDays(r.Days),
		},
		Drafts: []handover.Form{},
	}}
	if q := c.Cache.Queue(); q.IsKept() {
		days := &h.input.Days
		days.OpenSince, days.OpenLabel = q.From().String(), q.From().Label(c.Today())
		days.Unread = q.Missing(c.Today())
	}
	h.sent()
	h.lists(ctx)
	if r.Read {
		h.read(ctx)
	}
	h.tickets()
	h.forms()
	h.runs()
	return handover.New(h.input)
}

// incompleteDays returns the days of a range whose tickets are not known, or not all of them.
func (c *Backend) incompleteDays(span desk.DateRange) []string {
	incomplete := []string{}
	for _, d := range slices.Backward(c.Cache.Progress(span).Days) {
		switch label := d.Day.Label(c.Today()); {
		case d.State == Truncated:
			incomplete = append(incomplete, label+" (cut short)")
		case d.State == Failed:
			incomplete = append(incomplete, label+" (failed)")
		case d.State != Loaded && d.At.IsZero():
			incomplete = append(incomplete, label)
		}
	}
	return incomplete
}

// handoverMaker collects the input of a note.
type handoverMaker struct {
	c       *Backend
	request HandoverRequest
	input   handover.Input

	sentTo    []desk.ID // tickets that were written to, in the order of the first write
	callbacks []desk.ID
	atRisk    []desk.ID
	readNow   map[desk.ID]bool
	missing   map[desk.ID]bool
}

func (h *handoverMaker) problem(what string, err error) {
	if err != nil {
		h.unknown(what + ErrorText(err) + ".")
	}
}

func (h *handoverMaker) unknown(sentence string) {
	h.input.Problems = append(h.input.Problems, sentence)
}

// sent reads the journal.
func (h *handoverMaker) sent() {
	entries, err := h.c.State.Journal(h.input.From, h.input.To.Add(time.Second))
	h.problem("All that was sent: ", err)
	if kept := h.c.Today().Add(1 - HistoryDays); h.c.Zones.Today(h.input.From).Compare(kept) < 0 {
		h.unknown(fmt.Sprintf("What was sent before %s: the journal does not go back further.", kept))
	}
	for i := range entries {
		h.add(&entries[i])
	}
}

// outcomes are the outcomes as the journal words them.
var outcomes = map[string]handover.Outcome{
	Saved.String(): handover.Confirmed, Refused.String(): handover.Refused,
}

func (h *handoverMaker) add(e *HistoryEntry) {
	kind, _ := LookupKind(e.Kind)
	s := handover.Sent{
		At: h.c.Zones.Local(e.At), Kind: e.Kind, Form: kind.Title, Record: desk.NewID(e.Record),
		Number: desk.NewID(e.Record).Display(), IsTicket: e.Kind == KindUpdate || e.Kind == KindAdd,
		Title: safetext.LineFromText(e.Title), What: safetext.LineFromText(e.Summary),
		Outcome: handover.NotKnown, Reason: safetext.LineFromText(e.Reason),
	}
	if known, ok := outcomes[e.Outcome]; ok {
		s.Outcome = known
	}
	h.input.Sent = append(h.input.Sent, s)
	if s.IsTicket && !s.Record.IsZero() && !slices.Contains(h.sentTo, s.Record) {
		h.sentTo = append(h.sentTo, s.Record)
	}
}

// lists finds the callbacks and the tickets at risk among the tickets that are known.
func (h *handoverMaker) lists(ctx context.Context) {
	_, end := desk.DateOf(h.input.To).Add(1).Range(h.input.To.Location())
	h.input.CallbacksUntil = end.Add(-time.Minute)
	snapshot := h.c.Cache.Snapshot()
	query := Query{Zone: h.c.Zones.Account(), Span: h.request.Days, Agent: h.request.Agent}
	query.Now = h.input.To.Truncate(time.Minute)

	query.View, query.Sort = "has:callback "+filter.AnyDay, desk.Sort{Key: desk.SortByCallback}
	all, err := snapshot.List(ctx, query)
	h.problem("Callbacks: ", err)
	for i := 0; err == nil && i < all.Len(); i++ {
		t := all.At(i)
		isMine := h.request.Agent == "" || safetext.Fold(t.Assignee.String()) == safetext.Fold(h.request.Agent)
		if (isMine || slices.Contains(h.sentTo, t.ID)) && t.Callback < desk.NewUnixTime(end) {
			h.callbacks = append(h.callbacks, t.ID)
		}
	}
	if h.request.Agent == "" {
		return
	}
	query.View = "is:late,risk assignee:me"
	if h.c.Cache.OpenSince > 0 {
		query.View += " " + filter.AnyDay
	}
	query.Sort = desk.Sort{Key: desk.SortByClock}
	all, err = snapshot.List(ctx, query)
	h.problem("Tickets at risk: ", err)
	for i := 0; err == nil && i < all.Len(); i++ {
		h.atRisk = append(h.atRisk, all.At(i).ID)
	}
}

// read reads the tickets of the note again, and lists them anew: a call may have been made meanwhile.
func (h *handoverMaker) read(ctx context.Context) {
	ids := slices.Concat(h.sentTo, h.callbacks, h.atRisk)
	if len(ids) == 0 {
		return
	}
	if len(ids) > maxHandoverReads {
		h.unknown(fmt.Sprintf("How all the tickets stand now: only %d of them were read again.", maxHandoverReads))
		ids = ids[:maxHandoverReads]
	}
	found, missing, err := h.c.Cache.GetTickets(ctx, ids)
	h.problem("How the tickets stand now. They could not be read again: ", err)
	h.readNow, h.missing = map[desk.ID]bool{}, map[desk.ID]bool{}
	for i := range found {
		h.readNow[found[i].ID] = true
	}
	for _, id := range missing {
		h.missing[id] = true
	}
	if len(found) > 0 {
		h.input.ReadAt = h.c.Now().Truncate(time.Second)
	}
	h.callbacks, h.atRisk = nil, nil
	h.lists(ctx)
}

// tickets describes the tickets as they are known now.
func (h *handoverMaker) tickets() {
	snapshot := h.c.Cache.Snapshot()
	describe := func(ids []desk.ID) []handover.Ticket {
		all := []handover.Ticket{}
		for _, id := range ids {
			all = append(all, h.ticket(snapshot, id))
		}
		return all
	}
	h.input.Tickets, h.input.Callbacks = describe(h.sentTo), describe(h.callbacks)
	h.input.AtRisk = describe(h.atRisk)
}

func (h *handoverMaker) ticket(snapshot *cache.Snapshot, id desk.ID) handover.Ticket {
	is := handover.Ticket{ID: id, Number: id.Display(), Reading: handover.Never}
	if t, known := snapshot.Ticket(id); known {
		is.Title, is.SubStatus = t.Title, safetext.LineFromText(t.SubStatus.Label())
		is.IsClosed, is.IsLate = t.Marks.Has(desk.Closed), t.Urgency(desk.NewUnixTime(h.input.To)) == desk.IsLate
		is.SLA = safetext.LineFromText(t.SLA.String())
		is.Callback, is.Deadline = h.c.Zones.LocalUnix(t.Callback), h.c.Zones.LocalUnix(t.Due)
		is.Reading = handover.ReadBefore
	}
	switch {
	case h.readNow[id]:
		is.Reading = handover.ReadNow
	case h.missing[id]:
		is.Reading = handover.Missing
	}
	return is
}

// handoverWidth is how much of what was typed a note shows, in columns.
const handoverWidth = 200

// forms describes the drafts and the outbox.
func (h *handoverMaker) forms() {
	for _, d := range h.request.Drafts {
		h.input.Drafts = append(h.input.Drafts, h.form(d))
	}
	waiting := h.c.outboxAfter(nil)
	h.problem("All of the outbox: ", waiting.Err)
	h.input.Outbox = []handover.Form{}
	for _, item := range waiting.Value {
		f := h.form(item)
		f.Since, f.State = h.c.Zones.Local(item.Since()), OutboxStateName(item)
		f.Reason = safetext.LineFromText(item.Reason)
		h.input.Outbox = append(h.input.Outbox, f)
	}
}

func (h *handoverMaker) form(d Draft) handover.Form {
	kind, _ := LookupKind(d.Kind)
	f := handover.Form{
		Since: h.c.Zones.Local(d.SavedAt), Kind: d.Kind, Form: kind.Title,
		What:  safetext.LineFromText(h.c.SummaryLine(submissionOf(d), handoverWidth)),
		State: "draft",
	}
	f.Record, f.Title = h.c.recordOf(d)
	switch {
	case !d.SentAt.IsZero():
		f.State, f.Reason = "being sent", safetext.LineFromText("not confirmed here")
	case d.MaybeSaved:
		f.Reason = safetext.LineFromText("it was sent before and not confirmed")
	case d.HeldUntil.After(h.input.To):
		f.State = "about to be sent"
	case !d.HeldUntil.IsZero():
		f.Reason = safetext.LineFromText("it should have been sent at " + h.c.Zones.Local(d.HeldUntil).Format("15:04") + " and was not")
	}
	return f
}

func submissionOf(d Draft) Submission {
	return Submission{Form: Form{
		Kind: d.Kind, Record: desk.NewID(d.Record), Values: d.Values, Original: d.Original,
	}}
}

// runs describes the updates of many tickets that did not end.
func (h *handoverMaker) runs() {
	h.input.Runs = []handover.Run{}
	for _, run := range h.request.Runs {
		unsent, unknown := run.Count(BulkUnsent), run.Count(BulkUnknown)
		if run.State == BulkCanceled || unsent+unknown == 0 {
			continue
		}
		h.input.Runs = append(h.input.Runs, handover.Run{
			StartedAt: h.c.Zones.Local(run.StartedAt), Title: safetext.LineFromText(run.Title),
			Tickets: len(run.Rows), Unsent: unsent, NotKnown: unknown,
		})
	}
}

// LoadForHandover adds to a request what a console would hold in memory: the drafts, and the updates of many tickets
// that earlier consoles left.
func (c *Backend) LoadForHandover(r HandoverRequest) (HandoverRequest, error) {
	drafts := c.drafts()
	runs, _ := c.Bulk.Load().(BulkRuns)
	r.Drafts, r.Runs = drafts.Value, runs.Value
	return r, errors.Join(drafts.Err, runs.Err)
}

// SaveNote writes a note to a new file of this machine, and returns its absolute path. A console over SSH must not
// offer it.
func SaveNote(path, text string) (string, error) {
	path, err := absolutePath(path)
	if err == nil {
		err = filestore.CreateFile(path, []byte(text))
	}
	if errors.Is(err, fs.ErrExist) {
		err = errors.New("a file of that name exists already")
	}
	return path, err
}

// absolutePath returns a path as it was typed: one that begins with ~/ is below the home directory.
func absolutePath(typed string) (string, error) {
	if below, ok := strings.CutPrefix(typed, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return typed, err
		}
		return filepath.Join(home, below), nil
	}
	return filepath.Abs(typed)
}
