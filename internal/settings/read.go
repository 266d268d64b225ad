package settings

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/filestore"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// Read reads the values of a table; within is in front of each key in errors. Unknown keys are reported before missing
// ones, because a mistyped key causes both.
func Read(within string, values map[string]any, settings []Setting) error {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(settings, func(s Setting) bool { return s.Name == key }) {
			return fmt.Errorf("%s%s is not a setting; %s", within, key, suggest(key, settings))
		}
	}
	given := map[string]string{} // the setting that a table gives of each group
	for _, s := range settings {
		value, isGiven := values[s.Name]
		switch first := given[s.Group]; {
		case !isGiven && s.Required:
			return fmt.Errorf("%s%s is missing", within, s.Name)
		case !isGiven:
			continue
		case first != "":
			return fmt.Errorf("%s%s and %s cannot both be given: one of them says where the credential is", within, first, s.Name)
		case s.Group != "":
			given[s.Group] = s.Name
		}
		if err := s.replace(settings, within+s.Name, value); err != nil {
			return err
		}
	}
	return nil
}

// replace reads a value, and resets the settings that it replaces.
func (s Setting) replace(all []Setting, at string, value any) error {
	if err := s.Codec().Read(at, value); err != nil || s.Group == "" {
		return err
	}
	for _, other := range all {
		if other.Group == s.Group && other.Name != s.Name {
			other.Reset()
		}
	}
	return nil
}

// suggest returns a hint with the closest known key, or with all of them.
func suggest(key string, settings []Setting) string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.Name
	}
	nearest := phrase.Nearest(key, names)
	if nearest == "" {
		return "known are " + strings.Join(names, ", ")
	}
	return "did you mean " + nearest + "?"
}

// readText reads the value of a variable or a flag.
func (s Setting) readText(all []Setting, from, text string) error {
	if b, err := strconv.ParseBool(text); err == nil && isBool(s) {
		return s.replace(all, from, b)
	}
	return s.replace(all, from, text)
}

// Environment reads the settings that variables hold; within is in front of their names in the origins.
func (o Origins) Environment(within string, env func(string) string, settings []Setting) error {
	for _, s := range settings {
		if s.hasPrefixes() {
			if err := o.Environment(within+s.Name+".", env, s.Inner()); err != nil {
				return err
			}
		}
		if s.Env == "" {
			continue
		}
		from, value := s.Env, env(s.Env)
		if s.IsSecret {
			found, err := filestore.FindSecret(env, s.Env)
			if err != nil {
				return err
			}
			from = found.From
			if s, value, err = whereSecretIs(found, s, settings); err != nil {
				return err
			}
		}
		if value == "" {
			continue
		}
		text, err := safetext.UTF8([]byte(value))
		if err != nil {
			return fmt.Errorf("%s is not UTF-8", from)
		}
		if err := s.readText(settings, from, string(text)); err != nil {
			return err
		}
		o.record(within, s, settings, Origin{Environment, from})
	}
	return nil
}

// fileSetting ends the name of the setting that says in which file a secret is.
const fileSetting = "_file"

// whereSecretIs returns the setting that takes a secret of the environment, and its value: that of the file if there is
// one, so that the file is read when the secret is needed, or else the setting of the secret itself.
func whereSecretIs(found filestore.Secret, s Setting, settings []Setting) (of Setting, value string, err error) {
	at := slices.IndexFunc(settings, func(other Setting) bool { return other.Name == s.Name+fileSetting })
	if found.File != "" && at >= 0 {
		return settings[at], found.File, nil
	}
	value, err = found.Read()
	return s, value, err
}

// Variables returns the names of the variables of settings.
func Variables(settings []Setting) (names []string) {
	for _, s := range settings {
		if s.hasPrefixes() {
			names = append(names, Variables(s.Inner())...)
			continue
		}
		if s.Env != "" {
			names = append(names, s.Env)
		}
		if s.Env != "" && s.IsSecret {
			names = append(names, s.Env+filestore.FileSuffix)
		}
	}
	return names
}
