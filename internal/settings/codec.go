package settings

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"frontdesk/internal/desk"
)

// For returns the codec of the value that into points to, as a field with these tags has it.
func (k Kinds) For(into any, tag reflect.StructTag) Codec {
	return k.codec(reflect.ValueOf(into).Elem(), tag)
}

// codec returns the codec of a field: that of its kind or type, or else what its type says.
func (k Kinds) codec(v reflect.Value, tag reflect.StructTag) Codec {
	made := reflect.ValueOf(k[cmp.Or(tag.Get("kind"), v.Type().String())])
	if made.IsValid() && made.Type().In(0) == v.Addr().Type() {
		codec, _ := made.Call([]reflect.Value{v.Addr()})[0].Interface().(Codec)
		return codec
	}
	switch into := v.Addr().Interface().(type) {
	case *bool:
		return boolean(into)
	case *int:
		return number(into, tag)
	case *time.Duration:
		return duration(into, tag)
	case **time.Location:
		return zone(into)
	case *string:
		if words := tag.Get("oneof"); words != "" {
			return OneOf(into, strings.Split(words, "|"))
		}
		return Text(into)
	}
	if v.Kind() == reflect.Slice {
		return k.list(v, tag)
	}
	return Table(func() []Setting { return k.fields(v, tag) })
}

// Scalar is the codec of a value that parse reads, or else must be what needed says. The zero value is not set.
func Scalar[T comparable](into *T, needed string, schema Schema, parse func(value any) (T, bool)) Codec {
	return Codec{
		Read: func(at string, value any) error {
			parsed, ok := parse(value)
			if !ok {
				return TypeError(at, needed, value)
			}
			*into = parsed
			return nil
		},
		Value: func() any {
			if *into == *new(T) {
				return nil
			}
			return *into
		},
		Schema: func() Schema { return maps.Clone(schema) },
	}
}

// Text is the codec of a string that is compared or sent: not blank and without control characters.
func Text(into *string) Codec {
	return Scalar(into, "a text of one line", TextSchema(), func(value any) (string, bool) {
		s, ok := value.(string)
		return s, ok && IsPlainLine(s)
	})
}

// TextSchema describes a string that is not empty.
func TextSchema() Schema { return Schema{"type": "string", "minLength": 1} }

// IsPlainLine reports whether a string is not blank and has no control characters, as HTTP headers require.
func IsPlainLine(s string) bool {
	return strings.TrimSpace(s) != "" && !strings.ContainsFunc(s, unicode.IsControl)
}

// OneOf is the codec of one of a few strings.
func OneOf(into *string, words []string) Codec {
	return Scalar(into, "one of "+strings.Join(words, ", "), Schema{"enum": words}, func(value any) (string, bool) {
		s, _ := value.(string)
		return s, slices.Contains(words, s)
	})
}

func boolean(into *bool) Codec {
	c := Scalar(into, "true or false", Schema{"type": "boolean"}, func(value any) (bool, bool) {
		b, ok := value.(bool)
		return b, ok
	})
	c.Value = func() any { return *into }
	return c
}

// number is the codec of a number between the limits of its tags; if 0 is not one of them, it is not set. It also reads
// a string, because variables and flags are strings.
func number(into *int, tag reflect.StructTag) Codec {
	least, most := int64(1), int64(math.MaxInt32)
	parseTag(tag, "min", &least, parseInt)
	parseTag(tag, "max", &most, parseInt)
	needed := fmt.Sprintf("a whole number from %d to %d", least, most)
	schema := Schema{"type": "integer", "minimum": least, "maximum": most}
	c := Scalar(into, needed, schema, func(value any) (int, bool) {
		n, ok := value.(int64)
		if s, isText := value.(string); isText {
			parsed, err := parseInt(s)
			n, ok = parsed, err == nil
		}
		return int(n), ok && n >= least && n <= most
	})
	c.Value = func() any {
		if *into == 0 && least > 0 {
			return nil
		}
		return int64(*into)
	}
	return c
}

func parseInt(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }

// parseTag parses a tag, if there is one. What is wrong in a tag is a mistake of the program.
func parseTag[T any](tag reflect.StructTag, name string, into *T, parse func(string) (T, error)) {
	text, given := tag.Lookup(name)
	if !given {
		return
	}
	parsed, err := parse(text)
	if err != nil {
		panic(fmt.Sprintf("the tag %s:%q: %v", name, text, err))
	}
	*into = parsed
}

