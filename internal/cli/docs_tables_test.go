package cli_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/config"
	"frontdesk/internal/filter"
	"frontdesk/internal/keymap"
	"frontdesk/internal/record"
	"frontdesk/internal/wire"
	"frontdesk/ui/theme"
)

var updateFiles = flag.Bool("update", false, "write the generated parts of the documentation and the golden frames anew")

func TestDocs_TablesShowWhatTheProgramHas(t *testing.T) {
	for _, made := range []struct{ page, part, table string }{
		{"keys", "keys", formatKeysTable()},
		{"http", "operations", formatOperationsTable()},
		{"filter", "filter", formatConditionsTable()},
	} {
		t.Run(made.part, func(t *testing.T) { checkGenerated(t, docsFile(made.page), made.part, made.table) })
	}
}

func TestDocs_ThemesAndTheirColoursAreListed(t *testing.T) {
	var themes, roles strings.Builder
	themes.WriteString("| Theme | Looks like |\n|---|---|\n")
	for _, s := range theme.All() {
		fmt.Fprintf(&themes, "| `%s` | %s |\n", s.Name, s.Description)
	}
	for i, r := range theme.Roles() {
		if i > 0 {
			roles.WriteString(", ")
		}
		fmt.Fprintf(&roles, "`%s`", r.Name)
	}
	roles.WriteString(".\n")
	checkGenerated(t, docsFile("configuration"), "themes", themes.String())
	checkGenerated(t, docsFile("configuration"), "colours", roles.String())
}

func TestDocs_FieldsOfRecordsAreListed(t *testing.T) {
	var table strings.Builder
	for _, k := range record.Kinds {
		fmt.Fprintf(&table, "### %s%s\n\n", strings.ToUpper(string(k[:1])), k[1:])
		if base := k.Base(); base != "" {
			fmt.Fprintf(&table, "The fields of *%s*, and these:\n\n", base)
		}
		table.WriteString("| Field | Type | Meaning |\n|---|---|---|\n")
		var names []string
		for i, f := range k.Own() {
			names = append(names, "`"+f.Name+"`")
			if next := k.Own()[i+1:]; len(next) > 0 && shownMeaning(f) == "" && shownMeaning(next[0]) == "" && f.Type == next[0].Type {
				continue // one row for all whose names say what they mean
			}
			fmt.Fprintf(&table, "| %s | %s | %s |\n", strings.Join(names, ", "), f.Type, shownMeaning(f))
			names = nil
		}
		table.WriteString("\n")
	}
	checkGenerated(t, docsFile("scripts"), "records", strings.TrimRight(table.String(), "\n")+"\n")
}

// shownMeaning returns what a field means, or "" if its name says that.
func shownMeaning(f record.Field) string {
	letters := strings.NewReplacer("_", "", "-", "", " ", "")
	if letters.Replace(f.Name) == letters.Replace(f.Meaning) {
		return ""
	}
	return f.Meaning
}

func TestDocs_NamesOfOtherDesksAreListed(t *testing.T) {
	var table strings.Builder
	table.WriteString("| Condition | Also called |\n|---|---|\n")
	for _, c := range filter.Conditions {
		if len(c.OtherNames) > 0 {
			fmt.Fprintf(&table, "| `%s:` | `%s:` |\n", c.Name, strings.Join(c.OtherNames, ":` `"))
		}
	}
	checkGenerated(t, docsFile("filter"), "filter-names", table.String())
}

func TestDocs_SettingsOfTheServiceAndTheHostAreListed(t *testing.T) {
	var table strings.Builder
	table.WriteString("| Table | Settings |\n|---|---|\n")
	for _, name := range []string{config.ServeTable, config.SSHTable, config.ClusterTable} {
		var settings []string
		for _, s := range config.TableSettings(name) {
			settings = append(settings, "`"+s.Name+"`")
		}
		fmt.Fprintf(&table, "| `[%s]` | %s |\n", name, strings.Join(settings, ", "))
	}
	checkGenerated(t, docsFile("configuration"), "tables", table.String())
}

// TestDocs_ExampleOfAccessibleModeIsTheOneThatIsTested shows the beginning of the transcript of a test of the console.
func TestDocs_ExampleOfAccessibleModeIsTheOneThatIsTested(t *testing.T) {
	transcript, err := os.ReadFile(filepath.Join("..", "..", "ui", "testdata", "accessible", "example.txt"))
	if err != nil {
		t.Fatal(err)
	}
	begin, _, found := strings.Cut(string(transcript), "Message 2 of 2")
	if !found {
		t.Fatal("the comment is not read back")
	}
	checkGenerated(t, docsFile("accessible"), "transcript", "```\n"+begin+"```\n")
}

