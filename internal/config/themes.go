package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/settings"
	"frontdesk/ui/theme"
)

// themesKey is the table that holds a table for each theme defined in the file.
const themesKey = "themes"

// themeCodec is the codec of the name of a theme: a built-in one or one defined in the file.
func themeCodec(into *string, own []theme.Spec) settings.Codec {
	schema := settings.Schema{"anyOf": []settings.Schema{{"enum": theme.Names()}, settings.TextSchema()}}
	return settings.Scalar(into, "one of "+strings.Join(themeNames(own), ", "), schema, func(value any) (string, bool) {
		s, _ := value.(string)
		_, known := theme.Find(s, own)
		return s, known
	})
}

// themeNames returns the names of all themes, those of the file last.
func themeNames(own []theme.Spec) []string {
	names := theme.Names()
	for _, s := range own {
		names = append(names, s.Name)
	}
	return names
}

// themeTable is a theme defined in the file.
type themeTable struct {
	base, description string
	colours           map[string]string // by role
}

// settings returns the settings of a theme's table.
func (t *themeTable) settings() []settings.Setting {
	if t.colours == nil {
		t.colours = map[string]string{}
	}
	all := []settings.Setting{
		{
			Name: "base", Doc: "the theme whose colours it takes where it has none of its own; dark when it is not given",
			Codec: func() settings.Codec { return settings.OneOf(&t.base, theme.Names()) },
		},
		{Name: "description", Doc: "description in the list of themes", Codec: func() settings.Codec { return displayCodec(&t.description) }},
	}
	for _, r := range theme.Roles() {
		codec := func() settings.Codec { return t.colourCodec(r) }
		all = append(all, settings.Setting{Name: r.Name, Doc: r.Doc, Codec: codec})
	}
	return all
}

// colourCodec is the codec of the colour of a role.
func (t *themeTable) colourCodec(r theme.Role) settings.Codec {
	return settings.Codec{
		Read: func(at string, value any) error {
			s, isText := value.(string)
			if n, isNumber := value.(int64); isNumber {
				s, isText = fmt.Sprint(n), true
			}
			if _, ok := r.ParseColour(s); !ok || !isText {
				needed := `"#rrggbb", 0 to 15 for a colour of the terminal's own, or "none"`
				if _, ok := r.ParseColour("0"); !ok {
					needed = `"#rrggbb" or "none"`
				}
				return settings.TypeError(at, needed, value)
			}
			t.colours[r.Name] = s
			return nil
		},
		Value: func() any { return orNil(t.colours[r.Name]) },
		Schema: func() settings.Schema {
			text := settings.Schema{"type": "string", "pattern": "^(#[0-9A-Fa-f]{6}|none|[0-9]|1[0-5])$"}
			number := settings.Schema{"type": "integer", "minimum": 0, "maximum": 15}
			return settings.Schema{"oneOf": []settings.Schema{text, number}}
		},
	}
}

// spec returns the theme's definition under a name.
func (t *themeTable) spec(name string) theme.Spec {
	base, _ := theme.Find(cmp.Or(t.base, "dark"), nil) // checked when it was read
	description := cmp.Or(t.description, "of your own, on "+base.Name)
	return base.Derive(name, description, func(p *theme.Palette) {
		for _, r := range theme.Roles() {
			if c, set := t.colours[r.Name]; set {
				*r.In(p), _ = r.ParseColour(c)
			}
		}
	})
}

// themesCodec is the codec of the themes defined in the file.
func (c *Config) themesCodec() settings.Codec {
	tables := map[string]map[string]any{}
	named := namedTables(
		"a theme", "[themes.mine]", func() []settings.Setting { return new(themeTable).settings() }, tables,
	)
	return settings.Codec{Read: func(at string, value any) error {
		if err := named().Read(at, value); err != nil {
			return err
		}
		c.Themes, c.themeTables = nil, map[string]*themeTable{}
		for _, name := range slices.Sorted(maps.Keys(tables)) {
			if slices.Contains(theme.Names(), name) {
				return fmt.Errorf("%s.%s: there is a theme of this name already; choose another", at, settings.QuoteKey(name))
			}
			t := new(themeTable)
			if err := settings.Read(at+"."+settings.QuoteKey(name)+".", tables[name], t.settings()); err != nil {
				return err
			}
			c.themeTables[name] = t
			c.Themes = append(c.Themes, t.spec(name))
			within := themesKey + "." + settings.QuoteKey(name) + "."
			c.Origins.Record(within, within, tables[name], t.settings())
		}
		return nil
	}}
}

// readThemes reads the themes defined in the file, before the settings that name them.
func (c *Config) readThemes(f file) error {
	value, given := f.values[themesKey]
	if !given {
		return nil
	}
	return c.themesCodec().Read(f.path+": "+themesKey, value)
}

// ThemeIsForLight reports whether the theme is chosen for a terminal with a light background. A theme that draws its
// own background tells nothing about the terminal's.
func (c *Config) ThemeIsForLight() bool {
	s, _ := theme.Find(c.Theme, c.Themes)
	return s.Dark == nil && s.Light != nil && s.Light.Background == ""
}

// ThemeWarnings describes each colour of the file's own themes that is hard to read.
func (c *Config) ThemeWarnings() (lines []string) {
	for _, s := range c.Themes {
		weak := map[string]bool{}
		for isDark, p := range map[bool]*theme.Palette{true: s.Dark, false: s.Light} {
			if p == nil {
				continue
			}
			for _, w := range p.Weaknesses(isDark) {
				weak[themesKey+"."+settings.QuoteKey(s.Name)+": "+w.String()] = true
			}
		}
		lines = append(lines, slices.Sorted(maps.Keys(weak))...)
	}
	return lines
}
