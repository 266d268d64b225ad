package cli_test

import (
	"net/http"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// TestServiceAway_FiguresAndNotesTryAsOftenAsOtherCommands: --timeout limits how long a command waits for a service that
// cannot answer.
func TestServiceAway_FiguresAndNotesTryAsOftenAsOtherCommands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"ticket", "pull", "--from", "today", "--to", "today"}, exitcode.Failed},
		{[]string{"stats", "--from", "today"}, exitcode.Failed},
		{[]string{"handover"}, exitcode.Partial},
	} {
		t.Run(c.args[0], func(t *testing.T) {
			t.Parallel()
			u := clitest.NewUpstream(t, answerWith(http.StatusServiceUnavailable, ""))
			ended := runAgainst(t, u.URL, "", c.args...)
			asked := map[string]int{}
			for _, body := range u.Requests("pull-ticket") {
				asked[body]++
			}
			for body, n := range asked {
				if n != 4 {
					t.Errorf("%s was asked %d times", body, n)
				}
			}
			if ended.code != c.code || len(asked) == 0 {
				t.Errorf("it asked %v and ended with %v", asked, ended)
			}
		})
	}
}
