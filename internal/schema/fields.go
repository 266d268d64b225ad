package schema

import (
	_ "embed" // for the fields
	"regexp"
	"strconv"
	"strings"
	"sync"

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
		"account":       Account,
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
	case word == "loose":
		f.Loose = true
	case word == "names":
		f.Names = true
	case word == "stdin":
		f.Stdin = true
	default:
		panic("fields.txt: no type or mark is called " + word)
	}
}

// fieldName finds what can be the JSON name of a field, with the section that it stands in.
var fieldName = regexp.MustCompile(`\b(?:(?:customer|contact|enquiry|order)_info\.)?[A-Za-z0-9_]+\b`)

// WithLabels returns a message of the service for an agent: names of fields become their labels in forms. Names that
// are also English words, such as zone, stay as they are. The operation decides between labels of the same name.
func WithLabels(operation, message string) string {
	labels := labelsByName()
	own := map[string]string{}
	if r := RequestOf(operation); r != nil {
		own = labelsOf(r.Sections)
	}
	return fieldName.ReplaceAllStringFunc(message, func(name string) string {
		_, key, isPath := strings.Cut(name, ".")
		if !isPath {
			key = name
		}
		if !isPath && !isTechnical(key) {
			return name
		}
		if label := own[key]; label != "" {
			return "“" + label + "”"
		}
		if label := labels[key]; label != "" {
			return "“" + label + "”"
		}
		return name
	})
}

// isTechnical reports whether a name can't be an English word: it has an underscore, or a capital after the first
// letter.
func isTechnical(name string) bool {
	return strings.Contains(name, "_") || strings.ToLower(name[1:]) != name[1:]
}

// labelsByName holds the labels of the fields of all requests by JSON name.
var labelsByName = sync.OnceValue(func() map[string]string {
	return labelsOf([]Section{TicketUpdate, NewTicket, Order, Customer, Contact, Enquiry})
})

// labelsOf returns the labels of fields by JSON name, the first one of each name.
func labelsOf(sections []Section) map[string]string {
	labels := map[string]string{}
	for _, s := range sections {
		for _, f := range s.Fields {
			if labels[f.Key] == "" && f.Label != "" {
				labels[f.Key] = f.Label
			}
		}
	}
	return labels
}
