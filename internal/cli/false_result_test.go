package cli_test

import (
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// TestWrite_SuccessWithAResultOfFalseIsAFailure: a script that reads only the exit code must not take the write as
// done.
func TestWrite_SuccessWithAResultOfFalseIsAFailure(t *testing.T) {
	t.Parallel()
	const said = `{"status":"success","message":"Already there","customer":{"result":false,"customer_id":7},"Order":{"result":"false"}}`
	u := clitest.NewUpstream(t, answerWith(200, said))
	for _, c := range []struct {
		args []string
		out  string
	}{
		{[]string{"customer", "add", "--name", "Asha", "--phone", "1"}, ""},
		{[]string{"customer", "update", "7", "--name", "Asha"}, ""},
		{[]string{"order", "add", "--customer-name", "Asha"}, ""},
		{[]string{"order", "update", "7", "--customer-name", "Asha"}, ""},
		{[]string{"customer", "add", "--name", "Asha", "--phone", "1", "--raw"}, said + "\n"},
		{[]string{"api", "add-customer"}, said},
		{[]string{"api", "update-order"}, said},
	} {
		got := runAgainst(t, u.URL, "{}", c.args...)
		if got.code != exitcode.Failed || got.out != c.out || !strings.Contains(got.errOut, "not done: the service answers success with a result of false: Already there") {
			t.Errorf("%s: %s", strings.Join(c.args, " "), got)
		}
	}
	for _, done := range []string{`{"status":"success"}`, `{"status":"success","customer":{"result":"true","customer_id":7}}`} {
		u := clitest.NewUpstream(t, answerWith(200, done))
		for _, args := range [][]string{{"customer", "update", "7", "--name", "Asha"}, {"api", "add-order"}} {
			if got := runAgainst(t, u.URL, "{}", args...); got.code != exitcode.OK {
				t.Errorf("%s: %s", done, got)
			}
		}
	}
}
