package cli

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/record"
	"frontdesk/internal/wire"
)

// kind is a kind of records: how commands read and print them.
type kind[T any] struct {
	noun       string
	record     func(*T, *time.Location) record.Object // for scripts
	read       func(answer io.Reader, o wire.DecodeOptions) ([]T, error)
	id         func(*T) string
	supersedes func(now, before *T) bool
	compare    func(a, b *T) int // the order in which a pull prints them; nil for that of the service
	columns    func(desk.TimeZones) []output.Column[T]
}

// recordRow is a record of an answer: what is read from it, and how it came.
type recordRow[T any] struct {
	value  T
	record jsontext.Value
	day    string // for which it was pulled; empty if it was not pulled by day
}

// rows reads the records of answers one by one, so that a table and JSON have the same ones, and leaves out those that
// hold nothing. It returns one row for each id, the newest. dayMember is the member of a request that has its day.
func (k *kind[T]) rows(s *Invocation, responses []response, dayMember string) []recordRow[T] {
	var rows []recordRow[T]
	for _, r := range responses {
		day := ""
		if dayMember != "" {
			day = dayOfRequest(r.request, dayMember)
		}
		records, _ := r.op.RawRecords(r.answer) // the client has decoded it before
		for _, record := range records {
			answer := bytes.NewReader(r.op.AnswerWith(record))
			found, err := k.read(answer, wire.DecodeOptions{Zone: s.zones().Account()})
			if err == nil && len(found) == 1 {
				rows = append(rows, recordRow[T]{found[0], record, day})
			}
		}
	}
	if k.compare != nil {
		slices.SortStableFunc(rows, func(a, b recordRow[T]) int {
			return cmp.Or(cmp.Compare(a.day, b.day), k.compare(&a.value, &b.value))
		})
	}
	return k.newest(rows)
}

// newest returns one row for each id, the newest.
func (k *kind[T]) newest(rows []recordRow[T]) []recordRow[T] {
	return desk.Newest(rows,
		func(r *recordRow[T]) string { return k.id(&r.value) },
		func(now, before *recordRow[T]) bool { return k.supersedes(&now.value, &before.value) },
	)
}

// values returns what is read from rows.
func values[T any](rows []recordRow[T]) []T {
	all := make([]T, len(rows))
	for i := range rows {
		all[i] = rows[i].value
	}
	return all
}

// noteWithoutID says how many of what was found has no id.
func noteWithoutID[T any](s *Invocation, found []T, k *kind[T]) {
	n := 0
	for i := range found {
		if k.id(&found[i]) == "" {
			n++
		}
	}
	if n > 0 {
		s.Notef("%s", desk.WithoutIDNote(n, k.noun))
	}
}

// list prints records: for scripts at once, for people at the end, when all widths are known.
type list[T any] struct {
	invocation *Invocation
	kind       *kind[T]
	context    context.Context
	print      func([]T) // prints them for people; nil for a table
	array      output.Array
	shown      []T
}

// add adds records.
func (l *list[T]) add(rows ...recordRow[T]) {
	l.array.Context, l.array.Printer = l.context, &l.invocation.Printer
	for i := range rows {
		switch {
		case !l.invocation.forScripts():
			l.shown = append(l.shown, rows[i].value)
		case l.invocation.isRaw():
			l.array.Add(rows[i].record)
		default:
			l.array.AddRecord(l.kind.record(&rows[i].value, l.invocation.zones().Account()))
		}
	}
}

// addFound adds what answers hold, in the order of the records that were found in them, with or without others.
func (l *list[T]) addFound(found []T, responses *responseLog, withOthers bool) {
	if !l.invocation.isRaw() {
		for i := range found {
			l.add(recordRow[T]{value: found[i]})
		}
		return
	}
	place := map[string]int{}
	for n := range found {
		place[l.kind.id(&found[n])] = n
	}
	at := func(r recordRow[T]) int {
		if n, isFound := place[l.kind.id(&r.value)]; isFound {
			return n
		}
		return len(found)
	}
	rows := l.kind.rows(l.invocation, responses.drain(), "")
	if !withOthers {
		rows = slices.DeleteFunc(rows, func(r recordRow[T]) bool { return at(r) == len(found) })
	}
	slices.SortStableFunc(rows, func(a, b recordRow[T]) int { return cmp.Compare(at(a), at(b)) })
	l.add(rows...)
}

// end prints what is left to print.
func (l *list[T]) end() error {
	switch {
	case l.invocation.forScripts():
		l.add() // an empty list has the printer, too
		return l.array.End()
	case len(l.shown) == 0:
	case l.print != nil:
		l.print(l.shown)
	default:
		output.Table(&l.invocation.Printer, l.kind.columns(l.invocation.zones()), l.shown)
	}
	return nil
}
