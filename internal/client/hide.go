package client

import (
	"bytes"
	"net/http"
	"strings"

	"frontdesk/internal/text"
)

// shown stands where a service has said a credential back.
const shown = "•••"

// leastSecret is shorter than any credential; hiding less would tear words apart.
const leastSecret = 4

// hide takes a request's credential out of what a service answered it with: some repeat the headers that they refuse.
func hide(line text.Line, credential Secret, request *http.Request) text.Line {
	said := line.String()
	for _, secret := range spoken(credential, request) {
		said = strings.ReplaceAll(said, secret, shown)
	}
	return text.PlainLine(said)
}

// hideBytes is hide for a whole answer.
func hideBytes(answer []byte, credential Secret, request *http.Request) []byte {
	for _, secret := range spoken(credential, request) {
		answer = bytes.ReplaceAll(answer, []byte(secret), []byte(shown))
	}
	return answer
}

// spoken is a credential as it is and as it travels.
func spoken(credential Secret, request *http.Request) (all []string) {
	for _, secret := range []string{request.Header.Get("Authorization"), string(credential)} {
		if secret = strings.TrimPrefix(secret, "Basic "); len(secret) >= leastSecret {
			all = append(all, secret)
		}
	}
	return all
}
