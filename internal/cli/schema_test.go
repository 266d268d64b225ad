package cli_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// described is what the schema command prints of a command.
type described struct {
	Command string
	Input   struct{ Properties map[string]map[string]any }
	Output  struct {
		Type       string
		Items      *kindSchema
		Properties map[string]map[string]any
	}
}

// kindSchema is the schema of a kind of records.
type kindSchema struct{ Properties map[string]map[string]any }

// TestSchema_DescribesWhatCommandsPrint runs commands on the sample desk and looks for every value of their records in
// the schema that the program prints of them.
func TestSchema_DescribesWhatCommandsPrint(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(t *testing.T, line string, into any) {
		t.Helper()
		code, out, errOut := runIn(t, dir, nil, line, "")
		if err := json.Unmarshal([]byte(out), into); err != nil || code != 0 {
			t.Fatalf("%s ended with %d: %v: %s%s", line, code, err, out, errOut)
		}
	}
	for command, args := range map[string]string{
		"ticket list":    "--limit 9",
		"ticket pull":    "--from yesterday --to today",
		"ticket add":     "--title Drum",
		"customer get":   "61046",
		"customer add":   "--name Asha --phone 5550100",
		"order pull":     "--customer 61046",
		"faq search":     "refund",
		"faq categories": "",
	} {
		t.Run(command, func(t *testing.T) {
			var d described
			if run(t, "schema "+command, &d); d.Command != command {
				t.Fatalf("%+v", d)
			}
			for arg := range strings.FieldsSeq(args) {
				if flag, isFlag := strings.CutPrefix(arg, "--"); isFlag && d.Input.Properties[flag] == nil {
					t.Errorf("%s is not described", arg)
				}
			}
			if d.Input.Properties["account"] == nil {
				t.Error("--account is not described")
			}
			printed := command + " " + args + " --sample --json"
			var records []map[string]any
			properties := d.Output.Properties
			if d.Output.Type == "array" {
				properties = d.Output.Items.Properties
				run(t, printed, &records)
			} else {
				records = make([]map[string]any, 1)
				run(t, printed, &records[0])
			}
			if len(records) == 0 {
				t.Fatal("no records")
			}
			for _, r := range records {
				checkRecord(t, r, properties)
			}
		})
	}
}

// checkRecord checks that a record has exactly the members of its schema, each with a type that it allows.
func checkRecord(t *testing.T, r map[string]any, properties map[string]map[string]any) {
	t.Helper()
	if len(r) != len(properties) {
		t.Errorf("%d members, %d are described", len(r), len(properties))
	}
	for name, value := range r {
		kind := map[bool]string{true: "null"}[value == nil]
		switch value.(type) {
		case string:
			kind = "string"
		case float64:
			kind = "number"
		case bool:
			kind = "boolean"
		case []any:
			kind = "array"
		case map[string]any:
			kind = "object"
		}
		allowed, isList := properties[name]["type"].([]any)
		if !isList {
			allowed = []any{properties[name]["type"]}
		}
		if !slices.Contains(allowed, any(kind)) {
			t.Errorf("%s is %v, a %s; the schema allows %v", name, value, kind, allowed)
		}
	}
}

func TestSchema_OfWhatIsNoCommandSaysSo(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{{"ticket"}, {"ticket", "lsit"}, {"serve"}, {"ticket", "list", "more"}} {
		got := runWith(t.Context(), nil, "", append([]string{"schema"}, words...)...)
		if got.code != 2 || got.out != "" {
			t.Errorf("%v: %s", words, got)
		}
	}
	if got := runWith(t.Context(), nil, "", "schema"); got.code != 0 || !json.Valid([]byte(got.out)) {
		t.Errorf("%s", got)
	}
}
