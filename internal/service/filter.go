package service

import (
	"strings"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// This file turns the filters of pulls, which are texts, into a store's filter. A blank one does not filter.

// where asks for a text unless it is blank.
func where(value string, ask func(string)) {
	if value = trimmed(value); value != "" {
		ask(value)
	}
}

func trimmed(s string) string { return strings.TrimSpace(s) }

// is asks for exactly the text.
func is(f *store.Filter, c store.Column) func(string) {
	return func(value string) { f.Is(c, value) }
}

// oneOf asks for one of the comma-separated texts.
func oneOf(f *store.Filter, c store.Column) func(string) {
	return func(list string) { f.OneOf(c, ids(list)) }
}

// among asks for one of the comma-separated ids, in one of the columns.
func among(f *store.Filter, columns ...store.Column) func(string) {
	return func(list string) { f.ID(numbers(list), columns...) }
}

// notAmong asks for another id than the comma-separated ones; where none of them is an id, nothing passes.
func notAmong(f *store.Filter, c store.Column) func(string) {
	return func(list string) {
		if not := numbers(list); len(not) > 0 {
			f.NotID(not, c)
			return
		}
		f.Nothing()
	}
}

// numbers are the ids of a comma-separated list; what is no id names nothing.
func numbers(list string) []int64 {
	var all []int64
	for _, id := range ids(list) {
		if n, err := wire.ParseNumber(id); err == nil && n.Value > 0 {
			all = append(all, n.Value)
		}
	}
	return all
}

// span asks for moments from the start of one day to the end of another; a blank one leaves its end open. A
// column of "" is one that no record has.
func span(f *store.Filter, zone *time.Location, c store.Column, startName, start, endName, end string) error {
	if blank(start) && blank(end) {
		return nil
	}
	var from, to time.Time
	if !blank(start) {
		first, err := day(startName, trimmed(start))
		if err != nil {
			return err
		}
		from, _ = first.Bounds(zone)
	}
	if !blank(end) {
		last, err := day(endName, trimmed(end))
		if err != nil {
			return err
		}
		_, to = last.Bounds(zone)
	}
	if c == "" {
		f.Nothing()
		return nil
	}
	f.Between(c, from, to)
	return nil
}
