package config

import (
	"slices"

	"frontdesk/internal/keymap"
	"frontdesk/internal/settings"
)

// bindingsCodec is the codec of the key bindings, with a table for each scope of the keymap.
func bindingsCodec(into *[]keymap.Override) settings.Codec {
	return settings.Table(func() (places []settings.Setting) {
		for _, place := range keymap.Scopes() {
			places = append(places, settings.Setting{
				Name: place.Name(), Doc: "keys of the place " + place.String(),
				Codec: func() settings.Codec {
					return settings.Table(func() []settings.Setting { return bindingSettings(into, place) })
				},
			})
		}
		return places
	})
}

// bindingSettings returns a setting for each action of a place.
func bindingSettings(into *[]keymap.Override, place keymap.Scope) (actions []settings.Setting) {
	for _, b := range keymap.Default().ForScope(place) {
		actions = append(actions, settings.Setting{
			Name: string(b.Action), Doc: b.Description, Unlisted: true,
			Codec: func() settings.Codec { return keysCodec(into, b) },
		})
	}
	return actions
}

// keySchema returns the schema of an action's keys.
func keySchema() settings.Schema {
	list := settings.Schema{"type": "array", "minItems": 1, "items": settings.TextSchema()}
	return settings.Schema{"oneOf": []settings.Schema{settings.TextSchema(), list}}
}

// keysCodec is the codec of one action's keys: a string or a list of strings. The last value read replaces earlier
// ones.
func keysCodec(into *[]keymap.Override, of keymap.Binding) settings.Codec {
	find := func() int {
		return slices.IndexFunc(
			*into,
			func(o keymap.Override) bool { return o.Place == of.Place && o.Action == of.Action },
		)
	}
	return settings.Codec{
		Read: func(at string, value any) error {
			made := keymap.Override{Place: of.Place, Action: of.Action, Origin: at}
			if one, isText := value.(string); isText {
				value = []any{one}
			}
			if _, isList := value.([]any); !isList {
				return settings.TypeError(at, "a key or a list of keys", value)
			}
			if err := listOfTexts(&made.Keys).Read(at, value); err != nil {
				return err
			}
			if i := find(); i >= 0 {
				(*into)[i] = made
				return nil
			}
			*into = append(*into, made)
			return nil
		},
		Value: func() any {
			i := find()
			if i < 0 {
				return nil
			}
			return listOfTexts(&(*into)[i].Keys).Value()
		},
		Schema: func() settings.Schema {
			return settings.Schema{"$ref": "#/$defs/key", "default": of.Keys()}
		},
	}
}
