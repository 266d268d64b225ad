package accessible

import (
	"fmt"
	"slices"
	"strconv"
)

// pageItems is how many rows are read at a time.
const pageItems = 10

// rowsRead are the rows of a place that were read last.
type rowsRead struct {
	page  []Item // as they were read
	upTo  int    // the number of the last one
	total int    // all rows of the place
}

// leaveRows remembers the rows of the place that the agent leaves, for when they come back.
func (p *program) leaveRows() {
	if p.isList {
		p.known[p.name] = rowsRead{p.page, p.items, p.total}
	}
}

// comeBack takes the rows as read that were read when the agent was here last, if they are still the same ones.
func (p *program) comeBack(place Place) {
	p.isList = !place.IsOver && !place.IsAside && place.Items.Len > 0
	was, ok := p.known[place.Name]
	if !p.isList || !ok || was.total != place.Items.Len {
		return
	}
	from := was.upTo - len(was.page)
	if _, fresh := p.changed(was.page, rowsOf(place, from, was.upTo)); fresh {
		return
	}
	p.page, p.items = was.page, was.upTo
}

// changed returns the indexes of the rows whose text has changed. fresh means that the whole list must be read out: it
// holds other rows, or too many of them have changed.
func (p *program) changed(before, now []Item) (at []int, fresh bool) {
	if len(before) != len(now) || len(now) == 0 {
		return nil, true
	}
	for i := range now {
		if now[i].ID != before[i].ID {
			return nil, true
		}
		if now[i].Text != before[i].Text {
			at = append(at, i)
		}
	}
	return at, len(at) > max(len(now)/2, 1)
}

// reportRows reads the rows that were read last, if they are others now.
func (p *program) reportRows(place Place) {
	from := p.items - len(p.page)
	if !slices.Equal(p.page, rowsOf(place, from, min(from+max(len(p.page), 1), place.Items.Len))) {
		p.readItems(place, max(from, 0))
	}
}

func rowsOf(place Place, from, to int) []Item {
	var rows []Item
	for i := from; i < to; i++ {
		rows = append(rows, place.Items.At(i))
	}
	return rows
}

// readItems reads a page of the rows and numbers them. Of rows that were just read it reads those that have changed.
func (p *program) readItems(place Place, from int) {
	before, was := p.page, p.items-len(p.page)
	to := min(from+pageItems, place.Items.Len)
	p.page, p.items, p.total = rowsOf(place, from, to), to, place.Items.Len
	p.numbers = nil
	for i := range to {
		p.numbers = append(p.numbers, number{item: place.Items.At(i).ID, isItem: true})
	}
	say := func(i int) { p.say(fmt.Sprintf("%d. %s", from+i+1, Words(p.page[i].Text))) }
	if at, fresh := p.changed(before, p.page); !fresh && was == from {
		for _, i := range at {
			say(i)
		}
		if len(at) > 0 || !place.IsOver {
			p.say(othersAsBefore(len(p.page)-len(at), len(at)))
		}
		return
	}
	for i := range p.page {
		say(i)
	}
	if left := place.Items.Len - to; left > 0 {
		p.say(fmt.Sprintf("%s more. Enter reads on.", strconv.Itoa(left)))
	}
}

// othersAsBefore says that rows are as they were read.
func othersAsBefore(rows, changed int) string {
	switch {
	case rows == 0:
		return ""
	case changed == 0 && rows == 1:
		return "The row is as before."
	case changed == 0:
		return fmt.Sprintf("The %d rows are as before; again reads them.", rows)
	case rows == 1:
		return "The other row is as before; again reads both."
	}
	return fmt.Sprintf("The other %d rows are as before; again reads them.", rows)
}
