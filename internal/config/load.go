package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// table is a table with these keys and no others.
func table(settings ...setting) codec {
	return codec{
		read: func(at string, value any) error {
			values, ok := value.(map[string]any)
			if !ok {
				return typeError(at, "a table", value)
			}
			return readAll(at+".", values, settings)
		},
		value: func() any {
			values := map[string]any{}
			for _, s := range settings {
				if value := s.value(); !omitted(value) {
					values[s.name] = value
				}
			}
			return values
		},
		schema: func() schema { return tableSchema(settings) },
		inner:  settings,
	}
}

// list is a list, each of its values of one kind.
func list[T any](into *[]T, of func(*T) codec) codec {
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

// readAll reads the values of a table; within is put before each key in errors. Unknown keys come first:
// a mistyped key is also why a needed one is missing.
func readAll(within string, values map[string]any, settings []setting) error {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(settings, func(s setting) bool { return s.name == key }) {
			return fmt.Errorf("%s%s is no setting; %s", within, key, suggestion(key, settings))
		}
	}
	for _, s := range settings {
		value, given := values[s.name]
		if !given {
			if s.required {
				return fmt.Errorf("%s%s is missing", within, s.name)
			}
			continue
		}
		if err := s.read(within+s.name, value); err != nil {
			return err
		}
	}
	return checkExclusive(within, values, settings)
}

// checkExclusive refuses two settings of one table that say the same thing in different ways.
func checkExclusive(within string, values map[string]any, settings []setting) error {
	given := map[string]string{}
	for _, s := range settings {
		if s.exclusiveGroup == "" || values[s.name] == nil {
			continue
		}
		if first := given[s.exclusiveGroup]; first != "" {
			return fmt.Errorf("%s%s and %s cannot both be given: one of them says where the credential is", within, first, s.name)
		}
		given[s.exclusiveGroup] = s.name
	}
	return nil
}

// typeError is the error of a value that is not what the setting needs.
func typeError(at, needed string, value any) error {
	return fmt.Errorf("%s must be %s, not %s", at, needed, describe(value))
}

// describe is a value as its writer knows it.
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

// suggestion names the known key that was probably meant, or all of them.
func suggestion(key string, settings []setting) string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.name
	}
	nearest := ClosestMatch(key, names)
	if nearest == "" {
		return "known are " + strings.Join(names, ", ")
	}
	return "did you mean " + nearest + "?"
}

// ClosestMatch is the name that was probably meant by a word, empty when none is like it.
func ClosestMatch(word string, names []string) string { return safetext.Nearest(word, names) }
