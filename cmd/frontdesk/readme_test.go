package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/wire"
	"frontdesk/ui/keymap"
)

var updateFiles = flag.Bool("update", false, "write the generated parts of the README and the golden frames anew")

// TestTheReadmeListsWhatTheProgramHas: its tables are made from the tables that the program runs on.
func TestTheReadmeListsWhatTheProgramHas(t *testing.T) {
	file := filepath.Join("..", "..", "README.md")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	made := string(content)
	for name, table := range map[string]string{"keys": keysTable(), "operations": operationsTable()} {
		begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
		head, rest, found := strings.Cut(made, begin)
		_, tail, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Fatalf("the README has no place for its %s", name)
		}
		made = head + begin + table + end + tail
	}
	if *updateFiles {
		if err := os.WriteFile(file, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if made != string(content) {
		t.Error("the README's tables are stale: go test ./cmd/frontdesk -run Readme -update writes them anew")
	}
}

func keysTable() string {
	var b strings.Builder
	b.WriteString("| Where | Keys | What | Name |\n|---|---|---|---|\n")
	for _, place := range keymap.Places() {
		for i, row := range keymap.Default().In(place) {
			where := ""
			if i == 0 {
				where = "**" + place.String() + "**"
			}
			keys := make([]string, len(row.Keys))
			for i, key := range row.Keys {
				keys[i] = "`" + keymap.Label(key) + "`"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", where, strings.Join(keys, " "), row.Help, row.Action)
		}
	}
	return b.String()
}

func operationsTable() string {
	bodies := map[wire.Body]string{wire.Object: "object", wire.Array: "array of one object", wire.None: "none"}
	hosts := map[wire.Host]string{wire.Base: "base", wire.KMS: "knowledge base"}
	var b strings.Builder
	b.WriteString("| Operation | Name | Path | Host | Body | |\n|---|---|---|---|---|---|\n")
	for _, op := range wire.Operations() {
		kind := "reads"
		if op.Write {
			kind = "writes, sent once"
		}
		paths := "`" + op.Path + "`"
		if op.Alias != "" {
			paths += " `" + op.Alias + "`"
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s |\n", op.Title, op.Name, paths, hosts[op.Host], bodies[op.Body], kind)
	}
	return b.String()
}
