package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// newDeskWithLinks returns a desk whose first ticket has a page and attachments here and elsewhere.
func newDeskWithLinks(page string, attachments ...store.Attachment) *store.Dataset {
	return newDesk(newTicket(blackScreenTicket, "Screen stays black", 2, func(t *store.Ticket) {
		t.URL, t.Attachments = page, attachments
		t.Detail = "&lt;p&gt;It &lt;b&gt;beeps&lt;/b&gt; twice.&lt;/p&gt;"
		t.Phone, t.Email = "+49 30 555 0101", "mara@example.org"
	}))
}

var someAttachments = []store.Attachment{
	{Name: "invoice.pdf", URL: "https://desk.example.com/files/invoice.pdf?a=1&amp;b=2"},
	{Name: "photo.jpg", URL: "https://files.example.net/photo.jpg"},
	{Name: "odd", URL: "javascript:alert(1)"},
}

// newOpener returns a command that writes what it is given to a file, and the file.
func newOpener(t *testing.T, exit string) (command []string, given string) {
	t.Helper()
	dir := t.TempDir()
	given = filepath.Join(dir, "given")
	script := "#!/bin/sh\nprintf '%s\\n' $# \"$@\" >>" + given + "\n" + exit + "\n"
	if err := os.WriteFile(filepath.Join(dir, "open"), []byte(script), 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	return []string{filepath.Join(dir, "open")}, given
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(content)
}

func TestLinks_TicketsPageOpensWithOneKeyFromListAndTicket(t *testing.T) {
	for _, width := range []int{80, 120} {
		browser, given := newOpener(t, "exit 0")
		o := uitest.Options{Width: width, Height: 24, Browser: browser, Desk: newDeskWithLinks("https://desk.example.com/ticket.html?id=7&x=$(id)")}
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.Press("o")
			s.RequireText("opened in the browser: desk.example.com")
			s.Press("Y", "1", "enter", "o")
			want := "1\nhttps://desk.example.com/ticket.html?id=7&x=$(id)\n"
			if got := read(t, given); got != want+want {
				t.Errorf("the opener was given %q", got)
			}
		})
	}
}

func TestLinks_FailedOpenerIsNotCalledOpened(t *testing.T) {
	browser, _ := newOpener(t, "exit 3")
	o := uitest.Options{Browser: browser, Desk: newDeskWithLinks("https://desk.example.com/t/7")}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("o")
		s.RequireText("not opened:", "exit status 3")
		s.RequireNoText("opened in the browser")
	})
	o.Browser = []string{"no-such-program-here"}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("o")
		s.RequireText("not opened:", "no program is called no-such-program-here")
	})
}

func TestLinks_AttachmentsAreListedOpenedAndCopied(t *testing.T) {
	browser, given := newOpener(t, "exit 0")
	o := uitest.Options{Browser: browser, Desk: newDeskWithLinks("https://desk.example.com/t/7", someAttachments...)}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("o")
		s.RequireText("Ticket's page", "invoice.pdf", "photo.jpg", "files.example.net (another site)", "no link: text")
		s.Press("down", "enter")
		s.RequireText("opened in the browser: desk.example.com")
		if got := read(t, given); got != "1\nhttps://desk.example.com/files/invoice.pdf?a=1&b=2\n" {
			t.Errorf("the opener was given %q", got)
		}
		s.Press("down", "y")
		if got := s.Clipboard(); got != "https://files.example.net/photo.jpg" {
			t.Errorf("%q was copied", got)
		}
	})
}

func TestLinks_AnotherHostIsOpenedOnlyAfterAQuestionThatNamesIt(t *testing.T) {
	browser, given := newOpener(t, "exit 0")
	o := uitest.Options{Browser: browser, Desk: newDeskWithLinks("", someAttachments[1])}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("o", "enter")
		s.RequireText("Open a page of files.example.net?", "own pages are on")
		s.Press("esc")
		if got := read(t, given); got != "" {
			t.Fatalf("opened without an answer: %q", got)
		}
		s.Press("enter", "enter")
		s.RequireText("opened in the browser: files.example.net")
		if got := read(t, given); got != "1\nhttps://files.example.net/photo.jpg\n" {
			t.Errorf("the opener was given %q", got)
		}
	})
}

func TestLinks_HostileAddressesAreTextThatCanOnlyBeCopied(t *testing.T) {
	hostile := []string{
		"//evil.example/t", "/\\evil.example", "https://desk.example.com@evil.example/", "https://evil.example/t",
		"javascript:alert(1)", "file:///etc/passwd", "@evil.example", "/t\x1b]8;;https://evil.example\x07", "/t\u202e7",
		"https://desk.example.com.evil.example/", "https://desk.example.com:8443/", "data:text/html,x",
	}
	for _, page := range hostile {
		browser, given := newOpener(t, "exit 0")
		const own = "https://desk.example.com/t/7"
		uitest.Run(t, uitest.Options{Browser: browser, Desk: newDeskWithLinks(own)}, func(t *testing.T, s *uitest.Driver) {
			encoded, err := json.Marshal(page) // another service may send it, ours sends no path
			if err != nil {
				t.Fatal(err)
			}
			s.Net.SetFaults(uitest.Fault{Kind: uitest.Edit, Replace: `"` + own + `"`, With: string(encoded)})
			s.Press("r", "o")
			s.RequireText("no link: text")
			s.Press("enter")
			s.RequireText("only http and https links can be opened")
			s.Press("esc", "enter")
			if strings.Contains(s.ANSI(), "\x1b]8;id") {
				t.Errorf("%q can be clicked on", page)
			}
			if got := read(t, given); got != "" {
				t.Errorf("%q was opened as %q", page, got)
			}
		})
	}
}

