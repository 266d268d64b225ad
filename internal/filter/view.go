package filter

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// maxViewName is the length of a view's name in characters: a longer one leaves no room for other tabs.
const maxViewName = 30

// CheckNewView returns why a view cannot be saved beside the others: its name is missing or taken, or its filter is not
// understood.
func CheckNewView(others []desk.View, v desk.View) error {
	if strings.TrimSpace(v.Name) == "" {
		return errors.New("a view needs a name")
	}
	if utf8.RuneCountInString(v.Name) > maxViewName {
		return fmt.Errorf("a name has at most %d characters", maxViewName)
	}
	for _, other := range others {
		if safetext.Fold(other.Name) == safetext.Fold(v.Name) {
			return fmt.Errorf("there is a view “%s” already", safetext.LineFromText(other.Name))
		}
	}
	if _, err := Parse(v.Filter); err != nil {
		return fmt.Errorf("the filter is not understood: %w", err)
	}
	return nil
}
