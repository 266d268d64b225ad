package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/config"
	"frontdesk/internal/text"
	"frontdesk/ui/keymap"
)

// unhadKeys says of each binding that was asked for and cannot be had why, and which keys stay.
func unhadKeys(c *config.Config) (lines []string) {
	_, problems := keymap.Rebind(c.Keys)
	for _, p := range problems {
		lines = append(lines, text.PlainLine(strings.TrimPrefix(p.Error(), c.Path+": ")).String())
	}
	return lines
}

// allUnhadKeys says it of the agents' own bindings too.
func allUnhadKeys(c *config.Config) []string {
	lines := unhadKeys(c)
	for _, name := range slices.Sorted(maps.Keys(c.Agents)) {
		own := c.Agents[name].Over(*c)
		for _, line := range unhadKeys(&own) {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// keyProblems is the same below the settings.
func keyProblems(c *config.Config) string {
	var b strings.Builder
	for _, line := range allUnhadKeys(c) {
		b.WriteString("\n✗ " + line)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// keyNotice is the same in the one line that a console has for it at its start.
func keyNotice(c *config.Config) string {
	lines := unhadKeys(c)
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return lines[0]
	}
	return fmt.Sprintf("%d keys cannot be had (frontdesk config says which): %s", len(lines), lines[0])
}
