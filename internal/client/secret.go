package client

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Secret is a credential. It formats and marshals as dots.
type Secret string

// Format writes dots for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(shown)) }

// MarshalText returns dots, so that neither JSON nor a log holds the credential.
func (Secret) MarshalText() ([]byte, error) { return []byte(shown), nil }

// shown stands in the place of a credential.
const shown = "•••"

// minSecret is the shortest credential, in bytes, that is redacted; shorter ones would match ordinary text.
const minSecret = 4

// redact removes a request's credential from an error message: some services echo the headers that they reject.
func redact(line safetext.Line, credential Secret, request *http.Request) safetext.Line {
	said := line.String()
	for _, secret := range credentialForms(credential, request) {
		said = strings.ReplaceAll(said, secret, shown)
	}
	return safetext.LineFromText(said)
}

// hideBytes is redact for a raw response.
func hideBytes(answer []byte, credential Secret, request *http.Request) []byte {
	for _, secret := range credentialForms(credential, request) {
		answer = bytes.ReplaceAll(answer, []byte(secret), []byte(shown))
	}
	return answer
}

// credentialForms returns a credential as configured and as sent.
func credentialForms(credential Secret, request *http.Request) (all []string) {
	for _, secret := range []string{request.Header.Get("Authorization"), string(credential)} {
		if secret, _ = wire.CutScheme(secret); len(secret) >= minSecret {
			all = append(all, secret)
		}
	}
	return all
}
