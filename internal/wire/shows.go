package wire

import (
	"slices"
	"strings"

	"frontdesk/internal/text"
)

// contactMarks are the members by which a contact that was added is found among a record's: its id is the service's.
var contactMarks = []string{"contact_person_name", "contact_person_phone", "contact_person_email"}

// Shows says whether a record, by its values, holds everything that was asked for of what records show, and something
// of it. New contacts are found by what they hold, wherever they stand.
func Shows(found, asked Values) bool {
	seen := 0
	for path, want := range asked {
		if !IsShown(path) {
			continue
		}
		if !holds(path, found[path], want) {
			return false
		}
		seen++
	}
	for _, name := range elements(contactBlock, asked) {
		if !strings.HasPrefix(name, NewElement) {
			continue
		}
		if !hasContact(found, asked, name) {
			return false
		}
		seen++
	}
	return seen > 0
}

// Hidden are the paths of what was asked for that no record shows, sorted.
func Hidden(asked Values) []string {
	var hidden []string
	for path, want := range asked {
		name, member, _ := strings.Cut(strings.TrimPrefix(path, contactBlock+"."), ".")
		isMark := strings.HasPrefix(name, NewElement) && slices.Contains(contactMarks, member)
		if want != "" && !IsShown(path) && !isMark {
			hidden = append(hidden, path)
		}
	}
	slices.Sort(hidden)
	return hidden
}

// hasContact says whether some contact of a record holds what a new one was to hold.
func hasContact(found, asked Values, added string) bool {
	block := Block{Path: contactBlock}
	for _, name := range block.Elements(found) {
		fits, marks := true, 0
		for _, member := range contactMarks {
			path := join(block.Element(name), member)
			if want := strings.TrimSpace(asked[join(block.Element(added), member)]); want != "" {
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
	return found == want || tidy(path, found) == tidy(path, want)
}

func tidy(path, value string) string {
	block, member, _ := strings.Cut(path, ".")
	asks := map[string][]Ask{customerBlock: customerAsks, contactBlock: contactAsks, orderBlock: orderAsks}[block]
	if block == contactBlock {
		_, member, _ = strings.Cut(member, ".")
	}
	return strings.TrimSpace(fit(asks, member, text.CleanBlock(value).String()))
}