// duration is the codec of a duration between the limits of its tags, or 0 if they say what that is good for.
func duration(into *time.Duration, tag reflect.StructTag) Codec {
	least, most := time.Duration(0), time.Duration(math.MaxInt64)
	parseTag(tag, "min", &least, desk.ParseDuration)
	parseTag(tag, "max", &most, desk.ParseDuration)
	such, zero := strings.Fields(tag.Get("such")), tag.Get("zero")
	needed := fmt.Sprintf("a time from %v to %v such as %q or %q", least, most, such[0], such[1])
	if most == math.MaxInt64 {
		needed = fmt.Sprintf("a time of %v or more such as %q or %q", least, such[0], such[1])
	}
	if zero != "" {
		needed, such = needed+`, or "0s" for `+zero, append(such, "0s")
	}
	schema := Schema{"type": "string", "minLength": 1, "examples": such}
	c := Scalar(into, needed, schema, func(value any) (time.Duration, bool) {
		s, _ := value.(string)
		d, err := desk.ParseDuration(s)
		return d, err == nil && (d >= least && d <= most || d == 0 && zero != "")
	})
	c.Value = func() any {
		if *into == 0 && zero == "" {
			return nil
		}
		return into.String()
	}
	return c
}

func zone(into **time.Location) Codec {
	schema := Schema{"type": "string", "minLength": 1, "examples": []string{"Europe/Berlin", "Asia/Kolkata"}}
	c := Scalar(into, `a time zone such as "Europe/Berlin"`, schema, func(value any) (*time.Location, bool) {
		s, _ := value.(string)
		z, err := time.LoadLocation(s)
		return z, err == nil && s != ""
	})
	c.Value = func() any {
		if *into == nil {
			return nil
		}
		return (*into).String()
	}
	return c
}

// list is the codec of a list of values of one kind.
func (k Kinds) list(v reflect.Value, tag reflect.StructTag) Codec {
	return Codec{
		Read: func(at string, value any) error {
			values, ok := value.([]any)
			if !ok {
				return TypeError(at, "a list", value)
			}
			made := reflect.MakeSlice(v.Type(), len(values), len(values))
			for i := range values {
				if err := k.codec(made.Index(i), tag).Read(fmt.Sprintf("%s[%d]", at, i+1), values[i]); err != nil {
					return err
				}
			}
			v.Set(made)
			return nil
		},
		Value: func() any {
			if v.Len() == 0 {
				return nil
			}
			values := make([]any, v.Len())
			for i := range values {
				values[i] = k.codec(v.Index(i), tag).Value()
			}
			return values
		},
		Schema: func() Schema {
			of := k.codec(reflect.New(v.Type().Elem()).Elem(), tag)
			return Schema{"type": "array", "items": of.Schema()}
		},
	}
}

// Table is the codec of a table with only these keys, which are listed only when they are asked for: most files give
// none of the many keys of key bindings.
func Table(settings func() []Setting) Codec {
	return Codec{
		Read: func(at string, value any) error {
			values, ok := value.(map[string]any)
			if !ok {
				return TypeError(at, "a table", value)
			}
			return Read(at+".", values, settings())
		},
		Value: func() any {
			values := map[string]any{}
			for _, s := range settings() {
				if value := s.Value(); value != nil && value != false {
					values[s.Name] = value
				}
			}
			return values
		},
		Schema: func() Schema { return TableSchema(settings()) },
		Inner:  settings,
	}
}

// Checked is a codec that checks or completes its value as a whole after reading it.
func Checked(c Codec, check func(at string) error) Codec {
	read := c.Read
	c.Read = func(at string, value any) error {
		if err := read(at, value); err != nil {
			return err
		}
		return check(at)
	}
	return c
}

// Quiet is a codec whose errors never repeat the value, which may be a secret.
func Quiet(c Codec, must string) Codec {
	read := c.Read
	c.Read = func(at string, value any) error {
		if read(at, value) != nil {
			return fmt.Errorf("%s must %s", at, must)
		}
		return nil
	}
	return c
}

// TypeError returns the error for an invalid value.
func TypeError(at, needed string, value any) error {
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
