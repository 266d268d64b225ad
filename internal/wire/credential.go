package wire

import "strings"

// scheme is the scheme of every credential (PROTOCOL.md 1.4).
const scheme = "Basic"

// OnBehalfOf is the header with the name of the agent for whom a request is sent, in UTF-8 (PROTOCOL.md 1.4).
const OnBehalfOf = "X-On-Behalf-Of"

// CutScheme returns a credential without the scheme and the spaces before it, and whether it had one. The name of a
// scheme may have any case (RFC 9110, section 11.1).
func CutScheme(s string) (credential string, had bool) {
	if len(s) < len(scheme) || !strings.EqualFold(s[:len(scheme)], scheme) {
		return s, false
	}
	credential = strings.TrimLeft(s[len(scheme):], " ")
	if credential != "" && len(credential) == len(s)-len(scheme) { // the word is longer
		return s, false
	}
	return credential, true
}

// WithScheme returns an API key, which may have the scheme before it already, as an Authorization header has it.
func WithScheme(key string) string {
	key, _ = CutScheme(key)
	return scheme + " " + key
}
