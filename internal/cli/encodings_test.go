package cli_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

const mark = "\ufeff"

func utf16Of(text string) string {
	return "\xff\xfe" + strings.Join(strings.Split(text, ""), "\x00") + "\x00"
}

// writeTestFile writes a file that only its owner may read, and returns its path.
func writeTestFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEncodings_ConfigurationWithAByteOrderMarkIsRead(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, mark+`{"status":"success","message":{"category":[{"id":9,"name":"Drums"}]}}`))
	config := `base_url = "` + u.URL + "\"\nkms_url = \"" + u.URL + "\"\ntoken = \"" + clitest.Token + "\"\n"
	env := map[string]string{"HOME": t.TempDir(), "XDG_CONFIG_HOME": "/nowhere"}
	got := runWith(t.Context(), env, "", "faq", "categories", "--config", writeTestFile(t, "config", mark+config))
	if got.code != 0 || !strings.Contains(got.out, "Drums") {
		t.Errorf("%s", got)
	}
	for content, says := range map[string]string{utf16Of(config): "UTF-16", config + "# M\xfcller\n": "line 4"} {
		path := writeTestFile(t, "config", content)
		got := runWith(t.Context(), env, "", "faq", "categories", "--config", path)
		if got.code != exitcode.Usage || !strings.Contains(got.errOut, says) || !strings.Contains(got.errOut, path) {
			t.Errorf("%s", got)
		}
	}
}

func TestEncodings_StandardInputAndCSVAreReadOrRefused(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","ticket":{"ticketId":"71"}}`))
	update := []string{"ticket", "update", "71", "--sub-status", "P", "--comment", "-"}
	if got := runAgainst(t, u.URL, mark+"Hello", append(update, "--dry-run")...); got.code != 0 || strings.Contains(got.out, mark) || !strings.Contains(got.out, `"Hello"`) {
		t.Errorf("%s", got)
	}
	for text, says := range map[string]string{utf16Of("Hello"): "UTF-16", "a\nM\xfcller": "line 2"} {
		if got := runAgainst(t, u.URL, text, update...); got.code != exitcode.Usage || !strings.Contains(got.errOut, says) {
			t.Errorf("%q: %s", text, got)
		}
		path := writeTestFile(t, "updates.csv", "ticket_id,sub_status,comment\n71,P,"+text+"\n")
		if strings.HasPrefix(text, "\xff") {
			path = writeTestFile(t, "updates.csv", text)
		}
		got := runAgainst(t, u.URL, "", "ticket", "update", "--from-csv", path)
		if got.code != exitcode.Usage || !strings.Contains(got.errOut, strings.Replace(says, "line 2", "line 3", 1)) || !strings.Contains(got.errOut, filepath.Base(path)) {
			t.Errorf("%q in a CSV file: %s", text, got)
		}
	}
	if sent := u.Sent(); len(sent) > 0 {
		t.Errorf("damaged text was sent: %q", sent)
	}
}

func TestEncodings_CredentialCommandMayPrintAByteOrderMark(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","message":[]}`))
	env := testEnvironment(t, u.URL)
	delete(env, "FRONTDESK_TOKEN")
	for output, code := range map[string]int{`\357\273\277c2VjcmV0\n`: 0, `\377\376c\000\n`: exitcode.Usage} {
		config := "token_command = ['printf', '" + output + "']\n"
		values := maps.Clone(env)
		got := runWith(t.Context(), values, "", slices.Concat(reads[1], []string{"--config", writeTestFile(t, "config", config)})...)
		if got.code != code {
			t.Errorf("%s: %s", output, got)
		}
	}
}

func TestEncodings_ArgumentThatIsNotUTF8IsRefusedByName(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","ticket":{"ticketId":"71"}}`))
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"ticket", "update", "71", "--sub-status", "P", "--comment", "Gr\xfc\xdfe"}, "the value of --comment is not UTF-8"},
		{[]string{"ticket", "update", "71", "--sub-status", "P", "--comment=Gr\xfc\xdfe"}, "the value of --comment is not UTF-8"},
		{[]string{"ticket", "create", "--title", "T\xfcr"}, "the value of --title is not UTF-8"},
		{[]string{"faq", "search", "t\xfcr"}, "argument 3 is not UTF-8"},
		{[]string{"ticket", "update", "71", "--sub-status", "P", "--comment", utf16Of("Hello")}, "the value of --comment is not UTF-8"},
		{[]string{"\xff"}, "argument 1 is not UTF-8"},
	} {
		got := runAgainst(t, u.URL, "", c.args...)
		if got.code != exitcode.Usage || !strings.Contains(got.errOut, c.says) || strings.Count(got.errOut, "\n") != 1 {
			t.Errorf("%q: %s", c.args, got)
		}
	}
	if sent := u.Sent(); len(sent) > 0 {
		t.Errorf("damaged text was sent: %q", sent)
	}
	for _, comment := range [][]string{{"--comment", mark + "Hello"}, {"--comment=" + mark + "Hello"}} {
		got := runAgainst(t, u.URL, "", append([]string{"ticket", "update", "71", "--sub-status", "P", "--dry-run"}, comment...)...)
		if got.code != 0 || strings.Contains(got.out, mark) || !strings.Contains(got.out, `"Hello"`) {
			t.Errorf("%q: %s", comment, got)
		}
	}
}

func TestEncodings_VariableThatIsNotUTF8IsRefusedByName(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","message":[]}`))
	for _, variable := range []string{"FRONTDESK_ORDER_USER", "FRONTDESK_ACCOUNT", "FRONTDESK_TOKEN"} {
		env := testEnvironment(t, u.URL)
		env[variable] = "M\xfcller"
		got := runWith(t.Context(), env, "", reads[1]...)
		if got.code != exitcode.Usage || !strings.Contains(got.errOut, variable+" is not UTF-8") {
			t.Errorf("%s: %s", variable, got)
		}
	}
	if sent := u.Sent(); len(sent) > 0 {
		t.Errorf("sent: %q", sent)
	}
}
