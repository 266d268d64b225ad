package pane

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
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

// ShortSubStatus returns the short word by which the list tells a sub-status from the others.
func (in *Inbox) ShortSubStatus(label string) string {
	return cmp.Or(in.columns.words.shortWords[label], label)
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
	least, most := len(wire.Label("ticket", "substatus"))+1, 0
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
			fits := termwidth.Width(label)+subStatusSymbols <= maxShortSubStatus
			if _, has := short[label]; has || fits || len(words) < 2 {
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

// wordsOf returns the words of a text, without blanks and punctuation.
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
}
