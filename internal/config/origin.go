package config

import (
	"maps"
	"slices"
)

// Origin is where a value comes from.
type Origin struct {
	From OriginKind
	Name string // the flag, the variable or the key in the file, for example accounts.acme.token; empty for a default
}

// OriginKind is a layer of the configuration; later ones override earlier ones.
type OriginKind string

// The layers.
const (
	Default     OriginKind = "default"
	File        OriginKind = "file"
	Environment OriginKind = "environment"
	Flag        OriginKind = "flag"
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

// recordOrigin records the origin of a setting and removes those of the settings that it replaces.
func (c *Config) recordOrigin(s setting, from Origin) {
	if s.exclusiveGroup != "" {
		for _, other := range c.settings() {
			if other.exclusiveGroup == s.exclusiveGroup {
				delete(c.Origins, other.name)
			}
		}
	}
	c.Origins[s.name] = from
}

// recordOrigins records the origins of all values of a table of the file.
func (c *Config) recordOrigins(within string, values map[string]any, settings []setting) {
	for _, s := range settings {
		value, given := values[s.name]
		switch {
		case given && s.inner != nil:
			c.recordInnerOrigins(within, s.name, value, s.inner())
		case given:
			c.recordOrigin(s, Origin{File, within + s.name})
		}
	}
}

// recordInnerOrigins records the origins of the values of a nested table.
func (c *Config) recordInnerOrigins(within, name string, table any, settings []setting) {
	values, _ := table.(map[string]any)
	for _, s := range settings {
		key, value, given := s.valueIn(values)
		switch full := name + "." + s.name; {
		case given && s.inner != nil:
			c.recordInnerOrigins(within, full, value, s.inner())
		case given:
			c.Origins[full] = Origin{File, within + name + "." + key}
		}
	}
}

// Setting is the current value of one setting.
type Setting struct {
	Name  string
	Value any // the value as in a file; nil when not set, dots for a credential
	Origin
}

// Settings returns all settings in the order of the documentation.
func (c *Config) Settings() (all []Setting) {
	var add func(within string, settings []setting)
	add = func(within string, settings []setting) {
		for _, s := range settings {
			name := within + s.name
			from, set := c.Origins[name]
			switch {
			case s.inner != nil:
				add(name+".", s.inner())
			case set:
				all = append(all, Setting{name, s.value(), from})
			case !s.hideDefault:
				all = append(all, Setting{name, s.value(), Origin{From: Default}})
			}
		}
	}
	add("", c.topLevelSettings())
	for _, name := range slices.Sorted(maps.Keys(c.Agents)) {
		a := c.Agents[name]
		add(agentsKey+"."+quoteKey(name)+".", a.settings(c.Themes))
	}
	for _, s := range c.Themes {
		add(themesKey+"."+quoteKey(s.Name)+".", c.themeTables[s.Name].settings())
	}
	return all
}
