package sshd

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// options are those of OpenSSH that are honoured. All others refuse their line: what they ask for is not done here,
// and a line that is weaker than it reads is worse than none.
var options = map[string]func(e *entry, value string) error{
	"environment":    (*entry).setEnvironment,
	"from":           (*entry).setFrom,
	"expiry-time":    (*entry).setExpiry,
	"cert-authority": func(e *entry, _ string) error { e.authority = true; return nil },
	"principals":     (*entry).setPrincipals,
	"restrict":       func(e *entry, _ string) error { e.noTerminal = true; return nil },
	"no-pty":         func(e *entry, _ string) error { e.noTerminal = true; return nil },
	"pty":            func(e *entry, _ string) error { e.noTerminal = false; return nil },
	// Nobody gets any of these.
	"no-agent-forwarding": ignore, "no-port-forwarding": ignore, "no-x11-forwarding": ignore, "no-user-rc": ignore,
}

func ignore(*entry, string) error { return nil }

// requireValue are the options that need a value; the others take none.
var requireValue = map[string]bool{"environment": true, "from": true, "expiry-time": true, "principals": true}

// option reads one option, such as from="10.0.0.0/8".
func (e *entry) option(o string) error {
	name, value, given := strings.Cut(o, "=")
	name = strings.ToLower(name)
	take, known := options[name]
	switch {
	case !known:
		return fmt.Errorf("the option %q cannot be honoured here", safetext.LineFromText(name))
	case given != requireValue[name]:
		return fmt.Errorf("the option %q is not given as OpenSSH has it", name)
	case given && e.seen[name] && name != "environment":
		return fmt.Errorf("the option %q is given twice", name) // which of them was meant?
	}
	e.seen[name] = true
	if given {
		inside, quoted := strings.CutPrefix(value, `"`)
		inside, ended := strings.CutSuffix(inside, `"`)
		if !quoted || !ended {
			return fmt.Errorf("the value of the option %q is not in quotes", name)
		}
		value = strings.ReplaceAll(inside, `\"`, `"`)
	}
	return take(e, value)
}

// variables are what environment="NAME=value" can say of an agent.
var variables = map[string]func(a *Agent, value string) error{
	"FRONTDESK_AGENT":   func(a *Agent, v string) error { return oneLine(&a.Name, v) },
	"FRONTDESK_EMAIL":   func(a *Agent, v string) error { return oneLine(&a.Email, v) },
	"FRONTDESK_ACCOUNT": func(a *Agent, v string) error { a.Account = v; return nil },
	"FRONTDESK_THEME": func(a *Agent, v string) error {
		if v != "dark" && v != "light" {
			return errors.New("FRONTDESK_THEME is dark or light")
		}
		a.Theme = v
		return nil
	},
	"FRONTDESK_DISPLAY_ZONE": func(a *Agent, v string) (err error) { a.Zone, err = desk.ParseZone(v); return err },
}

// oneLine takes a name that can be shown as it is.
func oneLine(into *safetext.Line, value string) error {
	line := safetext.LineFromText(value)
	if line.String() != value || strings.TrimSpace(value) == "" {
		return fmt.Errorf("the name %q cannot be shown as it is", line)
	}
	*into = line
	return nil
}

func (e *entry) setEnvironment(value string) error {
	name, value, _ := strings.Cut(value, "=")
	take, known := variables[name]
	if !known {
		return fmt.Errorf("the variable %q means nothing here", safetext.LineFromText(name))
	}
	if e.seen[name] {
		return fmt.Errorf("the variable %q is given twice", name)
	}
	e.seen[name] = true
	return take(&e.agent, value)
}

func (e *entry) setPrincipals(value string) error {
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return errors.New("principals holds an empty name")
		}
		e.principals = append(e.principals, name)
	}
	return nil
}

// setExpiry reads YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, of this machine's time or, with a Z, of UTC.
func (e *entry) setExpiry(value string) error {
	digits, isUTC := strings.CutSuffix(value, "Z")
	zone := time.Local
	if isUTC {
		zone = time.UTC
	}
	for _, layout := range []string{"20060102", "200601021504", "20060102150405"} {
		if at, err := time.ParseInLocation(layout, digits, zone); err == nil && len(digits) == len(layout) {
			e.expires = at
			return nil
		}
	}
	return fmt.Errorf("expiry-time %q is no time such as 20271231 or 202712312359", safetext.LineFromText(value))
}
