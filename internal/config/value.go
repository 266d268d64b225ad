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

// word reads a text that is compared or sent: not blank, without control characters.
func word(into *string) reader {
	return func(at string, value any) error {
		s, ok := value.(string)
		if !ok || !plain(s) {
			return wrong(at, "a text of one line", value)
		}
		*into = s
		return nil
	}
}

// secret reads a credential; its errors do not repeat it.
func secret(into *Secret) reader {
	return func(at string, value any) error {
		s, ok := value.(string)
		if !ok || !plain(s) {
			return fmt.Errorf("%s must be a text of one line", at)
		}
		*into = Secret(s)
		return nil
	}
}

// plain says whether a text has something in it and can stand in a header.
func plain(s string) bool {
	return strings.TrimSpace(s) != "" && !strings.ContainsFunc(s, unicode.IsControl)
}

// line reads a text that is shown.
func line(into *text.Line) reader {
	return func(at string, value any) error {
		var s string
		err := word(&s)(at, value)
		*into = text.PlainLine(s)
		return err
	}
}

// shown reads a text that is shown and compared.
func shown(into *string) reader {
	return func(at string, value any) error {
		var l text.Line
		err := line(&l)(at, value)
		*into = l.String()
		return err
	}
}

func flag(into *bool) reader {
	return func(at string, value any) error {
		b, ok := value.(bool)
		if !ok {
			return wrong(at, "true or false", value)
		}
		*into = b
		return nil
	}
}

// whole reads a number from least to most, also as a text, which is all that the environment has.
func whole(into *int, least, most int64) reader {
	return func(at string, value any) error {
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
	}
}

// span reads a time between least and most, or 0 for never.
func span(into *time.Duration, least, most time.Duration) reader {
	return func(at string, value any) error {
		s, _ := value.(string)
		d, err := time.ParseDuration(s)
		if err != nil || d != 0 && (d < least || d > most) {
			return wrong(at, fmt.Sprintf(`a time from %v to %v such as "90s" or "5m", or "0s" for never`, least, most), value)
		}
		*into = d
		return nil
	}
}

// one reads one of a few words.
func one(into *string, words ...string) reader {
	return func(at string, value any) error {
		s, _ := value.(string)
		if !slices.Contains(words, s) {
			return wrong(at, "one of "+strings.Join(words, ", "), value)
		}
		*into = s
		return nil
	}
}

func zone(into **time.Location) reader {
	return func(at string, value any) error {
		s, _ := value.(string)
		z, err := time.LoadLocation(s)
		if err != nil || s == "" {
			return wrong(at, `a time zone such as "Europe/Berlin"`, value)
		}
		*into = z
		return nil
	}
}
