package schema

import (
	"regexp"
	"strings"
	"sync"
)

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
