package client

import (
	"bytes"
	"net/http"
	"strings"

	"frontdesk/internal/safetext"
)

// shown stands where a service has said a credential back.
const shown = "•••"

// leastSecret is shorter than any credential; hiding less would tear words apart.
const leastSecret = 4

// redact takes a request's credential out of what a service answered it with: some repeat the headers that they refuse.
func redact(line safetext.Line, credential Secret, request *http.Request) safetext.Line {
	said := line.String()
	for _, secret := range credentialForms(credential, request) {
		said = strings.ReplaceAll(said, secret, shown)
	}
	return safetext.LineFromText(said)
}

// hideBytes is hide for a whole answer.
func hideBytes(answer []byte, credential Secret, request *http.Request) []byte {
	for _, secret := range credentialForms(credential, request) {
		answer = bytes.ReplaceAll(answer, []byte(secret), []byte(shown))
	}
	return answer
}

// credentialForms is a credential as it is and as it travels.
func credentialForms(credential Secret, request *http.Request) (all []string) {
	for _, secret := range []string{request.Header.Get("Authorization"), string(credential)} {
		if secret = strings.TrimPrefix(secret, "Basic "); len(secret) >= leastSecret {
			all = append(all, secret)
		}
	}
	return all
}
