package backend

import (
	"errors"
	"fmt"
	"io/fs"

	tea "charm.land/bubbletea/v2"
	"github.com/go-json-experiment/json"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
)

// ThemeMemory keeps which theme an agent has chosen in the console instead of the configured one. A choice holds until
// another theme is configured. The zero ThemeMemory keeps nothing.
type ThemeMemory struct {
	State agentstate.Store
	Name  string // of the document
}

// themeFile is the content of the file.
type themeFile struct {
	Version int               `json:"version"`
	Chosen  map[string]string `json:"chosen"` // names of themes, by the configured one
}

// themeFileVersion changes when an older program would misread the file.
const themeFileVersion = 1

// maxThemeFile is the maximum size of the file; a larger one is not ours.
const maxThemeFile = 64 << 10

// Chosen returns the theme that was chosen instead of the configured one; empty if none was. A file that cannot be used
// is set aside; the error tells why.
func (m ThemeMemory) Chosen(configured string) (string, error) {
	file, err := m.read()
	var unusable *unusableFile
	if errors.As(err, &unusable) {
		return "", fmt.Errorf("your theme could not be loaded: %w; it is kept as %s", err, keptAs(m.State, m.Name))
	}
	if err != nil {
		return "", fmt.Errorf("your theme could not be loaded: %w", err)
	}
	return file.Chosen[configured], nil
}

func (m ThemeMemory) read() (file themeFile, err error) {
	if m.State == nil {
		return file, nil
	}
	there, err := m.State.Get(m.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return file, nil
	case err != nil:
		return file, err
	}
	return decodeThemeFile(there.Content)
}

func decodeThemeFile(content []byte) (file themeFile, err error) {
	if len(content) > maxThemeFile {
		return file, &unusableFile{"too large"}
	}
	if err := json.Unmarshal(content, &file, filestore.JSONOptions); err != nil {
		return themeFile{}, &unusableFile{"damaged"}
	}
	if file.Version != themeFileVersion {
		return themeFile{}, &unusableFile{"of another version of frontdesk"}
	}
	return file, nil
}

// keep writes a choice. The configured theme itself is no choice.
func (m ThemeMemory) keep(configured, chosen string) error {
	if m.State == nil {
		return nil
	}
	return agentstate.Change(m.State, m.Name, func(content []byte) ([]byte, error) {
		file, err := decodeThemeFile(content)
		if err != nil {
			file = themeFile{} // Chosen has set it aside, or nothing can be lost with it
		}
		file.Version = themeFileVersion
		if file.Chosen == nil {
			file.Chosen = map[string]string{}
		}
		if delete(file.Chosen, configured); chosen != configured {
			file.Chosen[configured] = chosen
		}
		return json.Marshal(file, filestore.JSONOptions)
	})
}

// ThemeKeptMsg is the result of KeepTheme.
type ThemeKeptMsg struct {
	Configured, Chosen string
	Err                error
}

// KeepTheme keeps a theme that was chosen instead of the configured one.
func (c *Backend) KeepTheme(configured, chosen string) tea.Cmd {
	return func() tea.Msg { return ThemeKeptMsg{configured, chosen, c.Themes.keep(configured, chosen)} }
}
