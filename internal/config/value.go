package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"frontdesk/internal/text"
)

// word is a text that is compared or sent: not blank, without control characters.
func word(into *string) kind {
	return kind{
		read: func(at string, value any) error {
			s, ok := value.(string)
			if !ok || !plain(s) {
				return wrong(at, "a text of one line", value)
			}
			*into = s
			return nil
		},
		value:  func() any { return given(*into) },
		schema: func() schema { return schema{"type": "string", "minLength": 1} },
	}
}

// given is a text as a value, nil when there is none.
func given(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// plain says whether a text has something in it and can stand in a header.
func plain(s string) bool {
	return strings.TrimSpace(s) != "" && !strings.ContainsFunc(s, unicode.IsControl)
}

// line is a text that is shown.
func line(into *text.Line) kind {
	return kind{
		read: func(at string, value any) error {
			var s string
			err := word(&s).read(at, value)
			*into = text.PlainLine(s)
			return err
		},
		value:  func() any { return given(into.String()) },
		schema: word(new(string)).schema,
	}
}

// shown is a text that is shown and compared.
func shown(into *string) kind {
	k := word(into)
	k.read = func(at string, value any) error {
		var l text.Line
		err := line(&l).read(at, value)
		*into = l.String()
		return err
	}
	return k
}

func flag(into *bool) kind {
	return kind{
		read: func(at string, value any) error {
			b, ok := value.(bool)
			if !ok {
				return wrong(at, "true or false", value)
			}
			*into = b
			return nil
		},
		value:  func() any { return *into },
		schema: func() schema { return schema{"type": "boolean"} },
	}
}

// whole is a number from least to most, also as a text, which is all that the environment has.
func whole(into *int, least, most int64) kind {
	return kind{
		read: func(at string, value any) error {
			n, ok := value.(int64)
			if s, isText := value.(string); isText {
				var err error
				n, err = strconv.ParseInt(s, 10, 64)
				ok = err == nil
			}
			if !ok || n < least || n > most {
				return wrong(at, fmt.Sprintf("a whole number from %d to %d", least, most), value)
			}
			*into = int(n)
			return nil
		},
		value: func() any {
			if *into == 0 {
				return nil
			}
			return *into
		},
		schema: func() schema { return schema{"type": "integer", "minimum": least, "maximum": most} },
	}
}

// span is a time between least and most, or 0 for never.
func span(into *time.Duration, least, most time.Duration) kind {
	return kind{
		read: func(at string, value any) error {
			s, _ := value.(string)
			d, err := time.ParseDuration(s)
			if err != nil || d != 0 && (d < least || d > most) {
				return wrong(at, fmt.Sprintf(`a time from %v to %v such as "90s" or "5m", or "0s" for never`, least, most), value)
			}
			*into = d
			return nil
		},
		value:  func() any { return into.String() },
		schema: func() schema { return schema{"type": "string", "examples": []string{"90s", "5m", "0s"}} },
	}
}

// one is one of a few words.
func one(into *string, words ...string) kind {
	return kind{
		read: func(at string, value any) error {
			s, _ := value.(string)
			if !slices.Contains(words, s) {
				return wrong(at, "one of "+strings.Join(words, ", "), value)
			}
			*into = s
			return nil
		},
		value:  func() any { return given(*into) },
		schema: func() schema { return schema{"enum": words} },
	}
}

func zone(into **time.Location) kind {
	return kind{
		read: func(at string, value any) error {
			s, _ := value.(string)
			z, err := time.LoadLocation(s)
			if err != nil || s == "" {
				return wrong(at, `a time zone such as "Europe/Berlin"`, value)
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
