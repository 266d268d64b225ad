package submit

import (
	"strings"
	"unicode"
)

// RefLabel begins the last line of a ticket's details that marks the ticket as the caller's own.
const RefLabel = "ref: "

// WithRef is a ticket's details with a reference in their last line; an empty one leaves them as they are.
func WithRef(details, ref string) string {
	switch {
	case ref == "":
		return details
	case strings.TrimSpace(details) == "":
		return RefLabel + ref
	}
	return strings.TrimRight(details, "\r\n") + "\n\n" + RefLabel + ref
}

// Ref is the reference in the last line of a ticket's details, empty when there is none.
func Ref(details string) string {
	details = strings.TrimRight(details, "\r\n ")
	last := details[strings.LastIndexByte(details, '\n')+1:]
	ref, found := strings.CutPrefix(strings.TrimSpace(last), RefLabel)
	if !found {
		return ""
	}
	return strings.TrimSpace(ref)
}

// HasRef reports whether details hold a reference as a word: services may have folded the line that it stood on.
func HasRef(details, ref string) bool {
	for {
		_, rest, found := strings.Cut(details, RefLabel+ref)
		if !found {
			return false
		}
		if rest == "" || !IsRefLetter(rune(rest[0])) {
			return true
		}
		details = rest
	}
}

// IsRefLetter reports whether a reference may hold a letter: no service changes these on their way.
func IsRefLetter(r rune) bool {
	return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.:/#", r))
}
