package config

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	fields "frontdesk/internal/schema"
	"frontdesk/internal/settings"
)

// blockKind is a kind of field of an account's own block.
type blockKind struct {
	kind    fields.Kind
	choices fields.Choices
	options []string // of every field of the kind; nil if the configuration lists them
}

// kindChoice is the kind whose values the configuration lists.
const kindChoice = "choice"

// blockKinds are the kinds by their name in the configuration; blockKindNames are the names in the order of the
// documentation, the default first.
var (
	blockKinds = map[string]blockKind{
		"text":      {kind: fields.Text},
		"long_text": {kind: fields.Multiline},
		"number":    {kind: fields.Number},
		"date":      {kind: fields.Date},
		kindChoice:  {kind: fields.Text, choices: fields.Listed},
		"yes_no":    {kind: fields.YesNo, choices: fields.Listed, options: []string{"Yes", "No"}},
		"phone":     {kind: fields.Digits},
		"email":     {kind: fields.Email},
	}
	blockKindNames = []string{"text", "long_text", "number", "date", kindChoice, "yes_no", "phone", "email"}
)

// nameOfKind returns the name of a field's kind.
func nameOfKind(f *fields.Field) string {
	for _, name := range blockKindNames {
		if k := blockKinds[name]; k.kind == f.Kind && k.choices == f.Choices {
			return name
		}
	}
	return ""
}

// blocksCodec is the codec of the account's own blocks.
func blocksCodec(all *fields.Blocks) settings.Codec {
	list := kinds(nil).For((*[]fields.Section)(all), `kind:"section"`)
	return checked(list, func() error { return checkBlocks(*all) })
}

// blockTable is the table of a block.
type blockTable struct {
	Block  *string         `toml:"block" required:"yes" kind:"member" doc:"the JSON name of the block"`
	Label  *string         `toml:"label" required:"yes" kind:"display" doc:"heading of the block in forms"`
	Fields *[]fields.Field `toml:"fields" required:"yes" kind:"field" doc:"the fields, in the order of the form"`
}

// blockSectionCodec is the codec of a block.
func blockSectionCodec(s *fields.Section) settings.Codec {
	s.Block = true
	return kinds(nil).For(&blockTable{&s.Path, &s.Title, &s.Fields}, "")
}

// blockFieldTable is the table of a field of a block.
type blockFieldTable struct {
	Key        *string       `toml:"key" required:"yes" kind:"member" doc:"the JSON name of the field"`
	Label      *string       `toml:"label" required:"yes" kind:"display" doc:"label of the field in forms"`
	Kind       *fields.Field `toml:"kind" kind:"block_kind" doc:"kind of the value; default: text"`
	Choices    *fields.Field `toml:"choices" kind:"choices" doc:"of the kind choice: a list or, with depends_on, a table of lists by the other field's value"`
	DependsOn  *string       `toml:"depends_on" kind:"depends_on" doc:"key of the field of this block that decides which choices there are"`
	ForClosing *bool         `toml:"required_when_closing" doc:"a ticket cannot be closed without a value"`
	Hint       *string       `toml:"hint" kind:"display" doc:"hint that the empty field shows"`
}

// blockFieldCodec is the codec of a field of a block.
func blockFieldCodec(f *fields.Field) settings.Codec {
	f.Common = true
	return kinds(nil).For(&blockFieldTable{&f.Key, &f.Label, f, f, &f.DependsOn, &f.ForClosing, &f.Hint}, "")
}

// memberName matches the name of a block or a field, which becomes a part of a path and of a column's name.
var memberName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// memberCodec is the codec of a JSON name.
func memberCodec(into *string) settings.Codec {
	schema := settings.Schema{"type": "string", "pattern": memberName.String()}
	return settings.Scalar(into, "a name of letters, digits and underscores", schema, func(value any) (string, bool) {
		s, _ := value.(string)
		return s, memberName.MatchString(s)
	})
}

// dependsOnCodec is the codec of the field on which another one depends.
func dependsOnCodec(into *string) settings.Codec {
	k := memberCodec(into)
	k.Value = func() any {
		_, key, _ := strings.Cut(*into, ".")
		return orNil(key)
	}
	return k
}

// blockKindCodec is the codec of a field's kind.
func blockKindCodec(f *fields.Field) settings.Codec {
	name := nameOfKind(f)
	return settings.Checked(settings.OneOf(&name, blockKindNames), func(string) error {
		kind := blockKinds[name]
		f.Kind, f.Choices = kind.kind, kind.choices
		if kind.options != nil {
			f.Options = kind.options
		}
		return nil
	})
}

