package cli

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
	"frontdesk/internal/settings"
)

func configCommand(env func(string) string) *cobra.Command {
	var asJSON, schema bool
	c := &cobra.Command{
		Use:   "config",
		Short: "Print every setting with its value and origin",
		Long: "Print every setting with its value and its origin: a flag, an environment\n" +
			"variable, the configuration file or the default. Credentials appear as dots.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if schema {
				made, err := config.Schema()
				return errors.Join(err, output.WriteText(c.OutOrStdout(), string(made)))
			}
			loaded, err := settingsFor(c, env)
			if err != nil {
				return exitcode.UsageError(err)
			}
			if asJSON {
				return output.WriteJSON(c.OutOrStdout(), settingsRecord(&loaded))
			}
			return output.WriteText(c.OutOrStdout(), settingsTable(&loaded)+configProblems(&loaded))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the settings as JSON, for scripts")
	c.Flags().BoolVar(&schema, "schema", false, "print the JSON schema of the configuration file, for editors")
	c.Flags().String(configFlag, "", "read the configuration from this `file`")
	return c
}

// settingRecord is the JSON form of one setting.
type settingRecord struct {
	Setting string         `json:"setting"`
	Value   any            `json:"value"`  // as the file would hold it; null when not set
	Origin  settings.Layer `json:"origin"` // flag, environment, file or default
	Name    string         `json:"name"`   // name of the flag, the variable or the key in the file
}

// configRecord is the JSON form of the configuration.
type configRecord struct {
	Path     string          `json:"path"`
	Found    bool            `json:"found"`
	Accounts []string        `json:"accounts"`
	Settings []settingRecord `json:"settings"`
	Problems []string        `json:"problems"` // rejected key bindings with the ones kept instead, and colours that are hard to read
}

func settingsRecord(c *config.Config) configRecord {
	record := configRecord{
		Path:     c.Path,
		Found:    c.Exists,
		Accounts: append([]string{}, c.Accounts...),
		Problems: append([]string{}, c.Problems()...),
	}
	for _, s := range c.Settings() {
		record.Settings = append(record.Settings, settingRecord{s.Name, s.Value, s.From, s.Origin.Name})
	}
	return record
}

// settingsTable formats the settings as a table. Columns are aligned; the value, in the last one, is not truncated.
func settingsTable(c *config.Config) string {
	var b strings.Builder
	b.WriteString("Configuration: " + c.Location() + "\n")
	if len(c.Accounts) > 0 {
		b.WriteString("Accounts: " + strings.Join(c.Accounts, ", ") + "\n")
	}
	b.WriteByte('\n')
	rows := [][]string{{"Setting", "From", "Value"}}
	for _, s := range c.Settings() {
		rows = append(rows, []string{s.Name, safetext.LineFromText(s.Origin.String()).String(), formatValue(s.Value)})
	}
	b.WriteString(output.AlignColumns(rows, 0))
	return b.String()
}

// formatValue formats a value for display: strings as they are, anything else as JSON.
func formatValue(value any) string {
	switch v := value.(type) {
	case nil:
		return "–"
	case string:
		return safetext.LineFromText(v).String()
	}
	text, err := json.Marshal(value, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil { // cannot happen: strings, numbers, lists and maps of them always encode
		return ""
	}
	return string(safetext.EscapeJSON(nil, text))
}

// configProblems formats the problems for display below the settings.
func configProblems(c *config.Config) string {
	var b strings.Builder
	for _, line := range c.Problems() {
		b.WriteString("\n✗ " + line)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}
