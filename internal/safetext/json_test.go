package safetext_test

import (
	"encoding/json"
	"strings"
	"testing"

	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
)

func TestJSONWritesNothingThatATerminalObeysAndSaysTheSame(t *testing.T) {
	for _, c := range texttest.Hostile(t) {
		whole := strings.ToValidUTF8(c.Text, "\ufffd")
		source, err := json.Marshal(map[string]string{whole: whole})
		if err != nil {
			t.Fatal(err)
		}
		safe := safetext.EscapeJSON(nil, source)
		if harm := texttest.Forbidden(string(safe)); harm != nil {
			t.Errorf("%s: %v", c.Name, harm)
		}
		var back map[string]string
		if err := json.Unmarshal(safe, &back); err != nil || back[whole] != whole {
			t.Errorf("%s: %q came back as %q: %v", c.Name, whole, back, err)
		}
		broken := strings.Map(func(r rune) rune { return max(r, ' ') }, c.Text+"\xf0\xff")
		if harm := texttest.Forbidden(string(safetext.EscapeJSON(nil, []byte(broken)))); harm != nil {
			t.Errorf("%s, broken: %v", c.Name, harm)
		}
	}
}

func TestJSONLeavesHonestTextReadable(t *testing.T) {
	for _, line := range texttest.Honest(t) {
		if got := string(safetext.EscapeJSON(nil, []byte(line))); got != line {
			t.Errorf("%q became %q", line, got)
		}
	}
}
