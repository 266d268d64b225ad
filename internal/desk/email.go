package desk

import (
	"errors"
	"strings"
	"unicode"

	"frontdesk/internal/safetext"
)

// maxEmail is the maximum length of an address, in bytes (RFC 5321 4.5.3.1.3, without the brackets).
const maxEmail = 254

// emailSpecials are the characters by which a mail program would read an address as several, or as a part of something.
const emailSpecials = `<>()[]\,;:"`

var (
	errEmail     = errors.New("is not an e-mail address, such as asha@example.com")
	errLongEmail = errors.New("is longer than 254 bytes, which no e-mail address is")
)

// CheckEmail returns why a text is not one e-mail address alone: without a name, brackets or quotes, and without any
// character that is not seen. Such an address can be shown, and written into the header of a mail, as it is. It may
// have letters of any script.
func CheckEmail(s string) error {
	name, host, _ := strings.Cut(s, "@")
	switch {
	case len(s) > maxEmail:
		return errLongEmail
	case name == "" || !isEmailHost(host), strings.ContainsAny(name, emailSpecials), strings.ContainsFunc(s, isUnseen),
		safetext.LineFromText(s).String() != s:
		return errEmail
	}
	return nil
}

// isUnseen reports whether a character is a blank or leaves nothing to see.
func isUnseen(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }

// isEmailHost reports whether a text is the host of an address: labels with dots between them.
func isEmailHost(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || strings.ContainsFunc(label, func(r rune) bool {
			return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}) {
			return false
		}
	}
	return true
}
