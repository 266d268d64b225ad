package terminal

import (
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// profileFor is the set of colours to use. The environment alone is asked: the library's own detection starts
// `tmux info`, and nothing may start a process on an SSH host. The no-colour variable (no-color.org) means any
// non-empty value, which the library takes for some values only; bold and reverse stay.
func profileFor(wanted colorprofile.Profile, env []string) colorprofile.Profile {
	found := wanted
	if found == colorprofile.Unknown {
		found = colorprofile.Env(env)
	}
	return limitProfile(found, env)
}

// limitProfile is a profile within what the no-colour variable allows.
func limitProfile(p colorprofile.Profile, env []string) colorprofile.Profile {
	if lookup(env, "NO_COLOR") != "" {
		return min(p, colorprofile.ASCII)
	}
	return p
}

// lookup is the last value of a variable, or empty.
func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(env[i], "="); ok && key == name {
			return value
		}
	}
	return ""
}
