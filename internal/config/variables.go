package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"frontdesk/internal/filestore"
	"frontdesk/internal/phrase"
	"frontdesk/internal/settings"
)

// ProcessVariables returns the variables of this process, as all functions of this package expect them.
func ProcessVariables() func(string) string {
	return func(name string) string {
		if name != filestore.AllNames {
			return os.Getenv(name)
		}
		var names []string
		for _, variable := range os.Environ() {
			name, _, _ := strings.Cut(variable, "=")
			names = append(names, name)
		}
		return strings.Join(names, "\n")
	}
}

const (
	variablePrefix = "FRONTDESK_"
	configVariable = "FRONTDESK_CONFIG"
)

// otherVariables are the variables that belong to no setting: the file, the author of the environment's key, and what
// authorized_keys says of an agent.
var otherVariables = []string{configVariable, "FRONTDESK_TOKEN_NAME", "FRONTDESK_TOKEN_FOR", "FRONTDESK_AGENT", "FRONTDESK_EMAIL"}

// variables returns the names of all variables that frontdesk reads.
func (c *Config) variables() []string {
	return append(slices.Clone(otherVariables), settings.Variables(c.topLevelSettings())...)
}

// SettingOf returns the setting that somebody took for a flag, and its environment variable, which may be empty. It is
// none of those that hold a secret.
func SettingOf(flag string) (name, variable string, is bool) {
	c, name := new(Config), strings.ReplaceAll(flag, "-", "_")
	for _, s := range append(c.topLevelOnly()[:1], c.settings()...) {
		if s.Name == name && !s.IsSecret {
			return name, s.Env, true
		}
	}
	return "", "", false
}

// portSuffix ends a variable that container managers set for a service called frontdesk-cluster, for example.
const portSuffix = "_PORT"

// mistyped is how many letters of a variable's name are wrong at most, if it is meant.
const mistyped = 2

// checkVariables rejects a variable whose name is mistyped, like a mistyped key of the file. Others that begin like
// those of frontdesk may belong to something else, such as a container manager.
func (c *Config) checkVariables(env func(string) string) error {
	given := strings.Split(env(filestore.AllNames), "\n")
	slices.Sort(given)
	known := c.variables()
	for _, name := range given {
		if slices.Contains(known, name) || env(name) == "" {
			continue
		}
		meant := phrase.NearestWithin(strings.ToUpper(name), known, mistyped)
		if meant != "" && !strings.HasSuffix(name, portSuffix) {
			return fmt.Errorf("%s is not a variable of frontdesk; did you mean %s?", name, meant)
		}
		if strings.HasPrefix(name, variablePrefix) {
			c.UnknownVariables = append(c.UnknownVariables, name)
		}
	}
	return nil
}
