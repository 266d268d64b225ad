package pane

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// Suggestions is a short list of articles that may answer the ticket that is read, to stand beside it. It has no
// cursor: the FAQ opens them.
type Suggestions struct {
	base
	faq    *FAQ // which opens them
	ticket desk.ID
	detail *desk.TicketDetails // what they were asked for
	known  int                 // how many articles were known then
	rows   []articleRow
}

// NewSuggestions returns an empty list.
func NewSuggestions(d Deps, faq *FAQ) *Suggestions { return &Suggestions{base: newBase(d), faq: faq} }

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

// maxBeside is how many suggestions stand beside a ticket.
const maxBeside = 5

// beside returns the articles that are listed.
func (s *Suggestions) beside() []articleRow { return s.rows[:min(len(s.rows), maxBeside)] }

// Height returns the rows of the list with its title; 0 if there is none.
func (s *Suggestions) Height() int {
	if len(s.rows) == 0 {
		return 0
	}
	return 1 + len(s.beside())
}

// SetSize sets the size in columns and rows.
func (s *Suggestions) SetSize(width, height int) { s.width, s.height = width, height }

// SetTheme changes the colours.
func (s *Suggestions) SetTheme(th *theme.Theme) { s.th = th }

// Cursor returns nil: nothing is typed.
func (s *Suggestions) Cursor() *tea.Cursor { return nil }

// View draws the list under a title that names the key of the FAQ.
func (s *Suggestions) View() string {
	title := termwidth.Truncate("Perhaps answers", s.width)
	about := " · " + s.keys.KeyLabel(keymap.Global, keymap.ShowFAQ) + " reads"
	if termwidth.Width(title+about) > s.width {
		about = ""
	}
	lines := []string{s.th.Header.Render(title) + s.th.Muted.Render(about)}
	for _, r := range s.beside() {
		lines = append(lines, " "+termwidth.Truncate(r.title.String(), s.width-1))
	}
	return strings.Join(Fill(lines, s.height), "\n")
}

// Areas returns the articles, which a click reads in the FAQ.
func (s *Suggestions) Areas() Areas {
	var all Areas
	for i, r := range s.beside() {
		choose := func() { s.faq.PointToWhenSuggested(r.id) }
		spot := onClick(choose, s.keys.KeyOf(keymap.Global, keymap.ShowFAQ))
		spot.Name = "article " + strconv.FormatInt(r.id, 10)
		all = append(all, Area{Rectangle: image.Rect(0, i+1, s.width, i+2), Spot: spot})
	}
	return all
}
