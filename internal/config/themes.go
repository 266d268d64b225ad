package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/ui/theme"
)

// themesKey is the table that holds a table for each theme defined in the file.
const themesKey = "themes"

// themeCodec is the codec of the name of a theme: a built-in one or one defined in the file.
func themeCodec(into *string, own []theme.Spec) codec {
	return codec{
		read: func(at string, value any) error {
			s, _ := value.(string)
			if _, known := theme.Find(s, own); !known {
				return typeError(at, "one of "+strings.Join(themeNames(own), ", "), value)
			}
			*into = s
			return nil
		},
		value: func() any { return orNil(*into) },
		schema: func() schema {
			return schema{"anyOf": []schema{{"enum": theme.Names()}, stringCodec(new(string)).schema()}}
		},
	}
}

// themeSetting returns the setting of the theme.
func (c *Config) themeSetting() setting {
	return setting{
		name:  "theme",
		env:   "FRONTDESK_THEME",
		doc:   "a theme by its name, also of [themes]; auto is dark or light by the terminal's background, which some do not say",
		codec: themeCodec(&c.Theme, c.Themes),
	}
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
func (t *themeTable) settings() []setting {
	if t.colours == nil {
		t.colours = map[string]string{}
	}
	all := []setting{
		{
			name: "base",
			doc:  "the theme whose colours it takes where it has none of its own; dark when it is not given",
			codec: enumCodec(
				&t.base,
				theme.Names()...,
			),
		},
		{name: "description", doc: "description in the list of themes", codec: displayStringCodec(&t.description)},
	}
	for _, r := range theme.Roles() {
		all = append(all, setting{name: r.Name, doc: r.Doc, codec: t.colourCodec(r)})
	}
	return hidden(all)
}

// colourCodec is the codec of the colour of a role.
func (t *themeTable) colourCodec(r theme.Role) codec {
	return codec{
		read: func(at string, value any) error {
			s, isText := value.(string)
			if n, isNumber := value.(int64); isNumber {
				s, isText = fmt.Sprint(n), true
			}
			if _, ok := r.ParseColour(s); !ok || !isText {
				needed := `"#rrggbb", 0 to 15 for a colour of the terminal's own, or "none"`
				if _, ok := r.ParseColour("0"); !ok {
					needed = `"#rrggbb" or "none"`
				}
				return typeError(at, needed, value)
			}
			t.colours[r.Name] = s
			return nil
		},
		value: func() any { return orNil(t.colours[r.Name]) },
		schema: func() schema {
			text := schema{"type": "string", "pattern": "^(#[0-9A-Fa-f]{6}|none|[0-9]|1[0-5])$"}
			number := schema{"type": "integer", "minimum": 0, "maximum": 15}
			return schema{"oneOf": []schema{text, number}}
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
func (c *Config) themesCodec() codec {
	tables := map[string]map[string]any{}
	named := namedTablesCodec(
		"a theme", "[themes.mine]", func() []setting { return new(themeTable).settings() }, tables,
	)
	return codec{read: func(at string, value any) error {
		if err := named.read(at, value); err != nil {
			return err
		}
		c.Themes, c.themeTables = nil, map[string]*themeTable{}
		for _, name := range slices.Sorted(maps.Keys(tables)) {
			if slices.Contains(theme.Names(), name) {
				return fmt.Errorf("%s.%s: there is a theme of this name already; choose another", at, quoteKey(name))
			}
			t := new(themeTable)
			if err := readAll(at+"."+quoteKey(name)+".", tables[name], t.settings()); err != nil {
				return err
			}
			c.themeTables[name] = t
			c.Themes = append(c.Themes, t.spec(name))
			c.recordInnerOrigins("", themesKey+"."+quoteKey(name), tables[name], t.settings())
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
	return c.themesCodec().read(f.path+": "+themesKey, value)
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
				weak[themesKey+"."+quoteKey(s.Name)+": "+w.String()] = true
			}
		}
		lines = append(lines, slices.Sorted(maps.Keys(weak))...)
	}
	return lines
}
