package schema

import (
	_ "embed" // for the fields
	"strconv"
	"strings"

	"frontdesk/internal/table"
)

//go:embed fields.txt
var fieldsFile string

var fieldRows = table.Read(fieldsFile, 7)

// The words of fields.txt.
var (
	kinds = map[string]Kind{
		"text":          Text,
		"multiline":     Multiline,
		"integer":       Integer,
		"bool":          Bool,
		"date":          Date,
		"callback-time": CallbackTime,
		"digits":        Digits,
		"email":         Email,
		"pairs":         Pairs,
		"ticket-id":     TicketID,
		"day":           Day,
		"attributes":    Attributes,
		"limit":         Limit,
		"offset":        Offset,
		"id":            ID,
		"ids":           IDs,
	}
	choices = map[string]Choices{
		"sub-statuses": SubStatuses, "queues": Queues, "dispositions": Dispositions, "order-values": OrderValues,
	}
)

// fieldsOf reads the fields of a section from fields.txt.
func fieldsOf(section string) []Field {
	var all []Field
	for _, row := range fieldRows {
		if row.Section != section {
			continue
		}
		label, short, _ := strings.Cut(row.Cells[2], " / ")
		f := Field{
			Key:    row.Cells[0],
			Record: row.Cells[1],
			Label:  label,
			Short:  short,
			Flag:   row.Cells[4],
			Hint:   row.Cells[5],
			Usage:  row.Cells[6],
		}
		for word := range strings.FieldsSeq(row.Cells[3]) {
			f.describe(word)
		}
		all = append(all, f)
	}
	return all
}

// describe sets the type, or a mark, of a field.
func (f *Field) describe(word string) {
	kind, isKind := kinds[word]
	values, isChoices := choices[word]
	column, isColumn := strings.CutPrefix(word, "column-")
	switch {
	case isKind:
		f.Kind = kind
	case isChoices:
		f.Choices = values
	case isColumn:
		f.Column, _ = strconv.Atoi(column) // a test reads the columns
	case word == "required":
		f.Required = true
	case word == "trimmed":
		f.Trimmed = true
	case word == "common":
		f.Common = true
	case word == "names":
		f.Names = true
	case word == "stdin":
		f.Stdin = true
	default:
		panic("fields.txt: no type or mark is called " + word)
	}
}
