package journal

import (
	"bytes"
	"slices"

	"frontdesk/internal/agentstate"
)

// Kind is the journal's days as a kind of an agent's documents.
var Kind = agentstate.Kind{Folder: dirName, Suffix: suffix, Merge: merge}

// merge puts together what was written on this host and on another, by time. Damaged lines of this host stay at the
// end.
func merge(_ string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	var lines, damaged [][]byte
	known := map[string]bool{}
	for line := range bytes.Lines(slices.Concat(shared, []byte("\n"), here)) {
		if len(bytes.TrimSpace(line)) == 0 || known[string(line)] {
			continue
		}
		known[string(line)] = true
		if _, ok := readEntry(line); ok {
			lines = append(lines, line)
		} else {
			damaged = append(damaged, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b []byte) int {
		first, _ := readEntry(a)
		second, _ := readEntry(b)
		return first.At.Compare(second.At)
	})
	return bytes.Join(append(lines, damaged...), nil), nil
}
