package settings

// Origins are the origins of the values that are set, by the name of the setting, for example serve.listen.
type Origins map[string]Origin

// Origin is where a value comes from.
type Origin struct {
	From Layer
	Name string // the flag, the variable or the key in the file, for example accounts.acme.token; empty for a default
}

// Layer is a layer of the configuration; later ones override earlier ones.
type Layer string

// The layers.
const (
	Default     Layer = "default"
	File        Layer = "file"
	Environment Layer = "environment"
	Flag        Layer = "flag"
)

// String formats the origin. The name implies the layer, except for the file.
func (o Origin) String() string {
	switch {
	case o.Name == "":
		return string(Default)
	case o.From == File:
		return o.Name + " in the file"
	}
	return o.Name
}

// record records the origin of a setting, and removes those of the settings that it replaces.
func (o Origins) record(within string, s Setting, all []Setting, from Origin) {
	for _, other := range all {
		if s.Group != "" && other.Group == s.Group {
			delete(o, within+other.Name)
		}
	}
	o[within+s.Name] = from
}

// Record records the origins of the values of a table of the file. within is in front of the names of the settings, and
// place in front of their keys in the file.
func (o Origins) Record(within, place string, values map[string]any, settings []Setting) {
	for _, s := range settings {
		value, given := values[s.Name]
		if !given {
			continue
		}
		if inner := s.Inner(); inner != nil {
			values, _ := value.(map[string]any)
			o.Record(within+s.Name+".", place+s.Name+".", values, inner)
			continue
		}
		o.record(within, s, settings, Origin{File, place + s.Name})
	}
}

// Value is the current value of a setting.
type Value struct {
	Name  string
	Value any // as in a file; nil when not set, dots for a secret
	Origin
}

// List returns the values of settings; within is in front of their names. Those with their default may be left out.
func (o Origins) List(within string, settings []Setting, withDefaults bool) (all []Value) {
	for _, s := range settings {
		from, isSet := o[within+s.Name]
		switch inner := s.Inner(); {
		case inner != nil:
			all = append(all, o.List(within+s.Name+".", inner, withDefaults)...)
		case isSet:
			all = append(all, Value{within + s.Name, s.Value(), from})
		case withDefaults && !s.Unlisted:
			all = append(all, Value{within + s.Name, s.Value(), Origin{From: Default}})
		}
	}
	return all
}
