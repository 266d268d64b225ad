package config

import (
	"slices"

	"frontdesk/internal/keymap"
)

// bindingsCodec is the codec of the key bindings, with a table for each scope of the keymap.
func bindingsCodec(into *[]keymap.Override) codec {
	return lazyTableCodec(func() (places []setting) {
		for _, place := range keymap.Scopes() {
			places = append(places, setting{
				name: place.Name(), doc: "keys of the place " + place.String(),
				codec: lazyTableCodec(func() []setting { return bindingSettings(into, place) }),
			})
		}
		return places
	})
}

// bindingSettings returns a setting for each action of a place.
func bindingSettings(into *[]keymap.Override, place keymap.Scope) (actions []setting) {
	for _, b := range keymap.Default().ForScope(place) {
		actions = append(actions, setting{
			name: string(b.Action), formerName: b.Action.FormerName(), doc: b.Description, hideDefault: true,
			codec: keysCodec(into, b),
		})
	}
	return actions
}

// keySchema returns the schema of an action's keys.
func keySchema() schema {
	key := stringCodec(new(string)).schema()
	return schema{"oneOf": []schema{key, {"type": "array", "minItems": 1, "items": key}}}
}

// keysCodec is the codec of one action's keys: a string or a list of strings. The last value read replaces earlier
// ones.
func keysCodec(into *[]keymap.Override, of keymap.Binding) codec {
	find := func() int {
		return slices.IndexFunc(
			*into,
			func(o keymap.Override) bool { return o.Place == of.Place && o.Action == of.Action },
		)
	}
	return codec{
		read: func(at string, value any) error {
			made := keymap.Override{Place: of.Place, Action: of.Action, Origin: at}
			if one, isText := value.(string); isText {
				value = []any{one}
			}
			if _, isList := value.([]any); !isList {
				return typeError(at, "a key or a list of keys", value)
			}
			if err := listCodec(&made.Keys, stringCodec).read(at, value); err != nil {
				return err
			}
			if i := find(); i >= 0 {
				(*into)[i] = made
				return nil
			}
			*into = append(*into, made)
			return nil
		},
		value: func() any {
			i := find()
			if i < 0 {
				return nil
			}
			return listCodec(&(*into)[i].Keys, stringCodec).value()
		},
		schema: func() schema {
			return schema{"$ref": "#/$defs/key", "default": of.Keys()}
		},
	}
}
