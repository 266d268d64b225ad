package sshd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/sshd/sshdtest"
)

// listOf writes a list with a line for each comment, and returns the keys of the lines.
func listOf(t *testing.T, before string, comments ...string) (list string, keys []gossh.Signer) {
	t.Helper()
	list = before
	for _, comment := range comments {
		key := newKey(t)
		keys = append(keys, key)
		list += authorizedLine(key) + " " + comment + "\n"
	}
	return list, keys
}

func TestAgents_TwoKeysWhoseNamesLookTheSameAreNotOneAgent(t *testing.T) {
	for name, comments := range map[string][2]string{
		"bytes that are not UTF-8":   {"M\xf6ller", "M\xfcller"},
		"what is not seen":           {"Asha Rao", "Asha\u200b Rao"},
		"a mark of direction":        {"Asha Rao", "Asha Rao\u200f"},
		"two blanks":                 {"Asha Rao", "Asha  Rao"},
		"another blank":              {"Asha Rao", "Asha\u00a0Rao"},
		"another blank at the end":   {"Asha Rao", "Asha Rao\u00a0"},
		"another blank before it":    {"Asha Rao", "\u2003Asha Rao"},
		"a line break of another":    {"Asha Rao", "Asha Rao\u0085"},
		"accents apart":              {"Müller", "Mu\u0308ller"},
		"another case":               {"Asha Rao", "asha rao"},
		"another alphabet":           {"Asha Rao", "Аѕһа Rao"},
		"one letter of another":      {"Asha Rao", "Аsha Rao"},
		"a capital i for an l":       {"Alice", "AIice"},
		"wide letters":               {"Asha Rao", "Ａｓｈａ Rao"},
		"a control character":        {"Asha Rao", "Asha\x01Rao"},
		"a blank at the end, tab":    {"Asha Rao", "Asha Rao\u3000"},
		"a letter of mathematicians": {"Asha Rao", "𝐀sha Rao"},
	} {
		list, keys := listOf(t, "", comments[0], comments[1], "Ben Carter")
		path := filepath.Join(t.TempDir(), "keys")
		if err := os.WriteFile(path, []byte(list), 0o600); err != nil {
			t.Fatal(err)
		}
		k, err := LoadAuthorizedKeys(path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		who := map[string]int{}
		for _, key := range keys {
			if found, err := k.find(key.PublicKey(), authRequestFrom("a")); err == nil {
				who[found.agent.Name.String()]++
			}
		}
		refused := k.Refused()
		if who["Ben Carter"] != 1 || len(who)+len(refused) != 3 || len(refused) == 0 || refused[len(refused)-1].Line != 2 {
			t.Errorf("%s: signed in are %v, refused are %v", name, who, refused)
		}
	}
}

func TestAgents_KeysOfOneNameAreOneAgent(t *testing.T) {
	list, _ := listOf(t, "", "Asha Rao", "Asha Rao ", "\tAsha Rao")
	entries, refused, err := readList(strings.NewReader(list + `environment="FRONTDESK_AGENT=Asha Rao" ` + authorizedLine(newKey(t)) + " laptop\n"))
	if err != nil || len(refused) > 0 || len(entries) != 4 {
		t.Fatal(err, refused)
	}
	for _, e := range entries {
		if e.agent.Name.String() != "Asha Rao" {
			t.Errorf("line %d is of %q", e.line, e.agent.Name)
		}
	}
}

func TestAgents_TheListSaysWhichLineHasTheOtherName(t *testing.T) {
	list, _ := listOf(t, "# M\xfcller is gone\n", "Asha Rao", "ben", "asha rao")
	entries, refused, err := readList(strings.NewReader(list + `cert-authority,principals="ben,Asha RAO,chen" ` + authorizedLine(newKey(t)) + "\n" +
		`cert-authority,principals="BEN" ` + authorizedLine(newKey(t)) + "\n" +
		`environment="FRONTDESK_AGENT=Asha  Rao" ` + authorizedLine(newKey(t)) + "\n"))
	if err != nil || len(refused) != 4 || len(entries) != 3 || strings.Join(entries[2].principals, " ") != "ben chen" {
		t.Fatal(err, refused)
	}
	for i, want := range []string{
		`line 4 is refused: the name "asha rao" looks like "Asha Rao" of line 2`,
		`line 5: a principal is refused: the name "Asha RAO" looks like "Asha Rao" of line 2`,
		`line 6 is refused: the name "BEN" looks like "ben" of line 3`,
		`line 7 is refused: the name "Asha  Rao" has blanks that are not seen`,
	} {
		if refused[i].Error() != want {
			t.Errorf("got %q, want %q", refused[i].Error(), want)
		}
	}
}

func TestAgents_NameOfACertificateIsNoOtherAgents(t *testing.T) {
	authority := newKey(t)
	list, keys := listOf(t, "cert-authority "+authorizedLine(authority)+"\n", "Asha Rao")
	k := parseKeys(t, "")
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	k.path = path
	if err := k.Reload(); err != nil {
		t.Fatal(err)
	}
	enter := func(name string) error {
		c := &gossh.Certificate{Key: newKey(t).PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{name}, ValidBefore: gossh.CertTimeInfinity}
		sshdtest.SignCert(t, c, authority)
		_, err := k.find(c, authRequestFrom(name))
		return err
	}
	for _, c := range []struct{ name, refused string }{
		{"Asha Rao", ""},                      // a key and a certificate of one agent
		{"asha rao", `looks like "Asha Rao"`}, // the list's
		{"Аѕһа Rao", `looks like "Asha Rao"`}, //
		{"Chen", ""}, {"Chen", ""},            //
		{"chen", `looks like "Chen"`},             // of another certificate
		{"Asha  Rao", "blanks that are not seen"}, //
		{"Dev\u200b", "cannot be shown as it is"}, //
		{"D\xe9v", "cannot be shown as it is"},    //
		{"De\u0301v", "apart from their letters"}, //
	} {
		if err := enter(c.name); (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%q: %v", c.name, err)
		}
	}
	if err := k.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := enter("CHEN"); err == nil {
		t.Error("after the list was read again another name takes that of a certificate")
	}
	if _, err := k.find(keys[0].PublicKey(), authRequestFrom("a")); err != nil {
		t.Errorf("the agent of the list: %v", err)
	}
}

func TestAgents_ListOfAnotherEncodingIsRefusedByName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	list, _ := listOf(t, "", "Asha")
	var wide strings.Builder
	wide.WriteString("\xff\xfe")
	for _, b := range []byte(list) {
		wide.Write([]byte{b, 0})
	}
	if err := os.WriteFile(path, []byte(wide.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadAuthorizedKeys(path); err == nil || !strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("UTF-16: %v", err)
	}
	if err := os.WriteFile(path, []byte("\ufeff"+list), 0o600); err != nil {
		t.Fatal(err)
	}
	if k, err := LoadAuthorizedKeys(path); err != nil || len(k.Refused()) > 0 {
		t.Errorf("with a mark: %v", err)
	}
}
