package pane

import (
<<<<<<< HEAD
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Do runs an action of the console.
type Do func(keymap.Action) tea.Cmd

// Describer is a pane that accessible mode can read out; the console adds the commands.
type Describer interface {
	Describe(do Do) accessible.Place
	Waiting() string // what is being read; empty for nothing
}

// Describe describes the list: its view, then its tickets.
func (in *Inbox) Describe(do Do) accessible.Place {
	place := accessible.Place{Name: "inbox", Title: in.wordsTitle(), Text: in.wordsState()}
	if in.filter.IsFocused() {
		place.Ask = accessible.Ask{Label: "Filter", Value: in.filter.Value(), Done: in.typeFilter}
		place.Title = "Filter the list by words of a ticket, or by conditions such as is:open. Enter alone keeps it"
		place.Text = nil
		return place
	}
	if in.listing == nil {
		return place
	}
	at := newClockContext(in.cmds)
	place.Items = accessible.Items{
		Len: in.listing.Len(),
		At: func(i int) accessible.Item {
			t := in.listing.At(i)
			return accessible.Item{ID: t.ID.Raw(), Text: accessible.Join(ticketWords(t, at), in.stateWords(t, i))}
		},
		Select: func(id string) { in.Select(desk.NewID(id)) },
		Choose: func(id string) tea.Cmd {
			in.Select(desk.NewID(id))
			return do(keymap.Open)
		},
	}
	return place
}

// typeFilter sets the filter and leaves its field.
func (in *Inbox) typeFilter(text string) tea.Cmd {
	in.filter.SetValue(text)
	in.filter.read()
	in.stopTyping()
	return in.reloadFromTop()
}

// Waiting says that the first tickets are being fetched.
func (in *Inbox) Waiting() string {
	if in.listing == nil || in.last.Progress.Busy && !in.hasData() {
		return "fetching the tickets"
	}
	return ""
}

func (in *Inbox) wordsTitle() string {
	order := "by " + in.order.Key.String()
	if in.order.Reverse {
		order += " reversed"
	}
	count := ""
	if in.hasData() {
		count = fmt.Sprintf("%d tickets", in.listing.Len())
		if in.listing.Len() == 1 {
			count = "1 ticket"
		}
	}
	said := []string{"Inbox", "view " + in.viewName(), count, in.cmds.SpanLabel(in.span), order}
	if in.filter.Value() != "" {
		said = append(said, `filter "`+in.filter.Value()+`"`)
	}
	if n, hidden := in.MarkCounts(); hidden > 0 {
		said = append(said, fmt.Sprintf("%d marked, %d of them not shown", n, hidden))
	} else if n > 0 {
		said = append(said, fmt.Sprintf("%d marked", n))
	}
	return accessible.Join(said...)
}

// wordsState says why the list is empty, and which days are missing.
func (in *Inbox) wordsState() []string {
	var said []string
	if in.listing == nil || in.listing.Len() == 0 {
		title, say := in.emptyState()
		for _, s := range append([]string{title}, say...) {
			said = append(said, accessible.Sentence(s))
		}
		return said
	}
	p := in.last.Progress
	failed, late, cut := daysOf(p, isFailed), daysOf(p, isLate), daysOf(p, isCut)
	switch {
	case in.last.Err != nil:
		said = append(said, accessible.Sentence(backend.ErrorText(in.last.Err)))
	case len(failed) > 0:
		said = append(said, accessible.Sentence(in.failureLabel(failed)+": "+backend.ErrorText(failed[0].Err)))
	case len(late) > 0:
		said = append(said, accessible.Sentence(in.days(late)+" late and asked for again"))
	case len(cut) > 0:
		said = append(said, accessible.Sentence(fmt.Sprintf("%s cut short: %d tickets", in.days(cut), cut[0].Received)))
	}
	if remark := in.filterRemark(); remark != "" {
		said = append(said, accessible.Sentence(remark))
	}
	return said
}

// stateWords says in words what the signs before a row say.
func (in *Inbox) stateWords(t *desk.Ticket, row int) string {
	var said []string
	if in.cmds.ReadState.IsUnread(t) {
		said = append(said, "new")
	}
	if in.marks.has(t.ID) {
		said = append(said, "marked")
	}
	switch {
	case in.update(t.ID):
		said = append(said, "update about to be sent")
	case in.draft(t.ID):
		said = append(said, "draft")
	}
	if claim, taken := in.claim(t.ID); taken && claim.IsMine {
		said = append(said, "taken by you")
	} else if taken {
		said = append(said, "taken by another agent")
	}
	if in.snoozed != nil && in.snoozed(t) {
		said = append(said, "reminder snoozed")
	}
	if in.IsDone(row) {
		said = append(said, "done")
	}
	return strings.Join(said, ", ")
}

// ticketWords words a ticket for a list: its title first, because that is what tells it from the others.
func ticketWords(t *desk.Ticket, at clockContext) string {
	priority := t.Priority.String()
	if priority != "" {
		priority = strings.ToLower(priority) + " priority"
	}
	assignee := t.Assignee.String()
	if assignee != "" {
		assignee = "assigned to " + assignee
	}
	said := []string{t.Title.String(), t.ID.Display().String(), t.SubStatus.Label(), priority, assignee}
	return accessible.Join(append(said, dueWords(t, at)...)...)
}

// dueWords says what is due on a ticket, at which time.
func dueWords(t *desk.Ticket, at clockContext) []string {
	if t.Marks.Has(desk.Closed) {
		if strings.Contains(strings.ToLower(t.SubStatus.Label()), "closed") {
			return nil
		}
		return []string{"closed"}
	}
	var said []string
	switch {
	case t.Marks.Has(desk.OutOfSLA):
		said = append(said, "out of SLA")
	case t.Marks.Has(desk.AtRisk):
		said = append(said, "at risk")
	}
	if !t.Due.IsZero() {
		said = append(said, "due "+clock(at.zones.LocalUnix(t.Due), at.now))
	}
	if t.Marks.Has(desk.Escalated) {
		said = append(said, "escalated")
	}
	if !t.Callback.IsZero() {
		said = append(said, "call back "+clock(at.zones.LocalUnix(t.Callback), at.now))
	}
	return said
}

// TicketWords words a ticket for a list in accessible mode.
func TicketWords(t *desk.Ticket, cmds *backend.Backend) string {
	return ticketWords(t, newClockContext(cmds))
=======
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
)

// listWords holds the texts that many rows share: sub-statuses, priorities and agents. Each is made once.
type listWords struct {
	agent       string      // the agent whose tickets are set off
	vocabulary  []desk.Code // the sub-statuses that the short words tell apart
	shortWords  map[string]string
	widths      [forms]int // of the column of sub-statuses
	subStatuses map[subStatusKey]wordForms
	priorities  map[desk.InternedLine]wordForms
	assignees   map[desk.InternedLine]string // their initials
}

type subStatusKey struct {
	code   desk.Code
	closed bool
}

// wordForms are the forms of a text, each with its symbol.
type wordForms struct {
	short, long string
	longWidth   int
	style       cellStyle
}

func newListWords() *listWords {
	w := &listWords{priorities: map[desk.InternedLine]wordForms{}, assignees: map[desk.InternedLine]string{}}
	w.learn(nil)
	return w
}

// learn takes over the sub-statuses that are known.
func (w *listWords) learn(subStatuses []desk.Code) {
	if w.subStatuses != nil && slices.Equal(w.vocabulary, subStatuses) {
		return
	}
	labels := make([]string, len(subStatuses))
	for i, code := range subStatuses {
		labels[i] = code.Label()
	}
	w.vocabulary, w.shortWords, w.subStatuses = subStatuses, shortWords(labels), map[subStatusKey]wordForms{}
	w.measure()
}

// subStatus returns the forms of a ticket's sub-status.
func (w *listWords) subStatus(t *desk.Ticket) wordForms {
	key := subStatusKey{t.SubStatus, t.Marks.Has(desk.Closed)}
	forms, known := w.subStatuses[key]
	if !known {
		label := key.code.Label()
		mark := subStatusSymbol(key.code, key.closed)
		forms = wordForms{short: mark.text + " " + label, long: mark.text + " " + label, style: mark.style}
		if label == "" {
			forms = wordForms{}
		}
		if short, has := w.shortWords[label]; has {
			forms.short = mark.text + " " + short
		}
		forms.longWidth = termwidth.Width(forms.long)
		w.subStatuses[key] = forms
	}
	return forms
}

// priority returns the forms of a ticket's priority.
func (w *listWords) priority(t *desk.Ticket) wordForms {
	forms, known := w.priorities[t.Priority]
	if !known {
		mark := prioritySymbol(t.Priority)
		forms = wordForms{short: mark.text, long: mark.text + " " + t.Priority.String(), style: mark.style}
		if t.Priority.IsEmpty() {
			forms = wordForms{}
		}
		w.priorities[t.Priority] = forms
	}
	forms.style = closedTone(t, forms.style)
	return forms
}

// initials returns the initials of a ticket's assignee.
func (w *listWords) initials(t *desk.Ticket) string {
	text, known := w.assignees[t.Assignee]
	if !known {
		text = initials(t.Assignee.String())
		w.assignees[t.Assignee] = text
	}
	return text
}

// Widths of the column of sub-statuses, with their symbols.
const (
	maxShortSubStatus = 13
	usualSubStatus    = 22 // shows most names
	subStatusSymbols  = 2
)

// measure sets the widths of the column of sub-statuses.
func (w *listWords) measure() {
	least, most := len("Sub-status")+1, 0
	for _, code := range w.vocabulary {
		label := code.Label()
		width := termwidth.Width(label) + subStatusSymbols
		most = max(most, width)
		if word, has := w.shortWords[label]; has {
			width = termwidth.Width(word) + subStatusSymbols
		}
		least = max(least, width)
	}
	least = min(least, maxShortSubStatus)
	most = max(most, least)
	w.widths = [forms]int{short: least, long: min(most, usualSubStatus), longest: most}
}

// minShortWord is the least number of characters of a word that can stand for a sub-status.
const minShortWord = 4

// shortWords returns the words that stand for long sub-statuses in a narrow list: the first word that no other
// sub-status has, such as Contacted for Customer contacted, or else the last word if it stands for no other.
func shortWords(labels []string) map[string]string {
	uses := map[string]int{}
	for _, label := range labels {
		for _, word := range slices.Compact(slices.Sorted(slices.Values(wordsOf(strings.ToLower(label))))) {
			uses[word]++
		}
	}
	short, taken := map[string]string{}, map[string]bool{}
	choose := func(may func(word string, words []string) bool) {
		for _, label := range labels {
			words := wordsOf(label)
			if _, has := short[label]; has || len(words) < 2 || termwidth.Width(label)+subStatusSymbols <= maxShortSubStatus {
				continue
			}
			for _, word := range words {
				if utf8.RuneCountInString(word) >= minShortWord && !taken[strings.ToLower(word)] && may(word, words) {
					short[label] = capitalised(word)
					taken[strings.ToLower(word)] = true
					break
				}
			}
		}
	}
	choose(func(word string, _ []string) bool { return uses[strings.ToLower(word)] == 1 })
	choose(func(word string, words []string) bool { return word == words[len(words)-1] })
	return short
}

// wordsOf returns the words of a text, without what is between them.
func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	})
}