// choicesCodec is the codec of what can be chosen: a list, or a table of lists.
func choicesCodec(f *fields.Field) settings.Codec {
	listOf := func(options *[]string) settings.Codec { return kinds(nil).For(options, `kind:"display"`) }
	list := listOf(&f.Options)
	return settings.Codec{
		Read: func(at string, value any) error {
			tables, isTable := value.(map[string]any)
			if !isTable {
				return list.Read(at, value)
			}
			f.OptionsBy = map[string][]string{}
			for _, name := range slices.Sorted(maps.Keys(tables)) {
				var options []string
				if err := listOf(&options).Read(at+"."+settings.QuoteKey(name), tables[name]); err != nil {
					return err
				}
				f.OptionsBy[name] = options
			}
			return nil
		},
		Value: func() any {
			if f.OptionsBy == nil {
				if f.Kind == fields.YesNo {
					return nil
				}
				return list.Value()
			}
			all := map[string]any{}
			for name, options := range f.OptionsBy {
				all[name] = listOf(&options).Value()
			}
			return all
		},
		Schema: func() settings.Schema {
			one := list.Schema()
			return settings.Schema{"oneOf": []settings.Schema{one, {"type": "object", "additionalProperties": one}}}
		},
	}
}

// checkBlocks rejects blocks that could not be sent or filled in, and resolves what their fields depend on.
func checkBlocks(all fields.Blocks) error {
	labels := map[string]string{}
	for i, s := range all {
		at := fmt.Sprintf("[%d]", i+1)
		first := slices.IndexFunc(all, func(o fields.Section) bool { return o.Path == s.Path })
		switch {
		case fields.IsMember(s.Path):
			return fmt.Errorf("%s.block %q is a member of the interface itself", at, s.Path)
		case first < i:
			return fmt.Errorf("%s.block %q is the block of [%d] too", at, s.Path, first+1)
		case len(s.Fields) == 0:
			return fmt.Errorf("%s.fields is empty", at)
		}
		for n := range s.Fields {
			f, place := &s.Fields[n], fmt.Sprintf("%s.fields[%d]", at, n+1)
			if err := checkBlockField(s, n); err != nil {
				return fmt.Errorf("%s%w", place, err)
			}
			folded := safetext.Fold(f.Label)
			if before, twice := labels[folded]; twice {
				return fmt.Errorf("%s.label %q is the label of %s too", place, f.Label, before)
			}
			labels[folded] = place
		}
		for n := range s.Fields {
			if f := &s.Fields[n]; f.DependsOn != "" {
				f.DependsOn = fields.Join(s.Path, f.DependsOn)
			}
		}
	}
	return nil
}

// maxChoices limits the values of a field.
const maxChoices = 2000

// checkBlockField checks a field of a block; at is its location, for errors.
func checkBlockField(s fields.Section, n int) error {
	f := s.Fields[n]
	first := slices.IndexFunc(s.Fields, func(o fields.Field) bool { return o.Key == f.Key })
	if first < n {
		return fmt.Errorf(".key %q is the key of fields[%d] too", f.Key, first+1)
	}
	if err := checkChoices(f); err != nil || f.DependsOn == "" {
		return err
	}
	return checkDependency(s, f)
}

// checkChoices checks what can be chosen in a field, as far as it does not depend on another one.
func checkChoices(f fields.Field) error {
	kind := nameOfKind(&f)
	isChoice := kind == kindChoice
	hasChoices := len(f.OptionsBy) > 0 || len(f.Options) > 0 && !slices.Equal(f.Options, blockKinds[kind].options)
	switch {
	case !isChoice && hasChoices:
		return fmt.Errorf(".choices goes with kind = %q", kindChoice)
	case !isChoice && f.DependsOn != "":
		return fmt.Errorf(".depends_on goes with kind = %q", kindChoice)
	case isChoice && !hasChoices:
		return errors.New(".choices is missing")
	case f.OptionsBy != nil && f.DependsOn == "":
		return errors.New(".depends_on is missing: choices is a table by the value of another field")
	case f.OptionsBy == nil && f.DependsOn != "":
		return fmt.Errorf(".choices must be a table of lists by the value of %s", f.DependsOn)
	}
	for _, options := range append(slices.Collect(maps.Values(f.OptionsBy)), f.Options) {
		if err := checkOptions(options); err != nil {
			return err
		}
	}
	return nil
}

