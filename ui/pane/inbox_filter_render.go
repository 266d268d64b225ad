package pane

import (
	"strconv"
	"strings"

	"frontdesk/internal/filter"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

const filterLabel = "   Filter: "

// minFilterWidth is how much of the filter is always shown before the row says what was searched.
const minFilterWidth = 24

// filterRow returns the line of the filter, followed by what its words were searched in.
func (in *Inbox) filterRow() string {
	room := in.width - len(filterLabel)
	said := ""
	for _, text := range in.searchedTexts() {
		width := termwidth.Width(text) + 2
		if room-width >= max(minFilterWidth, termwidth.Width(in.filter.Value())+1) {
			said = " " + in.th.Muted.Render(text) + " "
			room -= width
			break
		}
	}
	in.filter.SetWidth(max(room, 1))
	return in.th.Header.Render(filterLabel) + in.filter.View() + said
}

// searchedTexts returns what the words were searched in, the most detailed text first; none without words.
func (in *Inbox) searchedTexts() []string {
	parsed, err := filter.Parse(in.filter.Value())
	if err != nil || !parsed.Needs(filter.OfTexts) || !in.hasData() {
		return nil
	}
	titles, texts := thousands(in.listing.Searched()), thousands(in.listing.SearchedTexts())
	return []string{
		"titles of " + titles + " in " + in.ViewName() + "; texts of " + texts + " read",
		titles + " titles, " + texts + " texts",
	}
}

// thousands formats a number with commas, such as 20,114.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// remark returns what a reader has to know of the filter; empty for nothing.
func (f *filterLine) remark(listing *backend.Listing) string {
	switch {
	case f.fault != nil && f.fault.Incomplete && len(f.offered) == 0:
		return "not used yet: " + f.fault.Text
	case f.fault != nil:
		return ""
	case len(f.notes) > 0:
		return strings.Join(f.notes, "; ")
	case listing != nil && f.Value() != "":
		return strings.Join(listing.Notes(), "; ")
	}
	return ""
}

// emptyFilter returns the text of an empty list for a filter that is not understood, or that may mean something else;
// empty for any other filter.
func (in *Inbox) emptyFilter() (title string, say []string) {
	switch f := in.filter; {
	case f.isFaulty():
		return "The filter is not understood", []string{"✗ " + f.fault.Error(), "Nothing is listed until you correct it."}
	case in.filter.remark(in.listing) != "":
		return in.nothingMatches(), []string{in.filter.remark(in.listing)}
	}
	return "", nil
}

// maxOffered is how many completions are shown at a time.
const maxOffered = 7

// drawCompletions draws the list of completions over the rows under the filter, beginning at a row.
func (f *filterLine) drawCompletions(th *theme.Theme, rows []string, from, width int) {
	shown := min(len(f.offered), maxOffered, len(rows)-from-2)
	if shown < 1 {
		return
	}
	first := min(max(f.chosen-shown+1, 0), len(f.offered)-shown)
	texts, marks := 0, 0
	for _, c := range f.offered {
		texts = max(texts, termwidth.Width(c.Text))
		marks = max(marks, termwidth.Width(completionMark(c)))
	}
	left := len(filterLabel) - 2
	inner := min(texts+2+marks, width-left-4)
	place := func(row int, box string) {
		under := termwidth.FitStyled(rows[row], width, "")
		rows[row] = strings.Repeat(" ", left) + box + termwidth.SkipColumns(under, left+inner+4)
	}
	border := th.Border.Render
	for i := range shown {
		c := f.offered[first+i]
		text := termwidth.Pad(c.Text, min(texts, inner))
		mark := termwidth.Pad("  "+completionMark(c), max(inner-termwidth.Width(text), 0))
		line := border("│ ") + text + th.Muted.Render(mark) + border(" │")
		if first+i == f.chosen {
			line = border("│") + th.Selected.Render(" "+text+mark+" ") + border("│")
		}
		place(from+i, line)
	}
	end := "╰" + strings.Repeat("─", inner+2) + "╯"
	if hidden := len(f.offered) - shown; hidden > 0 {
		more := " " + strconv.Itoa(hidden) + " more "
		if dashes := inner + 2 - len(more) - 1; dashes > 0 {
			end = "╰" + strings.Repeat("─", dashes) + more + "─╯"
		}
	}
	place(from+shown, border(end))
}

// completionMark returns what a completion says beside its text: its meaning, or how many tickets have it.
func completionMark(c filter.Completion) string {
	if c.Meaning != "" {
		return c.Meaning
	}
	return thousands(c.Count)
}
