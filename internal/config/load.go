package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/phrase"
)

// tableCodec is the codec of a table with only these keys.
func tableCodec(settings ...setting) codec {
	return lazyTableCodec(func() []setting { return settings })
}

// lazyTableCodec is the codec of a table whose settings are listed only when they are asked for: most files give none
// of the many keys of [keys].
func lazyTableCodec(settings func() []setting) codec {
	return codec{
		read: func(at string, value any) error {
			values, ok := value.(map[string]any)
			if !ok {
				return typeError(at, "a table", value)
			}
			return readAll(at+".", values, settings())
		},
		value: func() any {
			values := map[string]any{}
			for _, s := range settings() {
				if value := s.value(); !isDefault(value) {
					values[s.name] = value
				}
			}
			return values
		},
		schema: func() schema { return tableSchema(settings()) },
		inner:  settings,
	}
}

// listCodec is the codec of a list of values of one kind.
func listCodec[T any](into *[]T, of func(*T) codec) codec {
	return codec{
		read: func(at string, value any) error {
			values, ok := value.([]any)
			if !ok {
				return typeError(at, "a list", value)
			}
			made := make([]T, len(values))
			for i := range values {
				if err := of(&made[i]).read(fmt.Sprintf("%s[%d]", at, i+1), values[i]); err != nil {
					return err
				}
			}
			*into = made
			return nil
		},
		value: func() any {
			if len(*into) == 0 {
				return nil
			}
			values := make([]any, len(*into))
			for i := range *into {
				values[i] = of(&(*into)[i]).value()
			}
			return values
		},
		schema: func() schema { return schema{"type": "array", "items": of(new(T)).schema()} },
	}
}

// readAll reads the values of a table; within prefixes each key in errors. Unknown keys are reported before missing
// ones, because a mistyped key causes both.
func readAll(within string, values map[string]any, settings []setting) error {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(settings, func(s setting) bool { return s.isNamed(key) }) {
			return fmt.Errorf("%s%s is not a setting; %s", within, key, suggestKey(key, settings))
		}
	}
	for _, s := range settings {
		key, value, given := s.valueIn(values)
		if !given {
			if s.required {
				return fmt.Errorf("%s%s is missing", within, s.name)
			}
			continue
		}
		if err := s.read(within+key, value); err != nil {
			return err
		}
	}
	return checkExclusive(within, values, settings)
}

// checkExclusive rejects two settings of the same exclusive group in one table.
func checkExclusive(within string, values map[string]any, settings []setting) error {
	given := map[string]string{}
	for _, s := range settings {
		if s.exclusiveGroup == "" || values[s.name] == nil {
			continue
		}
		if first := given[s.exclusiveGroup]; first != "" {
			return fmt.Errorf(
				"%s%s and %s cannot both be given: one of them says where the credential is",
				within,
				first,
				s.name,
			)
		}
		given[s.exclusiveGroup] = s.name
	}
	return nil
}

// typeError returns the error for an invalid value.
func typeError(at, needed string, value any) error {
	return fmt.Errorf("%s must be %s, not %s", at, needed, describe(value))
}

// describe formats a value for an error.
func describe(value any) string {
	switch v := value.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case map[string]any:
		return "a table"
	case []any:
		return "a list"
	}
	return fmt.Sprint(value)
}

// suggestKey returns a hint with the closest known key, or with all of them.
func suggestKey(key string, settings []setting) string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.name
	}
	nearest := phrase.Nearest(key, names)
	if nearest == "" {
		return "known are " + strings.Join(names, ", ")
	}
	return "did you mean " + nearest + "?"
}
