package pane

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// Suggestions is a short list of articles that may answer the ticket that is read, to stand beside it. It has no
// cursor: the FAQ opens them.
type Suggestions struct {
	cmds   *backend.Backend
	ticket desk.ID
	detail *desk.TicketDetails // what they were asked for
	known  int                 // how many articles were known then
	rows   []articleRow
}

// NewSuggestions returns an empty list.
func NewSuggestions(d Deps) *Suggestions { return &Suggestions{cmds: d.Backend} }

// Follow asks for articles that may answer a ticket once its details are there, and again when they change or, while
// nothing answers it, when more articles are known.
func (s *Suggestions) Follow(t *desk.Ticket, d *desk.TicketDetails) tea.Cmd {
	if t == nil || t.ID != s.ticket {
		s.ticket, s.detail, s.rows = desk.ID{}, nil, nil
	}
	known := s.cmds.FAQ.Status().Articles
	if t == nil || d == nil || d == s.detail && (len(s.rows) > 0 || known == s.known) {
		return nil
	}
	s.ticket, s.detail, s.known = t.ID, d, known
	return s.cmds.FAQ.SuggestForTicket(t, d, maxSuggested)
}

// Update takes over what was found.
func (s *Suggestions) Update(msg tea.Msg) {
	if found, ok := msg.(backend.ArticlesSuggested); ok && !s.ticket.IsZero() && string(found.Of) == s.ticket.Raw() {
		s.rows = knownRows(found.Value)
	}
}

// maxBeside is how many suggestions stand beside a ticket, and suggestionsHead the rows above them.
const (
	maxBeside       = 5
	suggestionsHead = 2
)

// Height returns the rows of the list; 0 if there is none.
func (s *Suggestions) Height() int {
	if len(s.rows) == 0 {
		return 0
	}
	return suggestionsHead + min(len(s.rows), maxBeside)
}

// Lines draws the list under a heading that names the key of the FAQ.
func (s *Suggestions) Lines(th *theme.Theme, width int, key string) []string {
	if len(s.rows) == 0 {
		return nil
	}
	title := termwidth.Truncate("Perhaps answers", width-4)
	about := " · " + key + " reads"
	if key == "" || termwidth.Width(title+about)+4 > width {
		about = ""
	}
	heading := th.Heading(th.Header.Render(title)+th.Muted.Render(about), width)
	lines := append(make([]string, 0, suggestionsHead+maxBeside), "", heading)
	for _, r := range s.rows[:min(len(s.rows), maxBeside)] {
		lines = append(lines, " "+termwidth.Truncate(r.title.String(), width-1))
	}
	return lines
}

// ArticleAt returns the article in a line of the list.
func (s *Suggestions) ArticleAt(line int) (id int64, ok bool) {
	i := line - suggestionsHead
	if i < 0 || i >= min(len(s.rows), maxBeside) {
		return 0, false
	}
	return s.rows[i].id, true
}
