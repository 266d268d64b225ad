package config_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestAMistakeIsNamedWithItsLine(t *testing.T) {
	for file, want := range map[string]string{
		"# mine\n\nacount = \"x\"":                                             ":3: acount is not a setting",
		"[[views]]\nname = \"x\"\n\n[[views]]\nnaem = \"y\"":                   ":5: views[2].naem is not",
		"[[views]]\nname = \"x\"\n[[views]]\nopen = true":                      ":3: views[2].name is missing",
		"[vocabulary]\nqueues = [\n  {key = \"A\"},\n  {kye = \"B\"},\n]":      ":4: vocabulary.queues[2].kye is not",
		"columns = [\n  \"title\", # one\n  \"assigne\",\n]":                   ":3: columns[2]: \"assigne\" is not",
		"[accounts.\"a b\"]\ntheme = \"blue\"":                                 ":2: accounts.\"a b\".theme must be",
		"[accounts.acme]\nkeys.inbox.updte = \"U\"":                            ":2: accounts.acme.keys.inbox.updte is not",
		"[[macros]]\nname = \"m\"\ncomment = \"\"\"\n[serve]\n\"\"\"\nkye = 1": ":6: macros[1].kye is not",
		"[serve]\nlisten = \"x\"\n[cluster]\nserver = \"x\"":                   ":4: cluster.server is not",
		"theme = \"dark\"\n[[macros]]\nname = \"m\"\ncomment = \"{{x}}\"":      ":4: macros[1].comment",
		"limit = 5\n[[macros]]\nname = \"m\"\nkey=\"k\"\ncomment = \"x\"":      ":2: macros: the key",
		"[agents.\"Asha Rao\"]\nemail = \"a\"\naccount = \"x\"":                ":3: agents.\"Asha Rao\".account: there is no account",
		"limit = 1\n[[ticket_blocks]]\nblock=\"b\"\nlabel=\"B\"\n[[ticket_blocks.fields]]\nkey=\"k\"\nlabel=\"K\"\n[[ticket_blocks.fields]]\nky=\"k\"": ":9: ticket_blocks[1].fields[2].ky is not",
	} {
		path := writeConfig(t, file)
		if _, err := load(environment(t), path); !strings.HasPrefix(fmt.Sprint(err), path+want) {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
	}
}

// TestAMistakeOfAVariableHasNoLine: the file has the key, too, but is not wrong.
func TestAMistakeOfAVariableHasNoLine(t *testing.T) {
	_, err := load(environment(t, "FRONTDESK_THEME", "blue"), writeConfig(t, "theme = \"dark\""))
	if !strings.HasPrefix(fmt.Sprint(err), "FRONTDESK_THEME must be one of") {
		t.Error(err)
	}
}
