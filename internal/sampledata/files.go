package sampledata

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"frontdesk/assets/sample"
)

var files = sample.Files

// record is one entry of a sample file: `key: value` lines, an empty line, the text.
type record struct {
	keys, values []string
	text         string
}

// get returns the first value of a key, empty when the record has none.
func (r *record) get(key string) string {
	for i, k := range r.keys {
		if k == key {
			return r.values[i]
		}
	}
	return ""
}

// all returns every value of a key, in order.
func (r *record) all(key string) []string {
	var out []string
	for i, k := range r.keys {
		if k == key {
			out = append(out, r.values[i])
		}
	}
	return out
}

// list returns a value, split at commas.
func (r *record) list(key string) []string { return cut(r.get(key), ",") }

// readFile returns a file of the package; a missing one is a mistake of the build.
func readFile(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// readRecords reads a file of records that are parted by lines of two percent signs.
func readRecords(name string) []record {
	var out []record
	for part := range strings.SplitSeq(readFile(name), "\n%%\n") {
		out = append(out, parseRecord(name, part))
	}
	return out
}

// parseRecord parts the keys from the text; a line without a colon among the keys stops the program,
// because the files are part of it and the tests read them all.
func parseRecord(name, part string) record {
	head, text, _ := strings.Cut(strings.TrimLeft(part, "\n"), "\n\n")
	r := record{text: strings.TrimRight(text, "\n")}
	for line := range strings.Lines(head) {
		key, value, ok := strings.Cut(strings.TrimRight(line, "\n"), ":")
		if !ok {
			panic(fmt.Sprintf("sample %s: %q is not a key and a value", name, line))
		}
		r.keys = append(r.keys, key)
		r.values = append(r.values, strings.TrimSpace(value))
	}
	return r
}

// readRows reads a table: one row a line, cells parted by "|", lines that open with "#" left out.
func readRows(name string) [][]string {
	var rows [][]string
	for line := range strings.Lines(readFile(name)) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			rows = append(rows, cut(line, "|"))
		}
	}
	return rows
}

// cut parts a text and trims the pieces; nothing gives no pieces.
func cut(s, sep string) []string {
	if s == "" {
		return nil
	}
	parts := strings.Split(s, sep)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// fill puts values in the place of their {names}; a brace that names nothing stays.
func fill(s string, value func(name string) (string, bool)) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '{')
		end := strings.IndexByte(s, '}')
		if open < 0 || end < open {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:open])
		if v, ok := value(s[open+1 : end]); ok {
			b.WriteString(v)
		} else {
			b.WriteString(s[open : end+1])
		}
		s = s[end+1:]
	}
}

// rng are the chances of one record; each record has its own, so that one more ticket at the end of
// the day leaves the others as they were.
type rng struct{ *rand.Rand }

// newRNG gives the n-th record of a kind its chances.
func newRNG(seed uint64, kind string, n int) rng {
	for _, c := range []byte(kind) {
		seed = seed*131 + uint64(c)
	}
	return rng{rand.New(rand.NewPCG(seed, uint64(n)*0x9e3779b97f4a7c15+1))}
}

// percent returns true in n of a hundred cases.
func (d rng) percent(n int) bool { return d.IntN(100) < n }

// between returns a duration from low to high, to the minute.
func (d rng) between(low, high time.Duration) time.Duration {
	minutes := int((high - low) / time.Minute)
	return low + time.Duration(d.IntN(minutes+1))*time.Minute
}

// pick returns one of the choices.
func pick[T any](d rng, choices []T) T { return choices[d.IntN(len(choices))] }

// bag returns the numbers below n in random order, each once before any is returned again, so that every text is used.
type bag struct {
	rng   rng
	n     int
	round []int
}

func newBag(d rng, n int) *bag { return &bag{rng: d, n: n} }

// next returns the next number.
func (b *bag) next() int {
	if len(b.round) == 0 {
		b.round = b.rng.Perm(b.n)
	}
	last := b.round[len(b.round)-1]
	b.round = b.round[:len(b.round)-1]
	return last
}
