package agent

import "fmt"

// Setting is something small that is kept of an agent under a name, such as how the inbox was left. Of two versions
// that were kept on hosts which did not know of each other, that of the host where the agent works stays.
type Setting struct {
	state *State
	name  string
}

// Setting returns the setting with a name, a word of small letters.
func (s *State) Setting(name string) Setting { return Setting{s, name} }

// Load reads the setting into a value, which stays as it is if nothing is kept.
func (s Setting) Load(into any) error {
	found, err := s.state.read(kindSetting)
	if err != nil {
		return err
	}
	for _, r := range found {
		if r.id == s.name {
			if err := r.decode(into); err != nil {
				return fmt.Errorf("it is of another version of frontdesk: %w", err)
			}
		}
	}
	return s.state.fault()
}

// Keep keeps a value.
func (s Setting) Keep(value any) error {
	body, err := encode(value)
	if err != nil {
		return err
	}
	return s.change(func([]byte) ([]byte, error) { return body, nil })
}

// change changes what is kept, whatever it is; change is given nil for nothing.
func (s Setting) change(change func(body []byte) ([]byte, error)) error {
	return s.state.update(kindSetting, s.name, change)
}
