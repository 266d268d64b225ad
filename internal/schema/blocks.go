package schema

import (
	"slices"
	"strings"
)

// Blocks are an account's own blocks in tickets (PROTOCOL.md 3.8). The path of a section is the name of its block.
type Blocks []Section

// With returns the description of a request with an account's own blocks, if the request can hold them.
func (r *Request) With(b Blocks) *Request {
	if len(b) == 0 || r != AddTicketFields && r != UpdateTicketFields {
		return r
	}
	return &Request{r.Operation, slices.Concat(r.Sections, b)}
}

// FieldAt returns the field at a path, such as issue_category_details.issue_category_1.
func (b Blocks) FieldAt(path string) (f Field, ok bool) {
	for _, s := range b {
		if f, ok := s.fieldAt(path); ok {
			return f, true
		}
	}
	return Field{}, false
}

// Paths returns the paths of all fields in the order of the form.
func (b Blocks) Paths() []string {
	var paths []string
	for _, s := range b {
		for _, f := range s.Fields {
			paths = append(paths, Join(s.Path, f.Key))
		}
	}
	return paths
}

// OptionsAmong returns the values that a field may have beside the other values of its request. If the value that
// decides is not among those, all values of the field are returned.
func (f Field) OptionsAmong(values map[string]string) []string {
	if f.DependsOn == "" {
		return f.Options
	}
	if decides, known := values[f.DependsOn]; known {
		return f.OptionsBy[decides]
	}
	var all []string
	for _, options := range f.OptionsBy {
		all = append(all, options...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// IsMember reports whether the interface itself has a member of this name in a ticket's requests, so that no block can
// be called so.
func IsMember(name string) bool {
	for _, f := range slices.Concat(NewTicket.Fields, TicketUpdate.Fields) {
		if strings.EqualFold(f.Key, name) {
			return true
		}
	}
	return false
}
