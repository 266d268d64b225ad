package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
)

// shellFunctions are those that http.md defines, by name: the words of curl for a path, which a body follows.
var shellFunctions = map[string]string{
	"post":  `curl $desk%s -H "$key" -H "$json" -d`,
	"order": `curl $desk%s -u "$orders" -H "$json" -d`,
}

// asCurl returns the line of curl that a line stands for.
func asCurl(line string) string {
	name, rest, _ := strings.Cut(line, " ")
	if words, defined := shellFunctions[name]; defined {
		path, body, _ := strings.Cut(rest, " ")
		return fmt.Sprintf(words, path) + " " + body
	}
	return line
}

// newCurlRequest parses a line of curl: URL, -H, -u, -d, --data-binary @large and -X, nothing else.
func newCurlRequest(line string, variables map[string]string) (*http.Request, error) {
	words, err := splitShellWords(asCurl(line), variables)
	if err != nil {
		return nil, err
	}
	var url, user, method string
	var body []byte
	headers := http.Header{}
	for n := 1; n < len(words); n++ {
		if !strings.HasPrefix(words[n], "-") {
			url = words[n]
			continue
		}
		if n+1 == len(words) {
			return nil, fmt.Errorf("%s has no value", words[n])
		}
		value := words[n+1]
		switch words[n] {
		case "-H":
			name, rest, _ := strings.Cut(value, ":")
			headers.Add(name, strings.TrimSpace(rest))
		case "-u":
			user = value
		case "-d":
			body = []byte(value)
		case "--data-binary":
			body = make([]byte, largeFile) // @large, as http.md makes it
		case "-X":
			method = value
		default:
			return nil, fmt.Errorf("this curl knows no %s", words[n])
		}
		n++
	}
	if words[0] != "curl" || url == "" {
		return nil, errors.New("it is not a line of curl")
	}
	if method == "" {
		method = map[bool]string{true: http.MethodPost, false: http.MethodGet}[body != nil]
	}
	r := httptest.NewRequest(method, url, bytes.NewReader(body))
	r.Header = headers
	if name, password, ok := strings.Cut(user, ":"); ok {
		r.SetBasicAuth(name, password)
	}
	return r, nil
}

const largeFile = 9_000_000 // bytes of the file that http.md makes

// splitShellWords splits a line as a shell does: quotes of both kinds, and variables outside single ones.
func splitShellWords(line string, variables map[string]string) (words []string, err error) {
	var word strings.Builder
	within, begun := byte(0), false
	for n := 0; n < len(line); n++ {
		switch c := line[n]; {
		case within != 0 && c == within:
			within = 0
		case within == 0 && (c == '\'' || c == '"'):
			within, begun = c, true
		case within == 0 && c == ' ':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		case within != '\'' && c == '$':
			length := strings.IndexFunc(line[n+1:]+" ", func(r rune) bool { return r < 'a' || r > 'z' })
			value, known := variables[line[n+1:n+1+length]]
			if !known {
				return nil, fmt.Errorf("$%s is not set", line[n+1:n+1+length])
			}
			word.WriteString(value)
			n, begun = n+length, true
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	if within != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}

func TestCurl_LineIsSplitAsAShellDoes(t *testing.T) {
	got, err := splitShellWords(`curl $desk/a.html  -H "$key" -d '[{"id":"'$id'","x":"$id"}]' ''`, map[string]string{"desk": "http://d", "key": "A: b c", "id": "7"})
	want := []string{"curl", "http://d/a.html", "-H", "A: b c", "-d", `[{"id":"7","x":"$id"}]`, ""}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	for _, wrong := range []string{"curl 'a", "curl $nobody"} {
		if _, err := splitShellWords(wrong, nil); err == nil {
			t.Errorf("%s was taken", wrong)
		}
	}
}

// TestDocs_RequestsAreSetUpAsTheyAreTested keeps the set-up lines true to what the rows are tested with.
func TestDocs_RequestsAreSetUpAsTheyAreTested(t *testing.T) {
	content, err := os.ReadFile(docsFile("http"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		fmt.Sprintf("head -c %d /dev/zero > large", largeFile), "FRONTDESK_TOKEN=" + clitest.Token,
		"FRONTDESK_ORDER_USER=" + clitest.OrderUser, "FRONTDESK_ORDER_PASSWORD=" + clitest.OrderPassword,
		"\npost() { " + strings.Replace(shellFunctions["post"], "$desk%s", `"$desk$1"`, 1) + ` "$2"`,
		"\norder() { " + strings.Replace(shellFunctions["order"], "$desk%s", `"$desk$1"`, 1) + ` "$2"`,
	} {
		if !strings.Contains(string(content), line) {
			t.Errorf("http.md does not say %q", line)
		}
	}
}
