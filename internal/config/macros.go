package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/internal/settings"
)

// macroTable is the table of a macro.
type macroTable struct {
	Name        *string            `toml:"name" required:"yes" kind:"display" doc:"name of the macro in the list"`
	Key         *string            `toml:"key" doc:"a character that sends the macro from the list"`
	SubStatus   *string            `toml:"sub_status" doc:"key of the sub-status that the ticket gets"`
	Queue       *string            `toml:"queue" doc:"key of the queue that the ticket goes to"`
	Disposition *string            `toml:"disposition" kind:"display" doc:"disposition that the ticket gets: the path joined by |"`
	Callback    *string            `toml:"callback" doc:"callback to promise, counted from the moment of use, such as \"+2d\""`
	Comment     *string            `toml:"comment" kind:"block" doc:"comment to add, with variables such as {{ticket}}"`
	Blocks      *map[string]string `toml:"set" kind:"set" doc:"values of fields of the account's ticket_blocks: set.BLOCK.KEY = VALUE"`
	Confirm     *bool              `toml:"confirm" doc:"ask before the macro is sent"`
}

// uncheckedMacroCodec is the codec of a macro that may not be checked.
func uncheckedMacroCodec(m *macro.Macro) settings.Codec {
	return kinds(nil).For(&macroTable{
		&m.Name, &m.Key, &m.SubStatus, &m.Queue, &m.Disposition, &m.Callback, &m.Comment, &m.Blocks, &m.Confirm,
	}, "")
}

// macroCodec is the codec of a macro.
func macroCodec(m *macro.Macro) settings.Codec { return checked(uncheckedMacroCodec(m), m.Check) }

// macrosCodec is the codec of the macros.
func macrosCodec(all *[]macro.Macro) settings.Codec {
	return checked(kinds(nil).For(all, `kind:"macro"`), func() error { return checkMacroList(*all) })
}

// textTable is the table of a canned text.
type textTable struct {
	Name *string `toml:"name" required:"yes" kind:"display" doc:"name by which the text is found"`
	Body *string `toml:"text" required:"yes" kind:"block" doc:"the text, with variables such as {{customer}}"`
}

// textCodec is the codec of a canned text.
func textCodec(t *macro.Text) settings.Codec {
	return checked(kinds(nil).For(&textTable{&t.Name, &t.Body}, ""), t.Check)
}

// textsCodec is the codec of the canned texts.
func textsCodec(all *[]macro.Text) settings.Codec {
	return checked(kinds(nil).For(all, `kind:"text"`), func() error { return checkTextList(*all) })
}

// blockCodec is the codec of a text of several lines, which is not blank.
func blockCodec(into *string) settings.Codec {
	return settings.Scalar(into, "a text", settings.TextSchema(), func(value any) (string, bool) {
		s, ok := value.(string)
		text := strings.TrimSpace(safetext.BlockFromText(s).String())
		return text, ok && text != ""
	})
}

// checked is a codec that checks its value as a whole after reading it. A *macro.FieldError names the field.
func checked(c settings.Codec, check func() error) settings.Codec {
	return settings.Checked(c, func(at string) error {
		err := check()
		wrong, isField := errors.AsType[*macro.FieldError](err)
		switch {
		case err == nil:
			return nil
		case !isField:
			return fmt.Errorf("%s%w", at, err)
		case wrong.Key == "":
			return fmt.Errorf("%s %s", at, wrong.Text)
		}
		return fmt.Errorf("%s.%s %s", at, wrong.Key, wrong.Text)
	})
}

// checkMacroList rejects two macros with the same name or key.
func checkMacroList(all []macro.Macro) error {
	at, before, what, twice := macro.Duplicate(all)
	if !twice {
		return nil
	}
	value := map[string]string{"name": all[at].Name, "key": all[at].Key}[what]
	return fmt.Errorf("[%d].%s %q is the %s of [%d] too", at+1, what, value, what, before+1)
}

// checkTextList rejects two canned texts with the same name.
func checkTextList(all []macro.Text) error {
	for i, t := range all {
		before := slices.IndexFunc(all, func(o macro.Text) bool { return o.Name == t.Name })
		if before < i {
			return fmt.Errorf("[%d].name %q is the name of [%d] too", i+1, t.Name, before+1)
		}
	}
	return nil
}

// checkMacroKeys rejects macros with keys that the list of macros uses itself, in the account and for each agent, who
// may have bound other keys.
func (c *Config) checkMacroKeys() error {
	if err := checkKeysOf(*c, c.Path+": macros"); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(c.Agents)) {
		at := c.Path + ": " + agentsKey + "." + settings.QuoteKey(name) + ".macros"
		if err := checkKeysOf(c.Agents[name].ApplyTo(*c), at); err != nil {
			return err
		}
	}
	return nil
}

func checkKeysOf(c Config, at string) error {
	keys, _ := keymap.WithOverrides(c.Keys)
	for _, m := range c.Macros {
		if action, taken := keys.Resolve(keymap.Macros, m.Key); taken && m.Key != "" {
			return fmt.Errorf("%s: the key %q of %q belongs to the list of macros itself, for %s", at, m.Key, m.Name, action)
		}
	}
	return nil
}
