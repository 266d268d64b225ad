package pane

import "testing"

func TestPanes_FailureIsWordedToFit(t *testing.T) {
	const since = "✗ as of 14:02; "
	const unreachable = "the service cannot be reached: nothing listens there"
	for _, c := range []struct {
		width      int
		text, want string
	}{
		{80, unreachable, since + unreachable},
		{65, unreachable, since + "the service cannot be reached"},
		{37, unreachable, since + "cannot be reached"},
		{37, "the service did not answer in time", since + "did not answer in time"},
		{20, unreachable, since + unreachable}, // nothing fits: the row cuts it
	} {
		if got := failureLine(since, c.text, c.width); got != c.want {
			t.Errorf("%d columns: %q, want %q", c.width, got, c.want)
		}
	}
}
