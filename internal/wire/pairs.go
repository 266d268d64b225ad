package wire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Pair is a member of an account's own, such as of additional_fields, with its value as text.
type Pair struct{ Name, Value string }

// Pairs writes pairs as one text, to be kept in a draft: a line each, name and value parted by a tab, which nobody can
// type into either.
func Pairs(all []Pair) string {
	lines := make([]string, len(all))
	for i, p := range all {
		lines[i] = p.Name + "\t" + p.Value
	}
	return strings.Join(lines, "\n")
}

// SplitPairs takes a text of Pairs apart, whatever it holds.
func SplitPairs(s string) []Pair {
	var all []Pair
	for line := range strings.SplitSeq(s, "\n") {
		if name, value, _ := strings.Cut(line, "\t"); name+value != "" {
			all = append(all, Pair{name, value})
		}
	}
	return all
}

// ParsePairs reads pairs that can be sent: each with a name of its own.
func ParsePairs(s string) (Extra, error) {
	out := Extra{}
	for _, p := range SplitPairs(s) {
		name := strings.TrimSpace(p.Name)
		if name == "" {
			return nil, fmt.Errorf("%q has no name", p.Value)
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("%q is there twice", name)
		}
		value, err := jsontext.AppendQuote(nil, strings.TrimSpace(p.Value))
		if err != nil {
			return nil, errors.New(name + " is no text")
		}
		out[name] = value
	}
	return out, nil
}

// ownPairs writes an account's own members as pairs, in the order of their names; blocks stay JSON.
func ownPairs(x Extra) string {
	var all []Pair
	for _, name := range slices.Sorted(maps.Keys(x)) {
		all = append(all, Pair{name, strings.Join(strings.Fields(scalar(x[name])), " ")})
	}
	return Pairs(all)
}
