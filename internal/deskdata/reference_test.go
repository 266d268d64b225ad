package deskdata

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of assets/docs/desk-data.md anew")

// TestDeskDataReference_TablesAreTheOnesThatAreRead: the page that ships with the program cannot go stale.
func TestDeskDataReference_TablesAreTheOnesThatAreRead(t *testing.T) {
	const file, begin, end = "../../assets/docs/desk-data.md", "<!-- tables -->\n", "<!-- /tables -->"
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(content), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatal("the page has no place for its tables")
	}
	made := head + begin + tables() + end + tail
	if *update {
		if err := os.WriteFile(file, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if made != string(content) {
		t.Error("the tables are stale: go test ./internal/deskdata -run Reference -update writes them anew")
	}
}

func tables() string {
	var b strings.Builder
	for _, k := range kinds {
		place := fmt.Sprintf(" `[[%s]]`, `%s.csv`.", k.name, k.file)
		if k.file == "" {
			place = ""
		}
		fmt.Fprintf(&b, "\n### %s\n\n%s%s\n\n| Name | Type | Meaning |\n|---|---|---|\n", k.name, k.doc, place)
		var names []string
		for i, c := range k.columns {
			if strings.HasPrefix(c.name, " ") {
				continue
			}
			names = append(names, "`"+c.name+"`")
			if next := i + 1; next < len(k.columns) && areAlike(c, k.columns[next]) {
				continue // one row for all
			}
			what := c.doc
			if c.required {
				what += " (required)"
			}
			what = strings.ReplaceAll(strings.TrimSpace(what), "|", `\|`)
			shape := strings.Replace("|"+fmt.Sprint(c.shape), "|text", "|", 1)[1:] // most are texts
			fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.Join(names, ", "), shape, what)
			names = nil
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// areAlike reports whether two columns of one type need no words, or the same.
func areAlike(a, b columnInfo) bool {
	return a.doc == b.doc && !a.required && !b.required && fmt.Sprint(a.shape) == fmt.Sprint(b.shape)
}
