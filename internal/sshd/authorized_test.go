package sshd

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// noon is when these tests take place.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func newSigner(t testing.TB, key any, err error) gossh.Signer {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s, err := gossh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newKey(t testing.TB) gossh.Signer {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	return newSigner(t, key, err)
}

func authorizedLine(key gossh.Signer) string {
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key.PublicKey())))
}

func TestOptionsAreHonouredOrTheirLineIsRefused(t *testing.T) {
	tests := map[string]struct{ options, comment, refused string }{
		"a name in the comment":        {"", "asha", ""},
		"no name at all":               {"", "", "names no agent"},
		"a name as an option":          {`environment="FRONTDESK_AGENT=Asha Rao"`, "", ""},
		"nothing is given":             {`restrict,no-port-forwarding,no-agent-forwarding,no-X11-forwarding,no-user-rc,pty`, "asha", ""},
		"addresses":                    {`from="10.0.0.0/8,!10.1.*,2001:db8::/32,192.168.1.?"`, "asha", ""},
		"a host by its name":           {`from="*.example.com"`, "asha", "neither an address"},
		"an end":                       {`expiry-time="20271231"`, "asha", ""},
		"an end that is none":          {`expiry-time="20271331"`, "asha", "is not a time"},
		"another program":              {`command="/bin/sh"`, "asha", `"command" cannot be honoured`},
		"forwarding":                   {`restrict,port-forwarding`, "asha", `"port-forwarding" cannot be honoured`},
		"a tunnel":                     {`tunnel="0"`, "asha", `"tunnel" cannot be honoured`},
		"verification by the key":      {`verify-required`, "asha", `"verify-required" cannot be honoured`},
		"another variable":             {`environment="LD_PRELOAD=/tmp/x.so"`, "asha", "means nothing here"},
		"a name that moves the cursor": {"environment=\"FRONTDESK_AGENT=A\x1b[2J\"", "", "cannot be shown"},
		"a time zone that is none":     {`environment="FRONTDESK_DISPLAY_ZONE=../etc/passwd"`, "asha", "is not a time zone such as Europe/Berlin"},
		"a theme that is none":         {`environment="FRONTDESK_THEME=pink"`, "asha", "FRONTDESK_THEME is one of auto, dark, light"},
		"principals of one key":        {`principals="asha"`, "asha", "goes with cert-authority"},
		"a named authority":            {`cert-authority,environment="FRONTDESK_AGENT=Asha"`, "", "certificates name theirs"},
		"two lists of addresses":       {`from="10.0.0.1",from="*"`, "asha", `"from" is given twice`},
		"two ends":                     {`expiry-time="20271231",expiry-time="20991231"`, "asha", `"expiry-time" is given twice`},
		"two names":                    {`environment="FRONTDESK_AGENT=Asha",environment="FRONTDESK_AGENT=Ben"`, "", `"FRONTDESK_AGENT" is given twice`},
		"two lists of principals":      {`cert-authority,principals="asha",principals="ben"`, "", `"principals" is given twice`},
		"an empty principal":           {`cert-authority,principals="asha,,ben"`, "", "empty name"},
		"a value without quotes":       {`from=10.0.0.1`, "asha", "not in quotes"},
		"a quote within a value":       {`environment="FRONTDESK_AGENT=Asha \"Ace\" Rao"`, "", ""},
		"letters of either size":       {`No-PTY,No-X11-Forwarding`, "asha", ""},
		"an e-mail address":            {`environment="FRONTDESK_EMAIL=asha@example.com",environment="FRONTDESK_ACCOUNT=beta"`, "asha", ""},
		"a value that is missing":      {`from`, "asha", "not given as OpenSSH has it"},
		"a value too many":             {`restrict="yes"`, "asha", "not given as OpenSSH has it"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			line := strings.TrimSpace(test.options + " " + authorizedLine(newKey(t)) + " " + test.comment)
			entries, refused, err := readList(strings.NewReader("# a comment\n\n" + line + "\n"))
			switch {
			case err != nil:
				t.Fatal(err)
			case test.refused == "" && (len(entries) != 1 || len(refused) != 0):
				t.Errorf("refused: %v", refused)
			case test.refused != "" && (len(refused) != 1 || refused[0].Line != 3 || !strings.Contains(refused[0].Error(), test.refused)):
				t.Errorf("got %v, want line 3 to be refused as %q", refused, test.refused)
			}
		})
	}
}

