package desk_test

import (
	"strings"
	"testing"

	"frontdesk/internal/desk"
)

func TestEmail_IsOneAddressThatCanBeSeen(t *testing.T) {
	for _, good := range []string{
		"asha@example.com", "a@b", "asha.rao+desk@mail.example.co.uk", "o'neill@example.com", "a_b-c@x-1.example", "a..b@example.jp", "XXXX4@example.com",
		"a***@example.com", "üser@exämple.de", "पता@उदाहरण.भारत", "アシャ@例え.jp", strings.Repeat("a", 242) + "@example.com", "{a}|b~@example.com", "1@2.3",
	} {
		if err := desk.CheckEmail(good); err != nil {
			t.Errorf("%q %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "@", "a@", "@b", "asha", "a@b@c", "a@@b", "a b@example.com", " a@example.com", "a@example.com ", "\u00a0a@example.com", "a@example.com\u3000",
		"a@example.com\n", "a@example.com\r\nBcc: x@example.com", "a\nb@example.com", "a\x00@example.com", "a\t@example.com", "a@example.com\x7f", "a\x1b[2J@example.com",
		"a\u0085@example.com", "a\u2028@example.com", "<a@example.com>", "Asha <a@example.com>", "a@example.com>", "a(b)@example.com", "[a]@example.com", "a@[127.0.0.1]", `"a"@example.com`,
		`a\@example.com`, "a@example.com,b@example.com", "a@example.com;b", "mailto:a@example.com", "a@example.com\u200b", "a\u200b@example.com", "a@\u202eexample.com", "a@exa\u2066mple.com",
		"a\u00ad@example.com", "a\ufeff@example.com", "\ufeffa@example.com", "a\u061c@example.com", "a\ufffd@example.com\xff", "a\xff@example.com", "a@example..com", "a@.example.com", "a@example.com.",
		"a@example.com?bcc=b", "a@example.com/x", "a@example.com%0a", "a@exam&ple.com", "a\U000e0041@example.com", "a\ue000@example.com", "a\u3164@example.com",
		strings.Repeat("a", 243) + "@example.com",
	} {
		if desk.CheckEmail(bad) == nil {
			t.Errorf("%q is taken for an address", bad)
		}
	}
}
