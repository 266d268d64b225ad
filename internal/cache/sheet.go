package cache

import "slices"

// pageSize is how many rows are copied when one that a snapshot holds is replaced.
const pageSize = 256

// chunk is a run of rows. Rows are added to a page that snapshots share, behind what they see; before
// one of its rows is replaced the page is copied.
type chunk struct {
	rows  [pageSize]*packedTicket
	epoch uint64 // the sheet's round in which it was made or copied
}

// rowTable is the list of all rows by number, never shorter until it is rebuilt, of which a view can be taken at any time
// without copying the rows.
type rowTable struct {
	pages       []*chunk
	n           int
	lastPullSeq uint64         // counts the views that were taken
	block       []packedTicket // memory for new rows, so that they lie side by side
}

// view is the sheet as it stands; it never changes.
func (s *rowTable) view() ([]*chunk, int) {
	s.lastPullSeq++
	return slices.Clone(s.pages), s.n
}

func (s *rowTable) row(i uint32) *packedTicket { return s.pages[i/pageSize].rows[i%pageSize] }

// add appends a row and gives its number.
func (s *rowTable) add(row packedTicket) uint32 {
	if s.n%pageSize == 0 {
		s.pages = append(s.pages, &chunk{epoch: s.lastPullSeq})
	}
	if len(s.block) == cap(s.block) {
		s.block = make([]packedTicket, 0, pageSize/2)
	}
	s.block = append(s.block, row)
	s.pages[s.n/pageSize].rows[s.n%pageSize] = &s.block[len(s.block)-1]
	s.n++
	return uint32(s.n - 1)
}

// replace puts another row in the place of one.
func (s *rowTable) replace(i uint32, row packedTicket) {
	p := s.pages[i/pageSize]
	if p.epoch < s.lastPullSeq {
		p = &chunk{rows: p.rows, epoch: s.lastPullSeq}
		s.pages[i/pageSize] = p
	}
	p.rows[i%pageSize] = &row
}
