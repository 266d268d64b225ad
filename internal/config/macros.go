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
)

// textSettings returns the macros and the canned texts.
func textSettings(macros *[]macro.Macro, texts *[]macro.Text) []setting {
	return []setting{
		{
			name:  "macros",
			doc:   "updates with a name, which a key sends",
			codec: checkedCodec(listCodec(macros, macroCodec), func() error { return checkMacroList(*macros) }),
		},
		{
			name:  "texts",
			doc:   "texts with a name, offered after :: in comments",
			codec: checkedCodec(listCodec(texts, textCodec), func() error { return checkTextList(*texts) }),
		},
	}
}

// macroCodec is the codec of a macro.
func macroCodec(m *macro.Macro) codec { return checkedCodec(macroTable(m), m.Check) }

// macroTable is the codec of a macro that may not be checked.
func macroTable(m *macro.Macro) codec {
	return tableCodec(
		setting{name: "name", doc: "name of the macro in the list", required: true, codec: displayStringCodec(&m.Name)},
		setting{name: "key", doc: "a character that sends the macro from the list", codec: stringCodec(&m.Key)},
		setting{name: "sub_status", doc: "key of the sub-status that the ticket gets", codec: stringCodec(&m.SubStatus)},
		setting{name: "queue", doc: "key of the queue that the ticket goes to", codec: stringCodec(&m.Queue)},
		setting{name: "disposition", doc: "disposition that the ticket gets: the path joined by |", codec: displayStringCodec(&m.Disposition)},
		setting{name: "callback", doc: `callback to promise, counted from the moment of use, such as "+2d"`, codec: stringCodec(&m.Callback)},
		setting{name: "comment", doc: "comment to add, with variables such as {{ticket}}", codec: blockCodec(&m.Comment)},
		setting{
			name: "set", doc: "values of fields of the account's ticket_blocks: set.BLOCK.KEY = VALUE",
			codec: macroBlocksCodec(&m.Blocks),
		},
		setting{name: "confirm", doc: "ask before the macro is sent", codec: boolCodec(&m.Confirm)},
	)
}

// textCodec is the codec of a canned text.
func textCodec(t *macro.Text) codec {
	return checkedCodec(tableCodec(
		setting{name: "name", doc: "name by which the text is found", required: true, codec: displayStringCodec(&t.Name)},
		setting{name: "text", doc: "the text, with variables such as {{customer}}", required: true, codec: blockCodec(&t.Body)},
	), t.Check)
}

// blockCodec is the codec of a text of several lines, which is not blank.
func blockCodec(into *string) codec {
	return codec{
		read: func(at string, value any) error {
			s, ok := value.(string)
			*into = strings.TrimSpace(safetext.BlockFromText(s).String())
			if !ok || *into == "" {
				return typeError(at, "a text", value)
			}
			return nil
		},
		value:  func() any { return orNil(*into) },
		schema: stringCodec(new(string)).schema,
	}
}

// checkedCodec is a codec that checks its value as a whole after reading it. A *macro.FieldError names the field.
func checkedCodec(k codec, check func() error) codec {
	read := k.read
	k.read = func(at string, value any) error {
		if err := read(at, value); err != nil {
			return err
		}
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
	}
	return k
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
		at := c.Path + ": " + agentsKey + "." + quoteKey(name) + ".macros"
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
