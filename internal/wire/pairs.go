package wire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// parsePairs reads members of an account's own, such as of additional_fields, that can be sent, each with a name of its
// own. As one text, to be kept in a draft, they are a line each, name and value parted by a tab, which nobody can type
// into either.
func parsePairs(s string) (CustomFields, error) {
	out := CustomFields{}
	for line := range strings.SplitSeq(s, "\n") {
		name, value, _ := strings.Cut(line, "\t")
		if name+value == "" {
			continue
		}
		if name = strings.TrimSpace(name); name == "" {
			return nil, fmt.Errorf("%q has no name", value)
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("%q is there twice", name)
		}
		quoted, err := jsontext.AppendQuote(nil, strings.TrimSpace(value))
		if err != nil {
			return nil, errors.New(name + " is no text")
		}
		out[name] = quoted
	}
	return out, nil
}

// ownPairs writes an account's own members as pairs, in the order of their names; blocks stay JSON.
func ownPairs(x CustomFields) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(x)) {
		lines = append(lines, name+"\t"+strings.Join(strings.Fields(scalar(x[name])), " "))
	}
	return strings.Join(lines, "\n")
}
