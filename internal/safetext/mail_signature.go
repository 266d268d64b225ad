package safetext

import (
	"strings"
	"unicode/utf8"
)

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
