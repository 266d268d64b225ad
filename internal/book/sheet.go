package book

import "slices"

// pageSize is how many rows are copied when one that a snapshot holds is replaced.
const pageSize = 256

// page is a run of rows. Rows are added to a page that snapshots share, behind what they see; before
// one of its rows is replaced the page is copied.
type page struct {
	rows [pageSize]*slip
	born uint64 // the sheet's round in which it was made or copied
}

// sheet is the list of all rows by number, never shorter until it is rebuilt, of which a view can be taken at any time
// without copying the rows.
type sheet struct {
	pages []*page
	n     int
	round uint64 // counts the views that were taken
	block []slip // memory for new rows, so that they lie side by side
}

// view is the sheet as it stands; it never changes.
func (s *sheet) view() ([]*page, int) {
	s.round++
	return slices.Clone(s.pages), s.n
}

func (s *sheet) row(i uint32) *slip { return s.pages[i/pageSize].rows[i%pageSize] }

// add appends a row and gives its number.
func (s *sheet) add(row slip) uint32 {
	if s.n%pageSize == 0 {
		s.pages = append(s.pages, &page{born: s.round})
	}
	if len(s.block) == cap(s.block) {
		s.block = make([]slip, 0, pageSize/2)
	}
	s.block = append(s.block, row)
	s.pages[s.n/pageSize].rows[s.n%pageSize] = &s.block[len(s.block)-1]
	s.n++
	return uint32(s.n - 1)
}

// replace puts another row in the place of one.
func (s *sheet) replace(i uint32, row slip) {
	p := s.pages[i/pageSize]
	if p.born < s.round {
		p = &page{rows: p.rows, born: s.round}
		s.pages[i/pageSize] = p
	}
	p.rows[i%pageSize] = &row
}
