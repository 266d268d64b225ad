package textedit

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
)

// checkInvariants checks what always holds of a buffer.
func checkInvariants(t *testing.T, b *buffer) {
	t.Helper()
	s := b.Value()
	if b.clean(s) != s {
		t.Fatalf("%q is not clean", s)
	}
	if n := utf8.RuneCountInString(s); n != b.runes || n > b.limit+1 { // a circle may be added where a limit was reached
		t.Fatalf("%q has %d characters, %d are counted, %d allowed", s, n, b.runes, b.limit)
	}
	if b.at < 0 || b.at > len(b.cells) {
		t.Fatalf("the cursor is at %d of %d", b.at, len(b.cells))
	}
	for i, want := range graphemes(s) {
		if i >= len(b.cells) || b.cells[i] != want {
			t.Fatalf("%q is held as %q", s, b.cells)
		}
	}
	if err := errors.Join(safetext.ValidateFrame(s), texttest.Forbidden(s)); err != nil {
		t.Fatal(err)
	}
}

// TestBuffer_RandomEditsKeepTheTextClean types, pastes and deletes parts of hostile and honest texts at random places.
func TestBuffer_RandomEditsKeepTheTextClean(t *testing.T) {
	var texts []string
	for _, c := range texttest.Hostile(t) {
		texts = append(texts, c.Text[:min(len(c.Text), 40)])
	}
	for _, s := range texttest.Honest(t) {
		texts = append(texts, s, "🇮", "🇳", "\u0301", "\u200d", "👩", "🏽", "\ufe0f", "ᄒ", "ᅡ", "\u0600", "ာ")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, oneLine := range []bool{true, false} {
		b := &buffer{limit: 300, oneLine: oneLine}
		for range 5_000 {
			b.endStep()
			b.at = random.IntN(len(b.cells) + 1)
			if random.IntN(3) > 0 {
				b.perform(edits[random.IntN(len(edits))])
			} else {
				b.beginStep(whole)
				letters := []rune(texts[random.IntN(len(texts))])
				from := random.IntN(len(letters) + 1)
				b.insert(string(letters[from:min(from+random.IntN(9), len(letters))]))
			}
			checkInvariants(t, b)
		}
	}
}

// TestBuffer_EveryCharacterIsInOneRow wraps honest texts in every width.
func TestBuffer_EveryCharacterIsInOneRow(t *testing.T) {
	for _, s := range texttest.Honest(t) {
		cells := graphemes(strings.Repeat(s+" ", 3) + "\n\n" + s)
		for width := range 30 {
			rows := wrapCells(cells, width+1)
			at := 0
			for i, r := range rows {
				if r.from != at && (r.from != at+1 || cells[at] != newline) || r.to < r.from {
					t.Fatalf("in %d columns row %d is %v after %d", width+1, i, r, at)
				}
				for c := r.from; c < r.to; c++ {
					if rowOf(rows, c) != i {
						t.Fatalf("character %d stands in row %d, not %d", c, rowOf(rows, c), i)
					}
				}
				at = r.to
				if w := widthOf([]string{strings.TrimRight(strings.Join(cells[r.from:r.to], ""), " ")}); r.to > r.from && w > max(width+1, cellWidth(cells[r.from])) {
					t.Fatalf("row %d is %d columns wide of %d", i, w, width+1)
				}
			}
			if at != len(cells) {
				t.Fatalf("%d of %d characters are shown", at, len(cells))
			}
		}
	}
}

// BenchmarkTyping types a letter into a comment as long as the service takes, and draws it.
func BenchmarkTyping(b *testing.B) {
	const maxText = 60 << 10
	for name, s := range map[string]string{"ASCII": "The screen stays black and beeps twice. ", "Japanese": "画面が真っ暗になりました。", "emoji": "👩‍👩‍👧 "} {
		b.Run(name, func(b *testing.B) {
			a := NewArea("", maxText, 20)
			a.SetWidth(76)
			a.Focus()
			a.SetValue(strings.Repeat(s, (maxText-100)/utf8.RuneCountInString(s)))
			for b.Loop() {
				a.Insert("é")
				_ = a.View()
				a.remove(a.at-1, a.at)
				a.relayout()
			}
		})
	}
}
