package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// leastMails is how many mails a mailbox holds if the console is not given a number of tickets.
const leastMails = 1000

// newRival returns the program to compare with, with a mailbox of as many mails as the console has tickets; or why it
// is left out.
func newRival(name, dir string, mails int) (p program, leftOut string, err error) {
	if name != "neomutt" {
		return program{}, "", fmt.Errorf("-against takes neomutt, not %q", name)
	}
	path := installed(name)
	if path == "" {
		return program{}, name + " is not installed and left out\n", nil
	}
	box, settings := filepath.Join(dir, "mailbox"), filepath.Join(dir, "neomuttrc")
	if err := os.WriteFile(box, mailbox(max(mails, leastMails)), 0o600); err != nil {
		return program{}, "", err
	}
	rc := fmt.Sprintf("set folder=%q\nset spoolfile=%q\nset mbox_type=mbox\nset menu_scroll=yes\nset mark_old=no\n", dir, box)
	return program{
		name: name, path: path, args: []string{"-n", "-R", "-F", settings, "-f", box}, home: dir,
		ready: regexp.MustCompile(`Msgs:\d`), tasks: rivalTasks,
	}, "", os.WriteFile(settings, []byte(rc), 0o600)
}

// installed returns the path of the first program that is installed, or empty.
func installed(names ...string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// mailbox returns a mailbox of small mails.
func mailbox(mails int) []byte {
	var b bytes.Buffer
	for i := range mails {
		fmt.Fprintf(&b, "From agent@example.com Fri Nov 20 10:00:00 2026\n"+
			"From: Customer %d <customer%d@example.com>\nTo: desk@example.com\n"+
			"Subject: Screen stays black and beeps %d\nDate: Fri, 20 Nov 2026 10:00:00 +0000\n"+
			"Message-ID: <%d@example.com>\n\nIt beeps.\n\n", i, i, i, i)
	}
	return b.Bytes()
}
