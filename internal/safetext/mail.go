package safetext

import (
	"strings"
	"unicode/utf8"
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
// signatures. It is given the chunks of a message in their order. Only what is certain is told apart: lines that begin
// with ">" may be a part of what someone wrote, and what follows two dashes, too.
type MailSplitter struct {
	introduced bool // a line has said whose mail is quoted
	forwarded  bool // an earlier chunk has reached the header of a forwarded mail, and the rest belongs to that
}

var (
	// quoteIntro matches the end of the line above a quote, in the languages of common mail programs.
	quoteIntro = pattern(
		`(?i)(wrote|writes|schrieb|geschrieben|a écrit|escribió|escreveu|ha scritto|schreef|skrev|napisał(\(a\))?)\s*:$`,
	)
	// quoteStart matches how such a line begins; a longer one is wrapped.
	quoteStart   = pattern(`^(On|Am|Le|El|Em|Il|Op|Den|W dniu|Dnia) `)
	mailAddress  = pattern(`\S@\S+\.\S`)
	originalMail = pattern(`(?i)^-{2,} ?(original message|forwarded message|ursprüngliche nachricht) ?-{2,}$`)
	mailHeader   = pattern(`(?i)^(from|von|de|da|van|od|fra|från)\s*:`)
)

// Split returns the parts of the next chunk, of which isLast says whether more of the message follow. Code blocks are
// never taken apart.
func (s *MailSplitter) Split(chunk Markdown, isLast bool) []MailPart {
	lines := strings.Split(chunk.s, "\n")
	kinds := s.kindsOf(lines, isLast)
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
func (s *MailSplitter) kindsOf(lines []string, isLast bool) []MailKind {
	kinds := make([]MailKind, len(lines))
	plain, isCode := plainMailLines(lines)
	for i := range lines {
		switch {
		case s.forwarded:
			kinds[i] = MailQuote
		case strings.HasPrefix(plain[i], ">"):
			s.introduced = includeIntro(plain[:i], kinds) || s.introduced
			if s.introduced {
				kinds[i] = MailQuote
			}
		case originalMail().MatchString(plain[i]) && mailHeader().MatchString(nextLine(plain[i+1:])):
			kinds[i], s.forwarded = MailQuote, true
		case plain[i] == "" && i > 0 && !isCode[i]:
			kinds[i] = kinds[i-1]
		}
	}
	markSignature(plain, kinds, isLast)
	return kinds
}

// plainMailLines returns the lines without what is markdown in them, and which of them are code and left empty.
func plainMailLines(lines []string) (plain []string, isCode []bool) {
	plain, isCode = make([]string, len(lines)), make([]bool, len(lines))
	fence := ""
	for i, line := range lines {
		mark := fenceOf(line)
		switch isCode[i] = fence != "" || mark != ""; {
		case !isCode[i]:
			plain[i] = plainMailLine(line)
		case fence == "":
			fence = mark
		case strings.HasPrefix(mark, fence):
			fence = ""
		}
	}
	return plain, isCode
}

// nextLine returns the first line that is not empty.
func nextLine(lines []string) string {
	for _, line := range lines {
		if line != "" {
			return line
		}
	}
	return ""
}

// includeIntro makes the line above a quote a part of it if it says who wrote that in which mail, also if the line is
// wrapped, and reports whether it does.
func includeIntro(above []string, kinds []MailKind) bool {
	i := len(above) - 1
	for i >= 0 && above[i] == "" {
		i--
	}
	if i < 0 || kinds[i] != MailText || !quoteIntro().MatchString(above[i]) {
		return false
	}
	first := i
	for first > 0 && first > i-2 && !quoteStart().MatchString(above[first]) && above[first-1] != "" {
		first--
	}
	if !quoteStart().MatchString(above[first]) {
		first = i
	}
	if !quoteStart().MatchString(above[first]) && !mailAddress().MatchString(above[first]) {
		return false
	}
	for ; first < len(above); first++ {
		kinds[first] = MailQuote
	}
	return true
}

// namedLink matches a link of markdown.
var namedLink = pattern(`\[([^\]]*)\]\([^)]*\)`)

// plainMailLine returns a line of markdown without its escapes, its break, its links and its emphasis.
func plainMailLine(line string) string {
	line = strings.Trim(strings.TrimSuffix(line, `\`), " \u00a0")
	if strings.Contains(line, `\`) {
		line = strings.ReplaceAll(line, `\`, "")
	}
	if strings.Contains(line, "](") {
		line = namedLink().ReplaceAllString(line, "$1")
	}
	return strings.Trim(unescape(line), "*_ \u00a0")
}

// trimPart joins the lines of a part, without the empty ones and the line break at its ends.
func trimPart(lines []string) string {
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	if rest, ok := strings.CutSuffix(text, `\`); ok && (len(rest)-len(strings.TrimRight(rest, `\`)))%2 == 0 {
		text = strings.TrimRight(rest, "\n")
	}
	return text
}

// fenceOf returns the run of backquotes that opens or closes a code block on a line.
func fenceOf(line string) string {
	s := strings.TrimLeft(line, " >-0123456789.")
	n := len(s) - len(strings.TrimLeft(s, "`"))
	if n < 3 {
		return ""
	}
	return s[:n]
}

// Limits of a signature below two dashes. Longer ones may say something.
const (
	maxSignature     = 8
	maxSignatureLine = 80
)

// device matches what mail programs name in the line that they add.
const device = `((my|meinem|mein|mon|mi|meu|il mio|mijn|mojego) )?` +
	`(iphone\S*|ipad\S*|ipod|(mobile|cell|smart)?( ?phone| device)|mobile|tablet|handy|smartphone|telefon\S*|` +
	`t[ée]l[ée]phone( mobile)?|portable|m[óo]vil|telem[óo]vel|cellulare|blackberry( [\w-]+){0,3}|windows phone|` +
	`android\S*( (phone|tablet|device))?|(samsung|galaxy|huawei|xiaomi|redmi|oneplus|pixel|nokia|honor)( [\w+-]+){0,4}|` +
	`mail for windows( \d+)?|(outlook|yahoo mail|gmail|proton ?mail)( (for|on) \w+)?( mobile)?)`

// phoneLine matches a line that mail programs add below a message, in the languages of common ones.
var phoneLine = pattern(`(?i)^(((sent|written) (from|via|with)|gesendet (von|mit)|envoyé (de|depuis|à partir de)|` +
	`enviado (desde|do)|inviato (da|dal mio)|verzonden (vanaf|met)|wysłane z|skickat från) ` + device +
	`|von (meinem|mein) ` + device + ` gesendet|get outlook for \w+( ?<\S+>)?)` +
	`([,.;]? (please )?(excuse|pardon|forgive) .{1,60})?\.?$`)

// markSignature finds the signature at the end of a message, or above the mail that it quotes: two dashes with a few
// short lines below them, or the line of a mail program.
func markSignature(plain []string, kinds []MailKind, isLast bool) {
	separates := false // dashes that stand between parts of a message are no mark
	for i := range plain {
		if kinds[i] != MailText || plain[i] != "--" && !phoneLine().MatchString(plain[i]) || plain[i] == "--" && separates {
			continue
		}
		separates = separates || plain[i] == "--"
		end := i
		for end < len(plain) && kinds[end] == MailText {
			end++
		}
		if end == len(plain) && !isLast || !isSignature(plain[i], plain[i+1:end]) {
			continue
		}
		for j := i; j < end; j++ {
			kinds[j] = MailSignature
		}
		return
	}
}

// isSignature reports whether a mark and the lines below it are a signature for certain.
func isSignature(mark string, below []string) bool {
	written := 0
	for _, line := range below {
		if line == "" {
			continue
		}
		written++
		isAddition := phoneLine().MatchString(line)
		if mark != "--" && !isAddition || !isAddition && saysSomething(line) {
			return false
		}
	}
	return written <= maxSignature && (mark != "--" || written > 0)
}

// saysSomething reports whether a line can be more than a name, a place or a number: a sentence, an item, a code block.
func saysSomething(line string) bool {
	words := len(strings.Fields(line))
	return line == "--" || utf8.RuneCountInString(line) > maxSignatureLine || strings.HasSuffix(line, "?") ||
		words > 3 && strings.ContainsAny(line[len(line)-1:], ".!:;") ||
		strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "|")
}
