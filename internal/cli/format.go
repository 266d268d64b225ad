package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
)

// The flags that say how results are printed for scripts. A command that prints records has all of them, any other
// --json and --jq.
const (
	jsonFlag   = "json"
	fieldsFlag = "fields"
	jqFlag     = "jq"
	ndjsonFlag = "ndjson"
	csvFlag    = "csv"
	rawFlag    = "raw"
)

var formatNames = []string{jsonFlag, fieldsFlag, jqFlag, ndjsonFlag, csvFlag, rawFlag}

// The annotations of a command that prints records: their kind, that they are not as the service sent them, and that it
// is a single one.
const (
	recordsOf = "records"
	isKept    = "kept"
	isOne     = "one"
)

// prints returns the annotation of a command that prints records of a kind.
func prints(kind record.Kind) map[string]string { return map[string]string{recordsOf: string(kind)} }

// printsOne returns the annotation of a command that prints one record.
func printsOne(kind record.Kind) map[string]string {
	return map[string]string{recordsOf: string(kind), isOne: "yes"}
}

// formatFlags are the flags as they were given.
type formatFlags struct {
	json             string
	fields           string
	jq               string
	ndjson, csv, raw bool
}

// define adds the flags to a command.
func (f *formatFlags) define(c *cobra.Command) {
	asJSON := &flagValue{typeName: "bool", noOptDefVal: "true", parse: func(typed string) error {
		f.json = typed
		return nil
	}}
	usage := "print JSON, for scripts"
	if c.Annotations[recordsOf] != "" {
		usage += "; --json=id,title chooses fields"
		c.Flags().StringVar(&f.fields, fieldsFlag, "", "print these `fields`, separated by commas, for scripts")
		c.Flags().BoolVar(&f.ndjson, ndjsonFlag, false, "print one JSON object a line, for scripts")
		c.Flags().BoolVar(&f.csv, csvFlag, false, "print a CSV file, for scripts and spreadsheets")
		if c.Annotations[isKept] == "" {
			c.Flags().BoolVar(&f.raw, rawFlag, false, "print JSON as the service sends it, for scripts")
		}
	}
	c.Flags().VarPF(asJSON, jsonFlag, "", usage).NoOptDefVal = asJSON.noOptDefVal
	c.Flags().StringVar(&f.jq, jqFlag, "", "print what this `expression` of jq makes of the JSON, for scripts")
}

// format returns the format that the flags of a command ask for.
func (f *formatFlags) format(c *cobra.Command, hosted bool) (to output.Format, err error) {
	flag, chosen := fieldsFlag, f.fields
	switch f.json {
	case "", "true", "false":
	default:
		if chosen != "" {
			return to, exitcode.UsageErrorf("--json=%s and --fields exclude each other", f.json)
		}
		flag, chosen = jsonFlag, f.json
	}
	if err := f.check(c, chosen, hosted); err != nil {
		return to, err
	}
	for _, m := range []struct {
		isGiven bool
		mode    output.Mode
	}{
		{f.raw, output.Raw},
		{f.csv, output.CSV},
		{f.ndjson, output.NDJSON},
		{f.json != "" && f.json != "false" || chosen != "" || f.jq != "", output.JSON},
	} {
		if m.isGiven {
			to.Mode = m.mode
			break
		}
	}
	if to.Fields, err = fieldsOf(record.Kind(c.Annotations[recordsOf]), flag, chosen, f.csv); err != nil {
		return to, err
	}
	if f.jq != "" {
		if to.Query, err = output.NewQuery(f.jq); err != nil {
			return to, exitcode.UsageErrorf("--%s, %w", jqFlag, err)
		}
	}
	return to, nil
}

// check rejects what cannot be printed at once, or not here.
func (f *formatFlags) check(c *cobra.Command, fields string, hosted bool) error {
	switch {
	case f.raw && f.csv, f.raw && f.ndjson, f.csv && f.ndjson:
		return exitcode.UsageErrorf("--raw, --csv and --ndjson exclude each other")
	case f.csv && f.jq != "":
		return exitcode.UsageErrorf("--csv and --jq exclude each other: an expression makes its own rows with @csv")
	case f.raw && fields != "":
		return exitcode.UsageErrorf("--raw prints what the service sends; to choose fields, leave it out or use --jq")
	case fields != "" && c.Annotations[recordsOf] == "":
		return exitcode.UsageErrorf("%s prints no records whose fields can be chosen; use --jq", c.CommandPath())
	case f.jq != "" && hosted:
		return exitcode.UsageErrorf("--jq is not available over SSH: use jq on your machine")
	}
	return refuseEmpty(c, []requestFlag{{name: jqFlag}, {name: fieldsFlag}})
}

// fieldsOf returns the fields of a kind with some names; all without names, but for CSV only those that fit into cells.
func fieldsOf(kind record.Kind, flag, chosen string, forCells bool) ([]record.Field, error) {
	if kind == "" {
		return nil, nil
	}
	all := kind.Fields()
	if chosen != "" {
		var err error
		if all, err = kind.Choose(strings.Split(chosen, ",")); err != nil {
			return nil, exitcode.UsageErrorf("--%s: %w", flag, err)
		}
	}
	if !forCells {
		return all, nil
	}
	var flat []record.Field
	var nested []string
	for _, f := range all {
		if f.IsNested() {
			nested = append(nested, f.Name)
			continue
		}
		flat = append(flat, f)
	}
	if chosen != "" && len(nested) > 0 {
		return nil, exitcode.UsageErrorf(
			"--csv has no cells for %s: they hold lists and objects; leave them out, or use --json",
			strings.Join(nested, ", "),
		)
	}
	return flat, nil
}

// errorRecord is an error for scripts: the last line of standard error.
type errorRecord struct {
	Code      int    `json:"code"` // the exit code
	Message   string `json:"message"`
	MayBeDone bool   `json:"may_have_happened"` // the write, or a part of it
}

// printError prints the error of a command, for scripts as JSON.
func printError(errOut io.Writer, c *cobra.Command, code int, message string) {
	isForScripts := false
	c.Flags().Visit(func(f *pflag.Flag) { isForScripts = isForScripts || slices.Contains(formatNames, f.Name) })
	if !isForScripts {
		_, _ = fmt.Fprintln(errOut, "frontdesk:", message)
		return
	}
	isPart := c.Flags().Lookup(dryRunFlag) != nil && (code == exitcode.Partial || code == exitcode.Interrupted)
	line, _ := json.Marshal(errorRecord{code, message, code == exitcode.Unknown || isPart}) // texts and numbers
	_, _ = fmt.Fprintf(errOut, "%s\n", safetext.EscapeJSON(nil, line))
}
