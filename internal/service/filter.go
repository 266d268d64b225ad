package service

import (
	"strings"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// This file turns the filters of pulls, which are texts, into a store's filter. A blank one does not filter.

// ifSet asks for a text unless it is blank.
func ifSet(value string, ask func(string)) {
	if value = trimmed(value); value != "" {
		ask(value)
	}
}

func trimmed(s string) string { return strings.TrimSpace(s) }

// equals asks for exactly the text.
func equals(f *store.Filter, c store.Column) func(string) {
	return func(value string) { f.Equal(c, value) }
}

// in asks for one of the comma-separated texts.
func in(f *store.Filter, c store.Column) func(string) {
	return func(list string) { f.In(c, splitList(list)) }
}

// idIn asks for one of the comma-separated ids, in one of the columns.
func idIn(f *store.Filter, columns ...store.Column) func(string) {
	return func(list string) { f.IDIn(numbers(list), columns...) }
}

// idNotIn asks for another id than the comma-separated ones; where none of them is an id, nothing passes.
func idNotIn(f *store.Filter, c store.Column) func(string) {
	return func(list string) {
		if not := numbers(list); len(not) > 0 {
			f.IDNotIn(not, c)
			return
		}
		f.MatchNone()
	}
}

// numbers are the ids of a comma-separated list; what is no id names nothing.
func numbers(list string) []int64 {
	var all []int64
	for _, id := range splitList(list) {
		if n, err := wire.ParseLooseInt(id); err == nil && n.Value > 0 {
			all = append(all, n.Value)
		}
	}
	return all
}

// datesBetween asks for moments from the start of one day to the end of another; a blank one leaves its end open. A
// column of "" is one that no record has.
func datesBetween(f *store.Filter, zone *time.Location, c store.Column, startName, start, endName, end string) error {
	if isBlank(start) && isBlank(end) {
		return nil
	}
	var from, to time.Time
	if !isBlank(start) {
		first, err := day(startName, trimmed(start))
		if err != nil {
			return err
		}
		from, _ = first.Range(zone)
	}
	if !isBlank(end) {
		last, err := day(endName, trimmed(end))
		if err != nil {
			return err
		}
		_, to = last.Range(zone)
	}
	if c == "" {
		f.MatchNone()
		return nil
	}
	f.Between(c, from, to)
	return nil
}
