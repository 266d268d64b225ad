package wire

import (
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// contactMarks are the members by which a contact that was added is found among a record's: its id is the service's.
var contactMarks = []string{"contact_person_name", "contact_person_phone", "contact_person_email"}

// AllApplied says whether a record, by its values, holds everything that was asked for of what records show, and something
// of it. New contacts are found by what they hold, wherever they stand.
func AllApplied(found, asked Values) bool {
	seen := 0
	for path, want := range asked {
		if !IsReturned(path) {
			continue
		}
		if !holds(path, found[path], want) {
			return false
		}
		seen++
	}
	for _, name := range eachElement(contactBlock, asked) {
		if !strings.HasPrefix(name, NewElementPrefix) {
			continue
		}
		if !hasContact(found, asked, name) {
			return false
		}
		seen++
	}
	return seen > 0
}

// NotReturned are the paths of what was asked for that no record shows, sorted.
func NotReturned(asked Values) []string {
	var hidden []string
	for path, want := range asked {
		name, member, _ := strings.Cut(strings.TrimPrefix(path, contactBlock+"."), ".")
		isMark := strings.HasPrefix(name, NewElementPrefix) && slices.Contains(contactMarks, member)
		if want != "" && !IsReturned(path) && !isMark {
			hidden = append(hidden, path)
		}
	}
	slices.Sort(hidden)
	return hidden
}

// hasContact says whether some contact of a record holds what a new one was to hold.
func hasContact(found, asked Values, added string) bool {
	block := Record{Path: contactBlock}
	for _, name := range block.ElementIDs(found) {
		fits, marks := true, 0
		for _, member := range contactMarks {
			path := join(block.ElementPath(name), member)
			if want := strings.TrimSpace(asked[join(block.ElementPath(added), member)]); want != "" {
				fits, marks = fits && holds(path, found[path], want), marks+1
			}
		}
		if fits && marks > 0 {
			return true
		}
	}
	return false
}

// holds says whether a record's value is what was asked for, which has not passed what a record's has.
func holds(path, found, want string) bool {
	return found == want || normalize(path, found) == normalize(path, want)
}

func normalize(path, value string) string {
	block, member, _ := strings.Cut(path, ".")
	asks := map[string][]Field{customerBlock: customerAsks, contactBlock: contactAsks, orderBlock: orderAsks}[block]
	if block == contactBlock {
		_, member, _ = strings.Cut(member, ".")
	}
	return strings.TrimSpace(singleLine(asks, member, safetext.BlockFromHTML(value).String()))
}
