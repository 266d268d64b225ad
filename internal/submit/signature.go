package submit

import (
	"errors"
	"strings"

	"frontdesk/internal/safetext"
)

// Sign returns a comment with a name in its last line, or before a reference, which stays the last. What has the name
// there already, and an empty comment, stay as they are.
func Sign(comment string, name safetext.Line) string {
	text, ref := comment, Ref(comment)
	if ref != "" {
		text = text[:strings.LastIndex(text, RefLabel)]
	}
	text = strings.TrimRight(text, "\r\n \t")
	signature := "— " + name.String()
	if name.IsEmpty() || text == "" || strings.HasSuffix("\n"+text, "\n"+signature) {
		return comment
	}
	return WithRef(text+"\n\n"+signature, ref)
}

// errNoAuthor is returned by an account whose comments are signed, for an agent without a name.
var errNoAuthor = errors.New("comments are signed with your name (sign_comments), so agent must be set to it")

// sign signs a comment that this agent writes, if the account has its comments signed.
func (s *Sender) sign(comment string) string {
	if !s.Signs {
		return comment
	}
	return Sign(comment, s.Author)
}