func TestLinks_OverSSHNothingIsStartedAndTheAddressCanBeClickedOn(t *testing.T) {
	browser, given := newOpener(t, "exit 0")
	o := uitest.Options{Browser: browser, Remote: true, Desk: newDeskWithLinks("https://desk.example.com/t/7", someAttachments...)}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("o")
		if !strings.Contains(s.ANSI(), "\x1b]8;id=detail;https://desk.example.com/t/7\x07") {
			t.Errorf("no link on the screen:\n%q", s.ANSI())
		}
		s.Press("enter")
		s.RequireText("no browser over SSH")
		s.Press("y")
		if got := s.Clipboard(); got != "https://desk.example.com/t/7" {
			t.Errorf("%q was copied", got)
		}
		s.Press("down", "down", "enter")
		if strings.Contains(s.ANSI(), "id=detail") {
			t.Error("another host can be clicked on without a question")
		}
		if got := read(t, given); got != "" {
			t.Errorf("started with %q", got)
		}
	})
}

func TestLinks_InTheTicketTheOwnPageCanBeClickedOnAndOthersSayWhereTheyLead(t *testing.T) {
	for _, width := range []int{80, 120, 200} {
		o := uitest.Options{Width: width, Height: 50, Desk: newDeskWithLinks("https://desk.example.com/t/7", someAttachments...)}
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.Press("enter")
			s.RequireText("Page and attachments", "https://desk.example.com/t/7", "invoice.pdf", "leads to files.example.net",
				"https://files.example.net/photo.jpg", "javascript:alert(1)", "no link")
			drawn := s.ANSI()
			if !strings.Contains(drawn, ansi.SetHyperlink("https://desk.example.com/files/invoice.pdf?a=1&b=2", "id=l1")) {
				t.Error("the account's own attachment is no link")
			}
			if strings.Contains(drawn, ";https://files.example.net") || strings.Contains(drawn, ";javascript") {
				t.Error("another host can be clicked on without a question")
			}
		})
	}
}

func TestLinks_TicketThatIsNotFetchedYetIsFetchedFirst(t *testing.T) {
	browser, given := newOpener(t, "exit 0")
	o := uitest.Options{Width: 80, Height: 24, Browser: browser, Desk: newDeskOfThree()}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("o")
		s.RequireText("this ticket names no page and no attachment")
		s.Net.Down()
		s.Press("down", "o")
		s.Advance(minute)
		s.RequireText("not loaded:")
		if got := read(t, given); got != "" {
			t.Errorf("started with %q", got)
		}
	})
}

func TestCopy_MenuOffersNumberPhoneMailLinkTextAndMarkdown(t *testing.T) {
	o := uitest.Options{Desk: newDeskWithLinks("https://desk.example.com/t/7", someAttachments[:2]...)}
	for digit, want := range map[string]string{
		"1": blackScreenTicket, "2": "+49 30 555 0101", "3": "mara@example.org", "4": "Screen stays black",
		"5": "https://desk.example.com/t/7",
	} {
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.Press("Y")
			s.RequireText("Copy of the ticket", "Phone", "E-mail", "Markdown")
			s.Press(digit)
			s.RequireText("sent to the clipboard: " + want)
			if got := s.Clipboard(); got != want {
				t.Errorf("%s copies %q, want %q", digit, got, want)
			}
		})
	}
}

func TestCopy_WholeTicketAsTextAndAsMarkdown(t *testing.T) {
	o := uitest.Options{Width: 80, Height: 24, Desk: newDeskWithLinks("https://desk.example.com/t/7", someAttachments[:2]...)}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("Y", "6")
		s.RequireText("sent to the clipboard: the ticket as text")
		want := "Screen stays black\n" + blackScreenTicket + " · Unattended"
		if got := s.Clipboard(); !strings.HasPrefix(got, want) || !strings.Contains(got, "\nhttps://desk.example.com/t/7\n") ||
			!strings.Contains(got, "Description\n\nIt beeps twice.\n\nAttachments\n\ninvoice.pdf · https://desk.example.com/files/") {
			t.Errorf("copied:\n%s", got)
		}
		s.Press("Y", "7")
		if got := s.Clipboard(); !strings.HasPrefix(got, "# Screen stays black\n\n- "+blackScreenTicket) ||
			!strings.Contains(got, "## Description\n\nIt **beeps** twice.") || !strings.Contains(got, "- photo.jpg · https://files.example.net/photo.jpg") {
			t.Errorf("copied:\n%s", got)
		}
	})
}

// TestLinks_OurServiceNamesNoPageOfItsOwn, because it has none: a path would lead to 401 or 404.
func TestLinks_OurServiceNamesNoPageOfItsOwn(t *testing.T) {
	for _, page := range []string{"/ticket.html?id=7", "ticket.html", "/t/a:b"} {
		uitest.Run(t, uitest.Options{Desk: newDeskWithLinks(page)}, func(_ *testing.T, s *uitest.Driver) {
			s.RequireText("It beeps twice.")
			s.RequireNoText("Ticket's page")
			s.Press("o")
			s.RequireText("this ticket names no page and no attachment")
		})
	}
	file := store.Attachment{Name: "invoice.pdf", URL: "/files/invoice.pdf"}
	uitest.Run(t, uitest.Options{Desk: newDeskWithLinks("", file)}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("invoice.pdf")
		s.RequireNoText("desk.example.com/files")
	})
}
