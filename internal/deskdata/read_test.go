package deskdata

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// readRows reads a CSV file of employees.
func readRows(t *testing.T, content string) (found []entry, faults *Faults) {
	t.Helper()
	faults = &Faults{}
	err := eachCSV("employee", "employees.csv", strings.NewReader(content), faults, func(e *entry) error {
		kept := *e
		kept.values = slices.Clone(e.values)
		found = append(found, kept)
		return nil
	})
	if err != nil && !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	return found, faults
}

// TestDeskImport_KeepsTextsOfSpreadsheets: quotes, line ends inside of them, other separators, a byte order mark.
func TestDeskImport_KeepsTextsOfSpreadsheets(t *testing.T) {
	for content, want := range map[string]string{
		"name,email\nAsha,a@b\n":             "Asha|a@b",
		"name;email\r\nAsha;a@b\r\n":         "Asha|a@b",
		"name\temail\nAsha\ta@b":             "Asha|a@b",
		"\ufeffname,email\nAsha,a@b\n":       "Asha|a@b",
		"name,email\n\n\"A\r\nB\",\"x\r\"\n": "A\r\nB|x\r",
		"name,email\n\"say \"\"hi\"\"\",\n":  `say "hi"|`,
		"name,email\r\n\"A\",\"B\"\r\n":      "A|B",
	} {
		found, faults := readRows(t, content)
		if faults.count() != 0 || len(found) != 1 || found[0].text("name")+"|"+found[0].text("email") != want {
			t.Errorf("%q: %+v %v", content, found, faults.List)
		}
	}
}

// TestDeskImport_NamesTheLineOfWhatCannotBeRead, and never takes more than a cell's limit into memory.
func TestDeskImport_NamesTheLineOfWhatCannotBeRead(t *testing.T) {
	for content, want := range map[string]string{
		"name\nA\n\"B\n" + strings.Repeat("x", 100): "employees.csv:3: a quote is opened here and never closed",
		"name\n\"" + strings.Repeat("x\n", maxCell): "employees.csv:2: a cell is larger than 1 MiB, or its quote is never closed",
		"name\n" + strings.Repeat("x", maxCell+1):   "employees.csv:2: a cell is larger than 1 MiB",
		"name\n\"A\nB\"\nC\xff\n":                   "employees.csv:4: a byte in this row is no UTF-8; save the file as UTF-8",
		"name,email\n\"A\"x,b\n":                    `employees.csv:2: "x" stands behind a closing quote; inside quotes a quote is written twice`,
		"name,email\nA,b,c\n":                       "employees.csv:2: this row has 3 cells, the header has 2",
		"name,email\n" + strings.Repeat(",", 1<<20): "employees.csv:2: this row has more than 1000 cells",
		strings.Repeat("name,", 1<<20):              "employees.csv:1: this row has more than 1000 cells",
		"name,emial\n":                              `employees.csv:1: employee: "emial" is unknown; did you mean email?`,
		"name,emial\nA,b\nC,d\n":                    `employees.csv:1: employee: "emial" is unknown; did you mean email?`,
		"name,name\nA,b\nC,d\n":                     "employees.csv:1: name is said twice",
	} {
		if _, faults := readRows(t, content); faults.count() != 1 || faults.List[0].String() != want {
			t.Errorf("%.20q: %v", content, faults.List)
		}
	}
	for content, want := range map[string]string{
		"[[queue]]\nkey = \"A\"\n# \xff\n":              "desk.toml:3: a byte here is no UTF-8; save the file as UTF-8",
		"[[queue]]\nkey = \n":                           "desk.toml:2: it is no TOML",
		"key = 1\n":                                     "desk.toml:1: key stands before the first [[…]]",
		"[queue]\n":                                     "desk.toml:1: write [[queue]] with two brackets",
		"[[queue]]\nrules = {a = 1}\n":                  "desk.toml:2: rules must be a text, number",
		"[[ticket]]\n\n[[tickets]]\n":                   "desk.toml:3: [[tickets]] is unknown; did you mean ticket?",
		"[[queue]]\nx = " + strings.Repeat("[", 20_000): "desk.toml:2: it is no TOML",
	} {
		faults := &Faults{}
		readTOML("desk.toml", []byte(content), faults)
		if faults.count() != 1 || !strings.HasPrefix(faults.List[0].String(), want) {
			t.Errorf("%.40q: %v", content, faults.List)
		}
	}
	for content, want := range map[string]string{
		"Hello":                    "a.md:1: it does not begin with front matter",
		"---\ntitle: x\n":          "a.md:1: its front matter is never closed",
		"---\ntitle\n---\n":        `a.md:2: "title" is not a name: value`,
		"---\ntitle: x\n---\n\xff": "a.md:4: a byte here is no UTF-8",
	} {
		faults := &Faults{}
		readArticle(articleFile{path: "a.md", key: "a"}, []byte(content), faults)
		if faults.count() != 1 || !strings.HasPrefix(faults.List[0].String(), want) {
			t.Errorf("%q: %v", content, faults.List)
		}
	}
}

// TestDeskImport_NamesEachRowThatIsNoUTF8, and the other faults of the file, in one run.
func TestDeskImport_NamesEachRowThatIsNoUTF8(t *testing.T) {
	found, faults := readRows(t, "name,email\nA\xff,\xff\nB,b\nC\nD,\xff\n")
	noUTF8 := ": a byte in this row is no UTF-8; save the file as UTF-8"
	want := []string{
		"employees.csv:2" + noUTF8,
		"employees.csv:4: this row has 1 cells, the header has 2",
		"employees.csv:5" + noUTF8,
	}
	var got []string
	for _, f := range faults.List {
		got = append(got, f.String())
	}
	if !slices.Equal(got, want) || len(found) != 1 {
		t.Errorf("%q; read %+v", got, found)
	}
}

// TestDeskImport_CountsFaultsBeyondTheThousandth instead of keeping them all.
func TestDeskImport_CountsFaultsBeyondTheThousandth(t *testing.T) {
	_, faults := readRows(t, "name,email\n"+strings.Repeat("A\n", maxFaults+5))
	if len(faults.List) != maxFaults || faults.More != 5 {
		t.Errorf("%d kept, %d more", len(faults.List), faults.More)
	}
}

func TestDeskImport_ReadsDurations(t *testing.T) {
	for text, want := range map[string]int64{"30m": 1800, "8h": 28800, "1d 12h": 129600, "90m": 5400, "1.5h": 5400, "1w": 604800} {
		got, err := parseDuration(text)
		if again, _ := parseDuration(formatDuration(got)); err != nil || got != want || again != want {
			t.Errorf("%s: %d, again %d, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "8", "h", "-1h", "8x", "30s", "0m", "9999999d"} {
		if got, err := parseDuration(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// TestDeskImport_NamesAMissingColumnOnce, not in each row below it.
func TestDeskImport_NamesAMissingColumnOnce(t *testing.T) {
	faults := &Faults{}
	err := eachCSV("ticket", "tickets.csv", strings.NewReader("id,title\n1,A\n2,B\n"), faults, func(*entry) error { return nil })
	if err != nil || len(faults.List) != 2 || faults.List[0].Line != 1 ||
		faults.List[1].String() != "tickets.csv:1: ticket_id is missing" {
		t.Errorf("%v %v", faults.List, err)
	}
}
