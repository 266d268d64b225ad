package ui_test

import (
	"testing"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

func TestReadOnly_EveryWritingKeyIsOffWithOneReason(t *testing.T) {
	for place, keys := range map[string]struct {
		way  []string
		keys []string
	}{
		"the list":      {nil, []string{"u", "c", "b", "x", "T", "m", ".", "n", "E", "A", "N"}},
		"marked":        {[]string{"*"}, []string{"u", "c", "b", "x", "m"}},
		"a ticket":      {[]string{"enter"}, []string{"u", "c", "b", "x", "T", "m", ".", "n", "E", "A", "N"}},
		"the customer":  {[]string{"C", "C"}, []string{"e", "n", "a", "N"}},
		"an article":    {[]string{"f"}, []string{"N"}},
		"from the list": {[]string{"D", "esc"}, []string{"u"}},
	} {
		t.Run(place, func(t *testing.T) {
			o := uitest.Options{Desk: newCustomerDesk(), ReadOnly: true}
			uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
				s.RequireText("read only · acme")
				s.Press(keys.way...)
				for _, key := range keys.keys {
					s.Press("?", "esc") // clears what was said before
					s.Press(key)
					s.RequireText("this console is read only: nothing is changed from here")
				}
				for _, op := range wire.Operations() {
					if n := s.Net.Calls(op.Path); op.IsWrite && n != 0 {
						t.Errorf("%s was sent %d times", op.Name, n)
					}
				}
			})
		})
	}
}
