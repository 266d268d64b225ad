package config

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"frontdesk/internal/agentname"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/phrase"
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

// addressCodec is the codec of an address of the service, which is shown without a credential that it may hold.
func addressCodec(into *string) codec {
	c := stringCodec(into)
	c.value = func() any { return orNil(AddressWithoutCredential(*into)) }
	return c
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

// agentCodec is the codec of an agent's name.
func agentCodec(into *safetext.Line) codec {
	k := displayLineCodec(into)
	k.read = func(at string, value any) error {
		var s string
		if err := stringCodec(&s).read(at, value); err != nil {
			return err
		}
		name, err := agentname.Parse(s)
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		*into = name
		return nil
	}
	return k
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
		if _, err := filter.ParseWhole(*into); err != nil {
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

// countCodec is the codec of a number from 1 to most; 0 is not set.
func countCodec(into *int, most int64) codec {
	c := numberCodec(into, 1, most)
	c.value = func() any { return orNil(*into) }
	return c
}

// numberCodec is the codec of a number from least to most. It also reads a string, because environment variables are
// strings.
func numberCodec(into *int, least, most int64) codec {
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
		value:  func() any { return int64(*into) },
		schema: func() schema { return schema{"type": "integer", "minimum": least, "maximum": most} },
	}
}

// durationCodec is the codec of a duration from least to most, such as two examples, or 0 for never.
func durationCodec(into *time.Duration, least, most time.Duration, such, or string) codec {
	return codec{
		read: func(at string, value any) error {
			s, _ := value.(string)
			d, err := desk.ParseDuration(s)
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
	inner  func() []setting // of a table; nil for a value
}

// schema is part of a JSON schema.
type schema map[string]any

// isDefault reports whether a table leaves a value out: nil and false are the defaults.
func isDefault(value any) bool { return value == nil || value == false }

// ArticleIDMark stands for the id of an article in faq_link.
const ArticleIDMark = "{id}"

// articleLinkCodec is the codec of an address with the id of an article in it, to be opened by customers.
func articleLinkCodec(into *string) codec {
	const example = `an address such as "https://help.example.com/kb/{id}"`
	return codec{
		read: func(at string, value any) error {
			s, _ := value.(string)
			u, err := url.Parse(strings.Replace(s, ArticleIDMark, "1", 1))
			if err != nil || !isPlainLine(s) || strings.ContainsAny(s, " <>\"") || u.Scheme != "https" && u.Scheme != "http" ||
				u.Host == "" || strings.Count(s, ArticleIDMark) != 1 || strings.Contains(u.Host, ArticleIDMark) {
				return typeError(at, example, value)
			}
			*into = s
			return nil
		},
		value: func() any { return orNil(*into) },
		schema: func() schema {
			return schema{"type": "string", "pattern": `^https?://[^ <>"]+\{id\}[^ <>"]*$`}
		},
	}
}

// columnsCodec is the codec of the columns of the inbox. The title cannot be left out: without it rows are hard to
// tell apart.
func columnsCodec(into *[]string) codec {
	k := listCodec(into, stringCodec)
	read := k.read
	k.read = func(at string, value any) error {
		if err := read(at, value); err != nil {
			return err
		}
		for i, name := range *into {
			if !slices.Contains(desk.ListColumns(), name) {
				return fmt.Errorf("%s[%d]: %q is not a column; %s", at, i+1, name, suggestColumn(name))
			}
			if slices.Contains((*into)[:i], name) {
				return fmt.Errorf("%s[%d]: %s is there twice", at, i+1, name)
			}
		}
		if title := desk.ListColumns()[0]; !slices.Contains(*into, title) {
			return fmt.Errorf("%s must hold %s", at, title)
		}
		return nil
	}
	k.schema = func() schema {
		return schema{
			"type": "array", "uniqueItems": true, "items": schema{"enum": desk.ListColumns()},
			"contains": schema{"const": desk.ListColumns()[0]},
		}
	}
	return k
}

// suggestColumn returns a hint with the nearest column, or with all of them.
func suggestColumn(name string) string {
	if nearest := phrase.Nearest(name, desk.ListColumns()); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return "known are " + strings.Join(desk.ListColumns(), ", ")
}
