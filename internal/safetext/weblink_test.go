package safetext_test

import (
	"net/url"
	"strings"
	"testing"

	"frontdesk/internal/safetext"
)

var site = safetext.NewSite("https://desk.example.com/")

func TestPage_LeadsToTheAccountsHostAlone(t *testing.T) {
	for address, want := range map[string]string{
		"/ticket-details.html?id=7":                       "https://desk.example.com/ticket-details.html?id=7",
		"ticket-details.html?id=7&tab=2#notes":            "https://desk.example.com/ticket-details.html?id=7&tab=2#notes",
		"https://desk.example.com/t/7":                    "https://desk.example.com/t/7",
		"HTTPS://DESK.Example.COM:443/t/7":                "https://desk.example.com/t/7",
		"http://desk.example.com/t/7":                     "http://desk.example.com/t/7",
		"/t/é 7?q=a|b\"c":                                 "https://desk.example.com/t/%C3%A9%207?q=a%7Cb%22c",
		"/t/$(reboot)?`id`;&x='y'":                        "https://desk.example.com/t/$(reboot)?%60id%60;&x=%27y%27",
		"/login?next=https://evil.example":                "https://desk.example.com/login?next=https://evil.example",
		"/..//evil.example/":                              "",
		"/t/../../..//evil.example/":                      "https://desk.example.com/t/../../..//evil.example/",
		"/t/a@evil.example":                               "https://desk.example.com/t/a@evil.example",
		"":                                                "",
		" ":                                               "",
		"/":                                               "",
		"//evil.example/t/7":                              "",
		"///evil.example/t/7":                             "",
		"/\\evil.example/t/7":                             "",
		"\\\\evil.example\\t":                             "",
		"/t\\7":                                           "",
		"@evil.example/t/7":                               "",
		"/@evil.example/t/7":                              "",
		".evil.example/t/7":                               "",
		":8443/t/7":                                       "",
		":x@evil.example/":                                "",
		"https://desk.example.com@evil.example/":          "",
		"https://asha:secret@desk.example.com/":           "",
		"https://desk.example.com:8443/t/7":               "",
		"http://desk.example.com:443/t/7":                 "",
		"https://desk.example.com.evil.example/":          "",
		"https://desk.example.com./t/7":                   "",
		"https://desk.example.com%2eevil.example/":        "",
		"https://desk.example.com%00.evil.example/":       "",
		"https://desk.example.com\\.evil.example/":        "",
		"https://desk.example.com\\@evil.example/":        "",
		"https:\\\\desk.example.com/":                     "",
		"https://evil.example/?https://desk.example.com/": "",
		"https://evil.example#@desk.example.com/":         "",
		"https:evil.example":                              "",
		"https:/evil.example":                             "",
		"https:///evil.example":                           "",
		"https://":                                        "",
		"https://dеsk.example.com/":                       "", // a Cyrillic letter
		"https://desk。example.com/":                       "",
		"https://[fe80::1%25eth0]/":                       "",
		"javascript:alert(1)":                             "",
		"java\nscript:alert(1)":                           "",
		"JAVASCRIPT://desk.example.com/%0aalert(1)":       "",
		"data:text/html,x":                                "",
		"file:///etc/passwd":                              "",
		"ftp://desk.example.com/x":                        "",
		"mailto:asha@desk.example.com":                    "",
		"vbscript:x":                                      "",
		"-remote":                                         "https://desk.example.com/-remote",
		"/t/7\n":                                          "",
		"/t/\x1b]8;;https://evil.example\a7":              "",
		"/t/\u202e7":                                      "",
		"/t/\ufffd7":                                      "",
		"/t/\u20287":                                      "",
		"/t/\u200b7":                                      "",
		"/t/\xff7":                                        "",
		"/t/7…":                                           "",
		"/" + strings.Repeat("a", 2083):                   "",
		"/" + strings.Repeat("é", 700):                    "",
	} {
		if got := site.Page(address).Address(); got != want {
			t.Errorf("%q leads to %q, want %q", address, got, want)
		}
	}
}

func TestLink_NamesTheOtherHost(t *testing.T) {
	for address, want := range map[string]string{
		"https://files.example.com/a b.pdf":       "files.example.com",
		"http://Files.Example.com:8080/x":         "files.example.com:8080",
		"https://[2001:db8::1]/x":                 "[2001:db8::1]",
		"https://desk.example.com:8443/x":         "desk.example.com:8443",
		"https://desk.example.com.evil.example/x": "desk.example.com.evil.example",
		"https://asha@files.example.com/":         "",
		"//files.example.com/x":                   "",
		"files.example.com:80/x":                  "",
		"photo.jpg…":                              "",
	} {
		l := site.Link(address)
		if l.Host() != want || l.IsOwn() || l.IsZero() != (want == "") {
			t.Errorf("%q leads to %q (own: %t), want %q", address, l.Host(), l.IsOwn(), want)
		}
	}
	if l := site.Link("/files/a.pdf"); !l.IsOwn() || l.Host() != "desk.example.com" {
		t.Errorf("a path leads to %q", l.Host())
	}
}

func TestSite_WithoutAnAddressHasNoPages(t *testing.T) {
	for _, base := range []string{"", "desk.example.com", "ftp://desk.example.com", "https://a:b@desk.example.com", "https://x/?q"} {
		s := safetext.NewSite(base)
		if !s.IsZero() || !s.Page("/t/7").IsZero() || !s.Page("https://desk.example.com/").IsZero() {
			t.Errorf("%q has pages", base)
		}
		if l := s.Link("https://files.example.com/x"); l.IsOwn() || l.IsZero() {
			t.Errorf("%q: %+v", base, l)
		}
	}
}

func TestSite_BelowAPathAndOnAPort(t *testing.T) {
	s := safetext.NewSite("http://127.0.0.1:8080/tenant/")
	if got := s.Page("/t/7").Address(); got != "http://127.0.0.1:8080/tenant/t/7" {
		t.Error(got)
	}
	if !s.Page("http://127.0.0.1/t/7").IsZero() || !s.Page("https://127.0.0.1/").IsZero() {
		t.Error("another port counts as the same host")
	}
}

func FuzzPage(f *testing.F) {
	for _, s := range []string{"/t/7", "//evil.example", "https://a@desk.example.com", "\\", "/t\x00", "@", "/a?b#c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		l := site.Page(address)
		if l.IsZero() {
			return
		}
		u, err := url.Parse(l.Address())
		if err != nil || u.Host != "desk.example.com" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
			t.Errorf("%q leads to %q: %v", address, l.Address(), err)
		}
		for i := range len(l.Address()) {
			if c := l.Address()[i]; c <= ' ' || c >= 0x7f || c == '\\' {
				t.Errorf("%q leads to %q", address, l.Address())
			}
		}
	})
}