func capitalised(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}

// maxInitials is how many columns the initials of a name have.
const maxInitials = 2

// initials returns the first letters of the first and the last word of a name, or two letters of a single word.
func initials(name string) string {
	words := wordsOf(name)
	if len(words) == 0 {
		return strings.TrimRight(termwidth.FitStyled(name, maxInitials, ""), " ")
	}
	both := words[0]
	if len(words) > 1 {
		both = firstLetter(words[0]) + firstLetter(words[len(words)-1])
	}
	return strings.ToUpper(strings.TrimRight(termwidth.FitStyled(both, maxInitials, ""), " "))
}

// firstLetter returns the first character of a word with its marks.
func firstLetter(word string) string {
	if letter := strings.TrimRight(termwidth.FitStyled(word, 1, ""), " "); letter != "" {
		return letter
	}
	return strings.TrimRight(termwidth.FitStyled(word, 2, ""), " ")
}

func subStatusCell(t *desk.Ticket, at clockContext, width int) (string, cellStyle) {
	forms := at.words.subStatus(t)
	if forms.longWidth <= width {
		return forms.long, forms.style
	}
	if width > maxShortSubStatus {
		return forms.long, forms.style // cut off, it says more than one word
	}
	return forms.short, forms.style
}

func priorityCell(t *desk.Ticket, at clockContext, width int) (string, cellStyle) {
	forms := at.words.priority(t)
	if width == 1 {
		return forms.short, forms.style
	}
	return forms.long, forms.style
}

func assigneeCell(t *desk.Ticket, at clockContext, width int) (string, cellStyle) {
	name, style := t.Assignee.String(), muted
	if name != "" && name == at.words.agent {
		style = closedTone(t, plain)
	}
	if width > maxInitials {
		return name, style
	}
	return at.words.initials(t), style
>>>>>>> d9f377c5 (Give the title of a ticket what is left over in the list)
}
