package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// How much of an answer http.md shows.
const (
	shownMembers = 3  // of an object within the answer
	shownDepth   = 4  // of objects and lists within each other
	shownText    = 40 // letters of a record's member; a message is shown whole
)

const leftOut = "…"

// abridgeAnswer shortens an answer for people: it keeps its own members and the first ones of what lies deeper, and
// leaves out what differs from another answer to the same request.
func abridgeAnswer(t *testing.T, answer, other jsontext.Value) string {
	t.Helper()
	shown, err := abridge(answer, other, 0)
	if err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	return shown
}

func abridge(answer, other jsontext.Value, depth int) (string, error) {
	kind := answer.Kind()
	switch {
	case kind == '{' && depth < shownDepth:
		return abridgeObject(answer, other, depth)
	case kind == '[' && depth < shownDepth:
		return abridgeList(answer, other, depth)
	case kind == '{':
		return "{" + leftOut + "}", nil
	case kind == '[':
		return "[" + leftOut + "]", nil
	case string(answer) != string(other):
		return leftOut, nil
	case kind == '"' && depth > 1 && len([]rune(string(answer))) > shownText:
		return string([]rune(string(answer))[:shownText]) + leftOut + `"`, nil
	}
	return string(answer), nil
}

func abridgeObject(answer, other jsontext.Value, depth int) (string, error) {
	names, values, err := splitContainer(answer)
	if err != nil {
		return "", err
	}
	others, theirs, err := splitContainer(other)
	if err != nil {
		return "", err
	}
	var shown []string
	for n, name := range names {
		if depth > 0 && n == shownMembers && len(names) > n+1 {
			shown = append(shown, leftOut)
			break
		}
		if n >= len(others) || others[n] != name {
			return "", fmt.Errorf("%s is not in both answers", name)
		}
		value, err := abridge(values[n], theirs[n], depth+1)
		if err != nil {
			return "", err
		}
		shown = append(shown, name+":"+value)
	}
	return "{" + strings.Join(shown, ",") + "}", nil
}

func abridgeList(answer, other jsontext.Value, depth int) (string, error) {
	_, values, err := splitContainer(answer)
	if err != nil {
		return "", err
	}
	_, theirs, err := splitContainer(other)
	switch {
	case err != nil:
		return "", err
	case len(values) == 0 && len(theirs) == 0:
		return "[]", nil
	case len(values) == 0 || len(theirs) == 0:
		return "[" + leftOut + "]", nil
	}
	first, err := abridge(values[0], theirs[0], depth+1)
	if len(values) > 1 {
		first += "," + leftOut
	}
	return "[" + first + "]", err
}

// splitContainer splits an object or a list into its values; the names of a list's elements are empty.
func splitContainer(of jsontext.Value) (names []string, values []jsontext.Value, err error) {
	in := jsontext.NewDecoder(strings.NewReader(string(of)))
	if _, err := in.ReadToken(); err != nil {
		return nil, nil, err
	}
	for in.PeekKind() != '}' && in.PeekKind() != ']' {
		name := ""
		if of.Kind() == '{' {
			quoted, err := in.ReadValue()
			if err != nil {
				return nil, nil, err
			}
			name = string(quoted)
		}
		value, err := in.ReadValue()
		if err != nil {
			return nil, nil, err
		}
		names, values = append(names, name), append(values, value.Clone())
	}
	return names, values, nil
}
