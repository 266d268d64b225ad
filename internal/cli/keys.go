package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/config"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
)

// keyErrors describes each rejected key binding: why it is rejected, and which keys stay in effect.
func keyErrors(c *config.Config) (lines []string) {
	_, problems := keymap.WithOverrides(c.Keys)
	for _, p := range problems {
		lines = append(lines, safetext.LineFromText(strings.TrimPrefix(p.Error(), c.Path+": ")).String())
	}
	return lines
}

// allKeyErrors is like keyErrors, and includes the agents' own bindings.
func allKeyErrors(c *config.Config) []string {
	lines := keyErrors(c)
	for _, name := range slices.Sorted(maps.Keys(c.Agents)) {
		own := c.Agents[name].ApplyTo(*c)
		for _, line := range keyErrors(&own) {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// keyProblems formats allKeyErrors for display below the settings.
func keyProblems(c *config.Config) string {
	var b strings.Builder
	for _, line := range allKeyErrors(c) {
		b.WriteString("\n✗ " + line)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// keyErrorSummary returns the key errors in one line, for the console's startup notice.
func keyErrorSummary(c *config.Config) string {
	lines := keyErrors(c)
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return lines[0]
	}
	return fmt.Sprintf("%d keys cannot be had (frontdesk config says which): %s", len(lines), lines[0])
}