// checkOptions rejects a list that has a value twice, ignoring case.
func checkOptions(options []string) error {
	seen := map[string]bool{}
	for _, option := range options {
		folded := strings.ToLower(option)
		if seen[folded] {
			return fmt.Errorf(".choices has %q twice", option)
		}
		seen[folded] = true
	}
	if len(options) > maxChoices {
		return fmt.Errorf(".choices has more than %d values", maxChoices)
	}
	return nil
}

// checkDependency checks what a field depends on: another field of the block with values, and not in a circle.
func checkDependency(s fields.Section, f fields.Field) error {
	on, known := s.FieldOf(f.DependsOn)
	switch {
	case !known:
		return fmt.Errorf(".depends_on %q is not a field of the block", f.DependsOn)
	case on.Choices != fields.Listed:
		return fmt.Errorf(".depends_on %q has no choices", f.DependsOn)
	}
	for next, steps := on, 0; next.DependsOn != ""; steps++ {
		if next.Key == f.Key || steps > len(s.Fields) {
			return fmt.Errorf(".depends_on %q goes in a circle", f.DependsOn)
		}
		if next, known = s.FieldOf(next.DependsOn); !known {
			break // reported at its own place
		}
	}
	values := on.OptionsAmong(nil)
	for _, value := range slices.Sorted(maps.Keys(f.OptionsBy)) {
		if !slices.Contains(values, value) {
			return fmt.Errorf(".choices.%s: %s has no such value", settings.QuoteKey(value), f.DependsOn)
		}
	}
	return nil
}

// checkMacroBlocks rejects macros of the account and of its agents that set a field that the account does not have.
func (c *Config) checkMacroBlocks() error {
	if err := checkBlocksOf(c.Macros, c.TicketBlocks, c.Path+": macros"); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(c.Agents)) {
		a := c.Agents[name]
		if account := a.Account.String(); account != "" && account != c.Account.String() {
			continue // checked with that account
		}
		at := c.Path + ": " + agentsKey + "." + settings.QuoteKey(name) + ".macros"
		if err := checkBlocksOf(a.Macros, c.TicketBlocks, at); err != nil {
			return err
		}
	}
	return nil
}

func checkBlocksOf(all []macro.Macro, blocks fields.Blocks, at string) error {
	for i := range all {
		err := all[i].CheckBlocks(blocks)
		if wrong, isField := errors.AsType[*macro.FieldError](err); isField {
			return fmt.Errorf("%s[%d].%s %s", at, i+1, wrong.Key, wrong.Text)
		}
	}
	return nil
}

// macroBlocksCodec is the codec of what a macro sets in the account's own blocks: a table for each block.
func macroBlocksCodec(into *map[string]string) settings.Codec {
	return settings.Codec{
		Read: func(at string, value any) error {
			*into = map[string]string{}
			blocks, ok := value.(map[string]any)
			if !ok {
				return settings.TypeError(at, "a table of blocks", value)
			}
			for block, value := range blocks {
				members, ok := value.(map[string]any)
				if !ok {
					return settings.TypeError(at+"."+settings.QuoteKey(block), "a table of fields", value)
				}
				for key, value := range members {
					path := fields.Join(block, key)
					text, err := blockValue(at+"."+path, value)
					if err != nil {
						return err
					}
					(*into)[path] = text
				}
			}
			return nil
		},
		Value: func() any {
			if len(*into) == 0 {
				return nil
			}
			blocks := map[string]any{}
			for path, value := range *into {
				block, key, _ := strings.Cut(path, ".")
				members, _ := blocks[block].(map[string]any)
				if members == nil {
					members = map[string]any{}
				}
				members[key] = value
				blocks[block] = members
			}
			return blocks
		},
		Schema: func() settings.Schema {
			value := settings.Schema{"type": []string{"string", "number", "boolean"}}
			return settings.Schema{
				"type":                 "object",
				"additionalProperties": settings.Schema{"type": "object", "additionalProperties": value},
			}
		},
	}
}

// blockValue returns a value of the file as a text.
func blockValue(at string, value any) (string, error) {
	switch v := value.(type) {
	case bool, int64, float64:
		return fmt.Sprint(v), nil
	case string:
		if text := strings.TrimSpace(safetext.BlockFromText(v).String()); text != "" {
			return text, nil
		}
	}
	return "", settings.TypeError(at, "a text, a number, true or false", value)
}
