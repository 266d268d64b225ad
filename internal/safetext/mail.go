package safetext

import (
	"regexp"
	"strings"
)

// MailKind says what a part of a message is.
type MailKind uint8

// The kinds of parts. A quote includes the line that introduces it.
const (
	MailText MailKind = iota
	MailQuote
	MailSignature
)

// MailPart is a part of a message. Its Text is markdown of its own.
type MailPart struct {
	Kind MailKind
	Text Markdown
}

// MailSplitter tells what a message says from what mail programs add below it: the quoted mail that it answers, and
// signatures. It is given the chunks of a message in their order.
type MailSplitter struct {
	forwarded bool // an earlier chunk has reached the header of a forwarded mail, and the rest belongs to that
}

// maxSignature is the number of lines up to which what follows the mark of a signature is taken for one.
const maxSignature = 12

var (
	// quoteIntro matches the end of the line above a quote, in the languages of common mail programs.
	quoteIntro = regexp.MustCompile(
		`(?i)(wrote|writes|schrieb|geschrieben|a écrit|escribió|escreveu|ha scritto|schreef|skrev|napisał(\(a\))?)\s*:$`,
	)
	// quoteStart matches how such a line begins; a longer one is wrapped.
	quoteStart     = regexp.MustCompile(`^(On|Am|Le|El|Em|Il|Op|Den|W dniu|Dnia) `)
	originalMail   = regexp.MustCompile(`(?i)^-{2,} ?(original message|forwarded message|ursprüngliche nachricht) ?-{2,}$`)
	signatureMarks = regexp.MustCompile(
		`(?i)^(--|(sent|written) from my \S.*|sent from \S+ for (ios|android)|get outlook for .*|` +
			`von meinem .* gesendet|envoyé de mon .*|enviado desde mi .*|inviato da(l mio)? .*|wysłane z .*)$`,
	)
)

// Split returns the parts of the next chunk. Code blocks are never taken apart.
func (s *MailSplitter) Split(chunk Markdown) []MailPart {
	lines := strings.Split(chunk.s, "\n")
	kinds := s.kindsOf(lines)
	var parts []MailPart
	for from, i := 0, 1; i <= len(lines); i++ {
		if i < len(lines) && kinds[i] == kinds[from] {
			continue
		}
		if text := trimPart(lines[from:i]); text != "" {
			parts = append(parts, MailPart{kinds[from], Markdown{text}})
		}
		from = i
	}
	return parts
}

// kindsOf returns the kind of each line; an empty line is of the kind of what stands before it.
func (s *MailSplitter) kindsOf(lines []string) []MailKind {
	kinds := make([]MailKind, len(lines))
	plain := make([]string, len(lines))
	fence := ""
	for i, line := range lines {
		mark := fenceOf(line)
		switch {
		case fence != "" || mark != "":
			if fence == "" {
				fence = mark
			} else if strings.HasPrefix(mark, fence) {
				fence = ""
			}
		default:
			plain[i] = plainMailLine(line)
		}
		switch {
		case s.forwarded:
			kinds[i] = MailQuote
		case strings.HasPrefix(plain[i], ">"):
			kinds[i] = MailQuote
			includeIntro(plain[:i], kinds)
		case originalMail.MatchString(plain[i]):
			kinds[i], s.forwarded = MailQuote, true
		case plain[i] == "" && i > 0 && mark == "" && fence == "":
			kinds[i] = kinds[i-1]
		}
	}
	markSignatures(plain, kinds)
	return kinds
}

// includeIntro makes the line above a quote a part of it if it says who wrote that, also if it is wrapped.
func includeIntro(above []string, kinds []MailKind) {
	i := len(above) - 1
	for i >= 0 && above[i] == "" {
		i--
	}
	if i < 0 || kinds[i] != MailText || !quoteIntro.MatchString(above[i]) {
		return
	}
	first := i
	for first > 0 && first > i-2 && !quoteStart.MatchString(above[first]) && above[first-1] != "" {
		first--
	}
	if !quoteStart.MatchString(above[first]) {
		first = i
	}
	for ; first < len(above); first++ {
		kinds[first] = MailQuote
	}
}

// markSignatures finds the signatures: a mark with few lines below it, up to a quote or the end.
func markSignatures(plain []string, kinds []MailKind) {
	for i := range plain {
		if kinds[i] != MailText || !signatureMarks.MatchString(plain[i]) {
			continue
		}
		end, written := i, 0
		for ; end < len(plain) && kinds[end] == MailText; end++ {
			if plain[end] != "" {
				written++
			}
		}
		if written > maxSignature+1 {
			continue
		}
		for j := i; j < end; j++ {
			kinds[j] = MailSignature
		}
	}
}

// plainMailLine returns a line of markdown without its escapes, its break and its emphasis.
func plainMailLine(line string) string {
	line = strings.Trim(strings.TrimSuffix(line, `\`), " \u00a0")
	if strings.Contains(line, `\`) {
		line = strings.ReplaceAll(line, `\`, "")
	}
	return strings.Trim(line, "*_ \u00a0")
}

// trimPart joins the lines of a part, without the empty ones and the line break at its ends.
func trimPart(lines []string) string {
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	if rest, ok := strings.CutSuffix(text, `\`); ok && (len(rest)-len(strings.TrimRight(rest, `\`)))%2 == 0 {
		text = strings.TrimRight(rest, "\n")
	}
	return text
}
