package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

// stringCodec is the codec of a string that is compared or sent: not blank and without control characters.
func stringCodec(into *string) codec {
	return codec{
		read: func(at string, value any) error {
			s, ok := value.(string)
			if !ok || !isPlainLine(s) {
				return typeError(at, "a text of one line", value)
			}
			*into = s
			return nil
		},
		value:  func() any { return orNil(*into) },
		schema: func() schema { return schema{"type": "string", "minLength": 1} },
	}
}

// orNil returns nil for a zero value, and otherwise the value.
func orNil[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}

// isPlainLine reports whether a string is not blank and has no control characters, as HTTP headers require.
func isPlainLine(s string) bool {
	return strings.TrimSpace(s) != "" && !strings.ContainsFunc(s, unicode.IsControl)
}

// displayLineCodec is the codec of a string that is shown.
func displayLineCodec(into *safetext.Line) codec {
	return codec{
		read: func(at string, value any) error {
			var s string
			err := stringCodec(&s).read(at, value)
			*into = safetext.LineFromText(s)
			return err
		},
		value:  func() any { return orNil(into.String()) },
		schema: stringCodec(new(string)).schema,
	}
}

// displayStringCodec is the codec of a string that is shown and compared.
func displayStringCodec(into *string) codec {
	k := stringCodec(into)
	k.read = func(at string, value any) error {
		var l safetext.Line
		err := displayLineCodec(&l).read(at, value)
		*into = l.String()
		return err
	}
	return k
}

// filterCodec is the codec of a filter of tickets.
func filterCodec(into *string) codec {
	k := displayStringCodec(into)
	readLine := k.read
	k.read = func(at string, value any) error {
		if err := readLine(at, value); err != nil {
			return err
		}
		if _, err := filter.Parse(*into); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		return nil
	}
	return k
}

func boolCodec(into *bool) codec {
	return codec{
		read: func(at string, value any) error {
			b, ok := value.(bool)
			if !ok {
				return typeError(at, "true or false", value)
			}
			*into = b
			return nil
		},
		value:  func() any { return *into },
		schema: func() schema { return schema{"type": "boolean"} },
	}
}

// intCodec is the codec of an integer from least to most. It also reads a string, because environment variables are
// strings.
func intCodec(into *int, least, most int64) codec {
	return codec{
		read: func(at string, value any) error {
			n, ok := value.(int64)
			if s, isText := value.(string); isText {
				var err error
				n, err = strconv.ParseInt(s, 10, 64)
				ok = err == nil
			}
			if !ok || n < least || n > most {
				return typeError(at, fmt.Sprintf("a whole number from %d to %d", least, most), value)
			}
			*into = int(n)
			return nil
		},
		value:  func() any { return orNil(*into) },
		schema: func() schema { return schema{"type": "integer", "minimum": least, "maximum": most} },
	}
}

// durationCodec is the codec of a duration from least to most, such as two examples, or 0 for never.
func durationCodec(into *time.Duration, least, most time.Duration, such, or string) codec {
	return codec{
		read: func(at string, value any) error {
			s, _ := value.(string)
			d, err := time.ParseDuration(s)
			if err != nil || d != 0 && (d < least || d > most) {
				return typeError(
					at,
					fmt.Sprintf(`a time from %v to %v such as %q or %q, or "0s" for never`, least, most, such, or),
					value,
				)
			}
			*into = d
			return nil
		},
		value:  func() any { return into.String() },
		schema: func() schema { return schema{"type": "string", "examples": []string{such, or, "0s"}} },
	}
}

// enumCodec is the codec of one of a few strings.
func enumCodec(into *string, words ...string) codec {
	return codec{
		read: func(at string, value any) error {
			s, _ := value.(string)
			if !slices.Contains(words, s) {
				return typeError(at, "one of "+strings.Join(words, ", "), value)
			}
			*into = s
			return nil
		},
		value:  func() any { return orNil(*into) },
		schema: func() schema { return schema{"enum": words} },
	}
}

func timeZoneCodec(into **time.Location) codec {
	return codec{
		read: func(at string, value any) error {
			s, _ := value.(string)
			z, err := time.LoadLocation(s)
			if err != nil || s == "" {
				return typeError(at, `a time zone such as "Europe/Berlin"`, value)
			}
			*into = z
			return nil
		},
		value: func() any {
			if *into == nil {
				return nil
			}
			return (*into).String()
		},
		schema: func() schema {
			return schema{"type": "string", "minLength": 1, "examples": []string{"Europe/Berlin", "Asia/Kolkata"}}
		},
	}
}

// reader parses a value of the file or the environment into a field; at is its location, for errors.
type reader func(at string, value any) error

// codec reads and validates a setting's value, returns its current value, and describes it in the JSON schema.
type codec struct {
	read   reader
	value  func() any // nil when not set; dots for a credential
	schema func() schema
	inner  []setting // the settings of a table
}

// schema is part of a JSON schema.
type schema map[string]any

// isDefault reports whether a table leaves a value out: nil and false are the defaults.
func isDefault(value any) bool { return value == nil || value == false }
