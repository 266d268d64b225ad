package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
)

const schemaDialect = "https://json-schema.org/draft/2020-12/schema"

func schemaCommand(func(string) string) *cobra.Command {
	return &cobra.Command{
		Use: "schema [COMMAND...]", Short: "Describe the input and output of commands, for programs", Args: cobra.ArbitraryArgs,
		Long: "Print JSON Schema of what a command takes and of the JSON that it prints, such as\n" +
			"frontdesk schema ticket list. Without a command, all commands that print JSON are\n" +
			"described, in a list.",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return output.WriteJSON(c.OutOrStdout(), describeAll(c.Root()))
			}
			described, left, err := c.Root().Find(args)
			if err != nil || len(left) > 0 || described.Flags().Lookup(jsonFlag) == nil {
				return exitcode.UsageErrorf("%q is no command that prints JSON; frontdesk schema describes all", strings.Join(args, " "))
			}
			return output.WriteJSON(c.OutOrStdout(), describe(described))
		},
	}
}

// describeAll describes a command and those below it, as far as they print JSON.
func describeAll(c *cobra.Command) []record.Object {
	var all []record.Object
	if c.Flags().Lookup(jsonFlag) != nil {
		all = append(all, describe(c))
	}
	for _, below := range c.Commands() {
		all = append(all, describeAll(below)...)
	}
	return all
}

// describe describes a command.
func describe(c *cobra.Command) record.Object {
	name := strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
	return record.Object{
		{Name: "command", Value: name},
		{Name: "description", Value: c.Short},
		{Name: "input", Value: inputSchema(c, saysWhat)},
		{Name: "output", Value: outputSchema(c)},
	}
}

// saysWhat reports whether a flag says what a command does, and not how it prints it.
func saysWhat(f *pflag.Flag) bool { return !slices.Contains(formatNames, f.Name) }

// argumentsMember is the member of an input with the arguments of a command.
const argumentsMember = "arguments"

// inputSchema returns the JSON Schema of what a command takes: its arguments as one list, and those flags that are
// wanted.
func inputSchema(c *cobra.Command, isWanted func(*pflag.Flag) bool) record.Object {
	return record.Object{
		{Name: "$schema", Value: schemaDialect},
		{Name: "type", Value: "object"},
		{Name: "properties", Value: inputMembers(c, isWanted)},
		{Name: "additionalProperties", Value: false},
	}
}

func inputMembers(c *cobra.Command, isWanted func(*pflag.Flag) bool) record.Object {
	members := record.Object{}
	if _, words, _ := strings.Cut(c.Use, " "); words != "" && !strings.HasPrefix(words, "-") {
		words, _, _ = strings.Cut(words, " -")
		members = append(members, record.Member{Name: argumentsMember, Value: record.Object{
			{Name: "type", Value: "array"},
			{Name: "items", Value: record.Object{{Name: "type", Value: "string"}}},
			{Name: "description", Value: words},
		}})
	}
	add := func(f *pflag.Flag) {
		if f.Name == "help" || !isWanted(f) {
			return
		}
		_, usage := pflag.UnquoteUsage(f)
		described := append(typeOf(f), record.Member{Name: "description", Value: usage})
		members = append(members, record.Member{Name: f.Name, Value: described})
	}
	c.LocalFlags().VisitAll(add)
	c.InheritedFlags().VisitAll(add)
	return members
}

// typeOf returns the JSON type of a flag; one that can be repeated is a list.
func typeOf(f *pflag.Flag) record.Object {
	names := map[string]string{"bool": "boolean", "int": "integer", "number": "integer"}
	kind, isNamed := names[f.Value.Type()]
	switch {
	case strings.HasSuffix(f.Value.Type(), "=VALUE"):
		return record.Object{
			{Name: "type", Value: "array"}, {Name: "items", Value: record.Object{
				{Name: "type", Value: "string"}, {Name: "description", Value: f.Value.Type()},
			}},
		}
	case !isNamed:
		kind = "string"
	}
	return record.Object{{Name: "type", Value: kind}}
}

// outputSchema returns the JSON Schema of what a command prints with --json.
func outputSchema(c *cobra.Command) record.Object {
	schema := record.Object{{Name: "$schema", Value: schemaDialect}}
	kind := record.Kind(c.Annotations[recordsOf])
	switch {
	case kind == "":
		return schema
	case c.Annotations[isOne] != "":
		return append(schema, kind.Schema()...)
	}
	return append(schema, record.Member{Name: "type", Value: "array"}, record.Member{Name: "items", Value: kind.Schema()})
}
