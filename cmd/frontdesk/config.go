package main

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/config"
	"frontdesk/internal/safetext"
)

func configCommand(env func(string) string) *cobra.Command {
	var asJSON, schema bool
	c := &cobra.Command{
		Use: "config", Short: "Print every setting, its value and where that comes from",
		Long: "Print every setting, its value and where that comes from: a flag, a variable, a key of the file, or the default.\n" +
			"Credentials are dots.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if schema {
				made, err := config.Schema()
				return errors.Join(err, printTo(c.OutOrStdout(), string(made)))
			}
			settings, err := settingsFor(c, env)
			if err != nil {
				return usageError{err}
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), settingsRecord(&settings))
			}
			return printTo(c.OutOrStdout(), settingsTable(&settings)+keyProblems(&settings))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print them for scripts")
	c.Flags().BoolVar(&schema, "schema", false, "print the JSON schema of the file, for editors")
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	return c
}

// settingRecord is one setting for scripts.
type settingRecord struct {
	Setting string            `json:"setting"`
	Value   any               `json:"value"`  // as it would stand in the file; null when nothing is set
	Origin  config.OriginKind `json:"origin"` // flag, environment, file or default
	Name    string            `json:"name"`   // of the flag, the variable or the file's key
}

// configRecord is the configuration for scripts.
type configRecord struct {
	Path     string          `json:"path"`
	Found    bool            `json:"found"`
	Accounts []string        `json:"accounts"`
	Settings []settingRecord `json:"settings"`
	Problems []string        `json:"problems"` // keys that were asked for and cannot be had, and which stay
}

func settingsRecord(c *config.Config) configRecord {
	record := configRecord{Path: c.Path, Found: c.Exists, Accounts: append([]string{}, c.Accounts...), Problems: append([]string{}, allKeyErrors(c)...)}
	for _, s := range c.Settings() {
		record.Settings = append(record.Settings, settingRecord{s.Name, s.Value, s.From, s.Origin.Name})
	}
	return record
}

// settingsTable is the same for people: aligned, but for what is as long as it is.
func settingsTable(c *config.Config) string {
	var b strings.Builder
	b.WriteString(configLocation(c) + "\n")
	if len(c.Accounts) > 0 {
		b.WriteString("Accounts: " + strings.Join(c.Accounts, ", ") + "\n")
	}
	b.WriteByte('\n')
	rows := [][]string{{"Setting", "From", "Value"}}
	for _, s := range c.Settings() {
		rows = append(rows, []string{s.Name, safetext.LineFromText(s.Origin.String()).String(), formatValue(s.Value)})
	}
	b.WriteString(alignColumns(rows))
	return b.String()
}

// configLocation says which file the configuration is.
func configLocation(c *config.Config) string {
	switch {
	case c.Path == "":
		return "Configuration: none, there is no home for one"
	case !c.Exists:
		return "Configuration: " + safetext.LineFromText(c.Path).String() + " (not there)"
	}
	return "Configuration: " + safetext.LineFromText(c.Path).String()
}

// formatValue is a value for people: a text as it is, anything else as JSON.
func formatValue(value any) string {
	switch v := value.(type) {
	case nil:
		return "–"
	case string:
		return safetext.LineFromText(v).String()
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil { // texts, numbers, lists and tables of them always can be
		return ""
	}
	return string(safetext.EscapeJSON(nil, []byte(strings.TrimSpace(b.String()))))
}

// alignColumns puts rows of cleaned texts into columns.
func alignColumns(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], safetext.Width(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(safetext.Pad(cell, widths[i]+2))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// printTo prints a result; a full disk is no success.
func printTo(out io.Writer, result string) error {
	_, err := io.WriteString(out, result)
	if err != nil {
		return errors.New("the result cannot be written: " + withoutPath(err).Error())
	}
	return nil
}

// printJSON prints a result for scripts. What a terminal would obey stands as an escape.
func printJSON(out io.Writer, result any) error {
	made, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return err
	}
	return printTo(out, string(safetext.EscapeJSON(nil, made))+"\n")
}