func TestALineSaysWhoAnAgentIs(t *testing.T) {
	e, err := readLine([]byte(`from="10.0.0.1",restrict,environment="FRONTDESK_AGENT=Asha \"Ace\" Rao",environment="FRONTDESK_EMAIL=asha@example.com",` +
		`environment="FRONTDESK_ACCOUNT=beta",environment="FRONTDESK_THEME=light" ` + authorizedLine(newKey(t)) + " a laptop"))
	if err != nil {
		t.Fatal(err)
	}
	a := e.agent
	if a.Name.String() != `Asha "Ace" Rao` || a.Email.String() != "asha@example.com" || a.Account != "beta" || a.Theme != "light" || !e.noTerminal {
		t.Errorf("read was %+v, no terminal: %v", a, e.noTerminal)
	}
	if e, err = readLine([]byte("restrict,pty " + authorizedLine(newKey(t)) + " Ben Carter ")); err != nil || e.agent.Name.String() != "Ben Carter" || e.noTerminal {
		t.Errorf("read was %+v, no terminal: %v, %v", e.agent, e.noTerminal, err)
	}
}

func TestKeysThatCanBeForgedAreRefused(t *testing.T) {
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	small := newSigner(t, weak, err)
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	fine := newSigner(t, curve, err)
	entries, refused, err := readList(strings.NewReader(authorizedLine(small) + " asha\n" + authorizedLine(fine) + " ben\n" + authorizedLine(fine) + " carol\nssh-ed25519 AAAA\n"))
	if err != nil || len(entries) != 1 || entries[0].agent.Name.String() != "ben" {
		t.Fatalf("let in are %v, %v", entries, err)
	}
	for i, want := range []string{"line 1 is refused: an RSA key of 1024 bits", "line 3 is refused: its key stands in line 2", "line 4 is refused: it holds no public key"} {
		if !strings.HasPrefix(refused[i].Error(), want) {
			t.Errorf("got %q, want %q", refused[i].Error(), want)
		}
	}
}

func TestAddressesAndTimesAreEnforced(t *testing.T) {
	tests := map[string]struct {
		options, from string
		at            time.Time
		in            bool
	}{
		"within the network":   {`from="10.0.0.0/8"`, "10.2.3.4", noon, true},
		"outside of it":        {`from="10.0.0.0/8"`, "11.2.3.4", noon, false},
		"left out of it":       {`from="10.0.0.0/8,!10.2.*"`, "10.2.3.4", noon, false},
		"left out first":       {`from="!10.2.*,10.0.0.0/8"`, "10.2.3.4", noon, false},
		"IPv6":                 {`from="2001:db8::/32"`, "2001:db8::7", noon, true},
		"before the end":       {`expiry-time="20261120120100Z"`, "10.2.3.4", noon, true},
		"at the end":           {`expiry-time="20261120120000Z"`, "10.2.3.4", noon, false},
		"after the end's day":  {`expiry-time="20261119Z"`, "10.2.3.4", noon, false},
		"from everywhere":      {`restrict`, "203.0.113.9", noon, true},
		"written as IPv6 maps": {`from="10.2.3.4"`, "::ffff:10.2.3.4", noon, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			entries, refused, err := readList(strings.NewReader(test.options + " " + authorizedLine(newKey(t)) + " asha\n"))
			if err != nil || len(refused) > 0 {
				t.Fatal(err, refused)
			}
			err = entries[0].checkRestrictions(authRequest{from: netip.MustParseAddr(test.from).Unmap(), now: test.at})
			if (err == nil) != test.in {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestTheHostsKeyIsMadeOnceAndKeptFromOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "host")
	first, err := OpenHostKey(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := OpenHostKey(path)
	if err != nil || Fingerprint(first) != Fingerprint(again) {
		t.Fatalf("the key changed, or %v", err)
	}
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Fatalf("its mode is %v, %v", info.Mode(), err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".hostkey-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenHostKey(path); err == nil || !strings.Contains(err.Error(), "others may open it") {
		t.Errorf("a key that others can read was used: %v", err)
	}
}
