package config

// Origin says where a value comes from.
type Origin struct {
	From Layer
	Name string // the flag, the variable or the key in the file, such as accounts.acme.token; empty for a default
}

// Layer is one of the places that values come from, later ones over earlier ones.
type Layer string

// The layers.
const (
	Default  Layer = "default"
	File     Layer = "file"
	Variable Layer = "environment"
	Flag     Layer = "flag"
)

// String is the origin for people: the name says more than the layer.
func (o Origin) String() string {
	switch {
	case o.Name == "":
		return string(Default)
	case o.From == File:
		return o.Name + " in the file"
	}
	return o.Name
}

// note remembers where a setting's value comes from; what it replaces comes from nowhere any more.
func (c *Config) note(s setting, from Origin) {
	for _, other := range c.settings() {
		if s.instead != "" && other.instead == s.instead {
			delete(c.Origins, other.name)
		}
	}
	c.Origins[s.name] = from
}

// noteAll remembers it of all values of a table of the file.
func (c *Config) noteAll(within string, values map[string]any, settings []setting) {
	for _, s := range settings {
		value, given := values[s.name]
		inner, isTable := value.(map[string]any)
		switch {
		case given && isTable:
			for _, of := range s.inner {
				if _, given := inner[of.name]; given {
					c.Origins[s.name+"."+of.name] = Origin{File, within + s.name + "." + of.name}
				}
			}
		case given:
			c.note(s, Origin{File, within + s.name})
		}
	}
}

// Setting is one setting as it holds.
type Setting struct {
	Name  string
	Value any // as it would stand in a file; nil when nothing is set, dots for a credential
	Origin
}

// Settings are all settings in the order of the documentation.
func (c *Config) Settings() (all []Setting) {
	add := func(name string, k kind) {
		from, set := c.Origins[name]
		if !set {
			from = Origin{From: Default}
		}
		all = append(all, Setting{name, k.value(), from})
	}
	for _, s := range c.whole() {
		if s.inner == nil {
			add(s.name, s.kind)
		}
		for _, of := range s.inner {
			add(s.name+"."+of.name, of.kind)
		}
	}
	return all
}
