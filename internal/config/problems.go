package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
)

// KeyErrors describes each rejected key binding: why it is rejected, and which keys stay in effect.
func (c *Config) KeyErrors() (lines []string) {
	_, problems := keymap.WithOverrides(c.Keys)
	for _, p := range problems {
		lines = append(lines, safetext.LineFromText(strings.TrimPrefix(p.Error(), c.Path+": ")).String())
	}
	return lines
}

// AllKeyErrors is like KeyErrors, and includes the agents' own bindings.
func (c *Config) AllKeyErrors() []string {
	lines := c.KeyErrors()
	for _, name := range slices.Sorted(maps.Keys(c.Agents)) {
		own := c.Agents[name].ApplyTo(*c)
		for _, line := range own.KeyErrors() {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// KeyErrorSummary returns the key errors in one line, for the console's startup notice.
func (c *Config) KeyErrorSummary() string {
	lines := c.KeyErrors()
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return lines[0]
	}
	return fmt.Sprintf("%d keys cannot be had (frontdesk config says which): %s", len(lines), lines[0])
}

// Problems describes what is wrong in the configuration but keeps nobody from working: rejected key bindings,
// colours that are hard to read, and unknown variables.
func (c *Config) Problems() []string {
	return slices.Concat(c.AllKeyErrors(), c.ThemeWarnings(), c.VariableWarnings())
}

// VariableWarnings names the variables that begin like those of frontdesk, and are none.
func (c *Config) VariableWarnings() (lines []string) {
	for _, name := range c.UnknownVariables {
		lines = append(lines, name+" is not a variable of frontdesk and is not used")
	}
	return lines
}

// Location describes the path of the configuration file, and whether the file exists.
func (c *Config) Location() string {
	switch {
	case c.Path == "":
		return "none, there is no home for one"
	case !c.Exists:
		return safetext.LineFromText(c.Path).String() + " (not there)"
	}
	return safetext.LineFromText(c.Path).String()
}