// docsFile returns the path of a documentation topic.
func docsFile(topic string) string { return filepath.Join("..", "..", "assets", "docs", topic+".md") }

// checkGenerated compares the text between <!-- part --> and <!-- /part --> in a file with what it should be, or writes
// it with -update.
func checkGenerated(t *testing.T, file, part, want string) {
	t.Helper()
	head, got, tail := splitGenerated(t, file, part)
	if got == want {
		return
	}
	if *updateFiles {
		if err := os.WriteFile(file, []byte(head+want+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the %s of %s are stale: go test ./internal/cli -run Docs -update writes them anew; missing or changed are\n%s",
		part, filepath.Base(file), strings.Join(changedLines(got, want), ""))
}

// changedLines returns the lines that one text alone has: "-" those that stand there, "+" those that should.
func changedLines(got, want string) (lines []string) {
	for _, side := range []struct{ sign, has, other string }{{"-", got, want}, {"+", want, got}} {
		there := map[string]bool{}
		for line := range strings.Lines(side.other) {
			there[line] = true
		}
		for line := range strings.Lines(side.has) {
			if !there[line] {
				lines = append(lines, side.sign+line)
			}
		}
	}
	return lines
}

// splitGenerated splits a file at its generated part; the marks stay with the text around it.
func splitGenerated(t *testing.T, file, part string) (head, made, tail string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+part+" -->\n", "<!-- /"+part+" -->"
	head, rest, found := strings.Cut(string(content), begin)
	made, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for its %s", filepath.Base(file), part)
	}
	return head + begin, made, end + tail
}

func formatKeysTable() string {
	var b strings.Builder
	b.WriteString("| Where | Keys | What | Name |\n|---|---|---|---|\n")
	var places []string
	rows := map[string][]string{}
	var bindings []keymap.Binding
	var scopes [][]string // of each binding: where the same keys do the same
	for _, b := range keymap.Default().All() {
		i := slices.IndexFunc(bindings, func(o keymap.Binding) bool {
			return o.Action == b.Action && o.Description == b.Description && slices.Equal(o.Keys(), b.Keys())
		})
		if i < 0 {
			i, bindings, scopes = len(bindings), append(bindings, b), append(scopes, nil)
		}
		scopes[i] = append(scopes[i], b.Place.String())
	}
	for i, row := range bindings {
		where := strings.Join(scopes[i], ", ")
		if rows[where] == nil {
			places = append(places, where)
		}
		keys := make([]string, len(row.Keys()))
		for i, key := range row.Keys() {
			keys[i] = "`" + keymap.Label(key) + "`"
		}
		if len(keys) == 0 {
			keys = []string{"palette"}
		}
		rows[where] = append(rows[where], strings.Join(keys, " ")+" | "+row.Description+" | `"+string(row.Action)+"` |\n")
	}
	for _, where := range places {
		for i, row := range rows[where] {
			fmt.Fprintf(&b, "| %s | %s", map[bool]string{true: "**" + where + "**"}[i == 0], row)
		}
	}
	return b.String()
}

func formatConditionsTable() string {
	var b strings.Builder
	b.WriteString("| Condition | What | Values | Example |\n|---|---|---|---|\n")
	for _, c := range filter.Conditions {
		values := make([]string, len(c.Values))
		for i, v := range c.Values {
			values[i] = "`" + v.Text + "`"
			if v.Meaning != v.Text {
				values[i] += " " + v.Meaning
			}
		}
		fmt.Fprintf(&b, "| `%s:` | %s | %s | `%s` |\n", c.Name, c.Meaning, strings.Join(values, "; "), c.Example)
	}
	return b.String()
}

func formatOperationsTable() string {
	bodies := map[wire.BodyShape]string{wire.BodyObject: "object", wire.BodyArray: "array of one object", wire.NoBody: "none"}
	hosts := map[wire.Host]string{wire.Base: "base", wire.FAQHost: "FAQ"}
	var b strings.Builder
	b.WriteString("| Operation | Name | Path | Host | Body | |\n|---|---|---|---|---|---|\n")
	for _, op := range wire.Operations() {
		kind := "reads"
		if op.IsWrite {
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
