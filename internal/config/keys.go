package config

import (
	"slices"

	"frontdesk/internal/keymap"
)

// bindings are the tables of the keys, one for each place of the keymap: other keys for what can be done there.
func bindings(into *[]keymap.Override) codec {
	var places []setting
	for _, place := range keymap.Scopes() {
		var actions []setting
		for _, b := range keymap.Default().ForScope(place) {
			actions = append(actions, setting{name: string(b.Action), doc: b.Help, hideDefault: true, codec: keys(into, b)})
		}
		places = append(places, setting{name: place.Name(), doc: "keys of the place " + place.String(), codec: table(actions...)})
	}
	return table(places...)
}

// keySchema is what every action's keys may be.
func keySchema() schema {
	key := stringCodec(new(string)).schema()
	return schema{"oneOf": []schema{key, {"type": "array", "minItems": 1, "items": key}}}
}

// keys are those of one action: a text or a list of texts. What is read last holds, as for every setting.
func keys(into *[]keymap.Override, of keymap.Binding) codec {
	find := func() int {
		return slices.IndexFunc(*into, func(o keymap.Override) bool { return o.Place == of.Place && o.Action == of.Action })
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
			if err := list(&made.Keys, stringCodec).read(at, value); err != nil {
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
			return list(&(*into)[i].Keys, stringCodec).value()
		},
		schema: func() schema {
			return schema{"$ref": "#/$defs/key", "default": of.Keys}
		},
	}
}
