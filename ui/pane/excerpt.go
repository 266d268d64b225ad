package pane

import (
	"regexp"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
)

// Excerpt is the inserted part of an article, as plain text.
type Excerpt struct {
	Article  int64
	What     string // for messages, such as "the section Refunds by card"
	Text     string
	ForStaff bool // it seems to be meant for staff alone
}

// Inserted says what was inserted, in full and in short. It warns of a text for staff.
func (x *Excerpt) Inserted() (full, short string) {
	lines := phrase.Count(1+strings.Count(strings.TrimSpace(x.Text), "\n"), "line")
	full, short = "inserted "+x.What, "inserted "+lines
	if lines != x.What {
		full += ", " + lines
	}
	if x.ForStaff {
		full, short = "! "+full+", which seems to be for staff alone", "! "+short+" for staff"
	}
	return full, short
}

// The bounds of what is inserted without a choice: a short article is inserted whole, and of a long section only the
// paragraph that matches.
const (
	shortArticle = 6  // lines
	longSection  = 15 // lines
)

// Whole returns all of an article.
func Whole(a *desk.Article) Excerpt { return excerptOf(a, "the article", a.Body.Text().String()) }

// Matching returns the section or the paragraph of an article that matches most of the words, or a short article whole;
// false if nothing does.
func Matching(a *desk.Article, words []string) (Excerpt, bool) {
	text := a.Body.Text().String()
	if lineCount(text) <= shortArticle {
		return Whole(a), true
	}
	what, part := "", ""
	for _, s := range a.Body.Sections() {
		if section := s.Text.String(); isBetter(section, part, words) {
			what, part = "the section “"+s.Title.String()+"”", section
		}
	}
	if part == "" || lineCount(part) > longSection {
		from := text
		if part != "" {
			from = part
		}
		what, part = "", ""
		for paragraph := range strings.SplitSeq(from, "\n\n") {
			if isBetter(paragraph, part, words) {
				what, part = "the paragraph that matches", paragraph
			}
		}
	}
	return excerptOf(a, what, part), part != ""
}

// Beginning returns the first section of an article, or its first paragraph.
func Beginning(a *desk.Article) Excerpt {
	if all := a.Body.Sections(); len(all) > 0 && lineCount(all[0].Text.String()) <= longSection {
		return excerptOf(a, "the first section", all[0].Text.String())
	}
	first, _, _ := strings.Cut(strings.TrimSpace(a.Body.Text().String()), "\n\n")
	return excerptOf(a, "the first paragraph", first)
}

// isBetter reports whether a text matches more of the words than another one, or as many in fewer lines.
func isBetter(text, other string, words []string) bool {
	n, best := matches(text, words), matches(other, words)
	return n > best || n > 0 && n == best && lineCount(text) < lineCount(other)
}

// matches returns how many of the words are in a text.
func matches(text string, words []string) int {
	n := 0
	for _, word := range words {
		isIn := func(line string) bool { return len(backend.MarkWords(line, []string{word})) > 0 }
		if slices.ContainsFunc(strings.Split(text, "\n"), isIn) {
			n++
		}
	}
	return n
}

func lineCount(text string) int {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}

// forStaff matches what desks call texts that customers must not read.
var forStaff = regexp.MustCompile(
	`(?i)\binternal(ly)?\b|\b(agents?|staff|team|employees)[ -]only\b|\bonly for (agents|staff)\b|\bfor (agents|staff)\b`,
)

// excerptOf returns a part of an article. It is for staff if the article is, or if the part says so.
func excerptOf(a *desk.Article, what, text string) Excerpt {
	about := []string{a.Title.String(), a.Type.String(), a.CategoryName.String(), a.ParentCategory.String(), text}
	return Excerpt{
		Article: a.ID, What: what, Text: strings.Trim(text, "\n"), ForStaff: slices.ContainsFunc(about, forStaff.MatchString),
	}
}
