package config

import (
	"fmt"
	"maps"
	"slices"
)

// reader puts a value of the file or of the environment into a field; at says where it stands, for errors.
type reader func(at string, value any) error

// table reads a table with these keys and no others.
func table(settings ...setting) reader {
	return func(at string, value any) error {
		values, ok := value.(map[string]any)
		if !ok {
			return wrong(at, "a table", value)
		}
		return readAll(at+".", values, settings)
	}
}

// list reads a list, each of its values by read.
func list[T any](into *[]T, read func(*T) reader) reader {
	return func(at string, value any) error {
		values, ok := value.([]any)
		if !ok {
			return wrong(at, "a list", value)
		}
		made := make([]T, len(values))
		for i := range values {
			if err := read(&made[i])(fmt.Sprintf("%s[%d]", at, i+1), values[i]); err != nil {
				return err
			}
		}
		*into = made
		return nil
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
			if s.needed {
				return fmt.Errorf("%s%s is missing", within, s.name)
			}
			continue
		}
		if err := s.read(within+s.name, value); err != nil {
			return err
		}
	}
	return nil
}

// wrong is the error of a value that is not what the setting needs.
func wrong(at, needed string, value any) error {
	return fmt.Errorf("%s must be %s, not %s", at, needed, described(value))
}

// described is a value as its writer knows it.
func described(value any) string {
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
