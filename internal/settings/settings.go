// Package settings reads tables of a file, variables of the environment and flags into structs, remembers where each
// value comes from, and describes the file in a JSON schema. A setting is a field of a struct, and its tags are all
// that is said of it:
//
//	type Server struct {
//		Listen string        `toml:"listen" doc:"{address} to listen on"`
//		Drain  time.Duration `toml:"drain" max:"5m" such:"10s 1m" doc:"how long to go on after SIGTERM"`
//	}
//
//	toml           the key; a field without it is no setting
//	doc            the description, for the schema and for the help of the flag; {word} is the name of its value there
//	unset          what applies without a value, for the help
//	env            the variable; on a table, how the variables of its settings begin
//	flag           the flag; on a table, how the flags of its settings begin
//	kind           the name of a codec, where the type does not say how a value is read
//	oneof          the valid values, parted by |
//	min, max       limits of a number or a duration
//	such, zero     two examples of a duration, and what "0s" is good for
//	required       a table without it is invalid
//	secret         never shown, never a flag; the environment may have it in a file, see filestore.FindSecret
//	group          settings of a group replace one another
//	prefix, what   the fields of a struct are settings of the table around it, whose keys begin with the prefix; what
//	               stands for {} in their descriptions
package settings

import (
	"cmp"
	"reflect"
	"strings"
	"sync"
	"time"
)

// Setting is one key of a table.
type Setting struct {
	Name     string // the key
	Doc      string // for the schema
	Env      string // the variable that overrides it; empty for none
	Flag     string // the flag that overrides it; empty for none
	Group    string // settings of a group replace one another; empty for none
	IsSecret bool   // the environment may have it in a file
	Required bool   // a table without it is invalid
	Unlisted bool   // not listed while it has its default, because there are many of its kind
	Tag      reflect.StructTag
	Codec    func() Codec // made when it is asked for: most settings of most files are not given
	reset    func()       // to the zero value
}

// Codec reads and checks a value, returns it, and describes it in the JSON schema.
type Codec struct {
	Read   func(at string, value any) error // a value of the file; at is its place, for errors
	Value  func() any                       // as in a file; nil when not set, dots for a secret
	Schema func() Schema
	Inner  func() []Setting // of a table; nil for a value
}

// Value returns the current value as in a file; nil when it is not set, dots for a secret.
func (s Setting) Value() any { return s.Codec().Value() }

// Inner returns the settings of a table; nil for a value.
func (s Setting) Inner() []Setting {
	if inner := s.Codec().Inner; inner != nil {
		return inner()
	}
	return nil
}

// Reset makes the setting one that is not set.
func (s Setting) Reset() { s.reset() }

// Schema is a part of a JSON schema.
type Schema map[string]any

// Kinds are the codecs that structs need besides those of this package: functions from a pointer to a Codec, by what
// the tag kind says or by the type. If the pointer is to the elements of a list, it is a list of the kind.
type Kinds map[string]any

// Of returns the settings of the struct that into points to, in the order of its fields. A field that is a pointer
// stands for what it points to, so that a struct with tags can describe the fields of others without them.
func (k Kinds) Of(into any) []Setting { return k.fields(reflect.ValueOf(into).Elem(), "") }

func (k Kinds) fields(table reflect.Value, outer reflect.StructTag) []Setting {
	known := described(table.Type())
	all := make([]Setting, 0, len(known))
	for i, s := range known {
		v := table.Field(i)
		if v.Kind() == reflect.Pointer && v.Type() != reflect.TypeFor[*time.Location]() {
			v = v.Elem()
		}
		switch {
		case s.Name != "":
			s.Codec, s.reset = func() Codec { return k.codec(v, s.Tag) }, v.SetZero
			all = append(all, s.within(outer))
		case s.Tag.Get("prefix") != "":
			for _, inner := range k.fields(v, "") {
				inner.Name, inner.Group, inner.Tag = s.Tag.Get("prefix")+inner.Name, s.Group, s.Tag
				inner.Doc = strings.ReplaceAll(inner.Doc, "{}", s.Tag.Get("what"))
				all = append(all, inner)
			}
		}
	}
	return all
}

// withoutMarks removes the marks of the name of a flag's value.
var withoutMarks = strings.NewReplacer("{", "", "}", "")

// within returns a setting with the variable and the flag that the tags of its table say.
func (s Setting) within(table reflect.StructTag) Setting {
	if table == "" {
		return s
	}
	if prefix := table.Get("env"); prefix != "" && s.Env == "" {
		s.Env = prefix + strings.ToUpper(s.Name)
	}
	if prefix, given := table.Lookup("flag"); given {
		s.Flag = cmp.Or(s.Flag, prefix+strings.ReplaceAll(s.Name, "_", "-"))
		s.Doc = withoutMarks.Replace(s.Doc)
	}
	return s
}

// ofType has what the tags of a type say, because reading them takes longer than all that is done with them.
var ofType sync.Map

// described returns what the tags of each field say; without a name if it is no setting.
func described(table reflect.Type) []Setting {
	if known, ok := ofType.Load(table); ok {
		all, _ := known.([]Setting)
		return all
	}
	all := make([]Setting, table.NumField())
	for i := range all {
		tag := table.Field(i).Tag
		all[i] = Setting{
			Name: tag.Get("toml"), Doc: tag.Get("doc"), Env: tag.Get("env"), Flag: tag.Get("flag"), Group: tag.Get("group"),
			IsSecret: tag.Get("secret") != "", Required: tag.Get("required") != "", Tag: tag,
		}
		if all[i].hasPrefixes() {
			all[i].Env, all[i].Flag = "", ""
		}
	}
	ofType.Store(table, all)
	return all
}

// hasPrefixes reports whether a table says how the variables and flags of its settings begin.
func (s Setting) hasPrefixes() bool { return strings.HasSuffix(s.Tag.Get("env"), "_") }

// TableSchema returns the schema of a table with only these keys.
func TableSchema(settings []Setting) Schema {
	properties, needed, apart := Schema{}, []string{}, []Schema{}
	for i, s := range settings {
		described := s.Codec().Schema()
		described["description"] = s.Doc
		properties[s.Name] = described
		if s.Required {
			needed = append(needed, s.Name)
		}
		for _, other := range settings[:i] {
			if s.Group != "" && other.Group == s.Group {
				apart = append(apart, Schema{"not": Schema{"required": []string{other.Name, s.Name}}})
			}
		}
	}
	made := Schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(needed) > 0 {
		made["required"] = needed
	}
	if len(apart) > 0 {
		made["allOf"] = apart
	}
	return made
}
