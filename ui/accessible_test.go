package ui_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

var update = flag.Bool("update", false, "write the transcripts again")

// requireTranscript compares what was printed and typed with a file.
func requireTranscript(t *testing.T, s *uitest.Lines, name string) {
	t.Helper()
	file, got := "testdata/accessible/"+name+".txt", s.Transcript()
	requireWordsOnly(t, got)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the transcript differs from %s:\n%s", file, got)
	}
}

// requireWordsOnly fails if a transcript holds an escape sequence, a control character or a mark.
func requireWordsOnly(t *testing.T, transcript string) {
	t.Helper()
	for line := range strings.Lines(transcript) {
		if at := strings.IndexFunc(strings.TrimSuffix(line, "\n"), isMark); at >= 0 {
			t.Errorf("%q stands in: %s", []rune(line[at:])[0], line)
		}
	}
}

// isMark reports whether a character is none of a text that is read out.
func isMark(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2190 && r < 0x2c00 || r == '·' || r == '…' || r == '›'
}

func TestAccessible_ExampleOfTheDocumentation(t *testing.T) {
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("1", "comment The screen is replaced.", "send", "inbox", "close 3", "Refunded today.", "It takes three days.",
			".", "send", "quit")
		requireTranscript(t, s, "example")
	})
}

func TestAccessible_TriageWithACommentAndAClose(t *testing.T) {
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("2", "", "comment", "The refund is on its way.", "It takes three days.", ".", "send",
			"inbox", "close 3", "Replaced under warranty.", ".", "send", "again", "quit")
		requireTranscript(t, s, "triage")
	})
}
