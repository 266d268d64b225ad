package backend

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/go-json-experiment/json"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
)

// InboxState is how an agent has left the inbox.
type InboxState struct {
	View   string               `json:"view,omitempty"`   // by name
	Sorts  map[string]SortState `json:"sorts,omitempty"`  // by view, where the agent has chosen an order
	Filter string               `json:"filter,omitempty"` // as typed
	Ticket string               `json:"ticket,omitempty"` // the number under the cursor
	// Dividers is by how many columns each divider was moved to the right, by the name of the layout.
	Dividers map[string][]int `json:"dividers,omitempty"`
	Welcomed bool             `json:"welcomed,omitempty"` // the welcome was shown
}

// SortState is a sort order by the name of its column.
type SortState struct {
	By      string `json:"by"`
	Reverse bool   `json:"reverse,omitempty"`
}

// inboxFileName is the file of an InboxState, beside the drafts.
const inboxFileName = "inbox.json"

// SettingsKind is how the inbox was left and the chosen theme as a kind of an agent's documents. Of two versions that
// of this host stays, where the agent works.
var SettingsKind = agentstate.Kind{Suffix: ".json"}

// inboxFileVersion changes when an older program would misread the file.
const inboxFileVersion = 1

// inboxFile is the content of the file.
type inboxFile struct {
	Version int `json:"version"`
	InboxState
	Wider int `json:"wider,omitempty"` // the only divider, in files of versions that had one
}

// maxInboxFile is the maximum size of the file; a larger one is not ours.
const maxInboxFile = 64 << 10

// InboxMemory keeps how an agent has left the inbox, on disk. Of two consoles of an agent the last one is
// remembered. A nil InboxMemory remembers nothing.
type InboxMemory struct {
	state agentstate.Store
	disk  sync.Mutex // held while it is written

	mu      sync.Mutex // guards the fields below; never held during IO
	last    InboxState // as last given
	written InboxState
	busy    bool // a command is about to write
}

// openInboxMemory reads how the inbox was left. What cannot be used, such as a file of a newer version, is set aside;
// the error tells why, and where it is.
func openInboxMemory(state agentstate.Store) (*InboxMemory, error) {
	m := &InboxMemory{state: state}
	left, err := readInboxFile(state)
	var unusable *unusableFile
	if errors.As(err, &unusable) {
		return m, fmt.Errorf("the inbox could not be restored: %w; it is kept as %s", err, keptAs(state, inboxFileName))
	}
	if err != nil {
		return m, fmt.Errorf("the inbox could not be restored: %w", err)
	}
	m.last, m.written = left, left
	return m, nil
}

// keptAs sets a document aside that cannot be used, and returns where it is kept.
func keptAs(state agentstate.Store, name string) string {
	var aside *filestore.CorruptError
	if errors.As(state.SetAside(name, "the file", nil), &aside) {
		return aside.Path
	}
	return state.Path(name)
}

// unusableFile is why the content of a file cannot be used.
type unusableFile struct{ why string }

// Error returns the reason.
func (u *unusableFile) Error() string { return "the file is " + u.why }

func readInboxFile(state agentstate.Store) (InboxState, error) {
	there, err := state.Get(inboxFileName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return InboxState{}, nil
	case err != nil:
		return InboxState{}, err
	case len(there.Content) > maxInboxFile:
		return InboxState{}, &unusableFile{"too large"}
	}
	var file inboxFile
	if err := json.Unmarshal(there.Content, &file, filestore.JSONOptions); err != nil {
		return InboxState{}, &unusableFile{"damaged"}
	}
	if file.Version != inboxFileVersion {
		return InboxState{}, &unusableFile{"of another version of frontdesk"}
	}
	if file.Wider != 0 && file.Dividers == nil {
		file.Dividers = map[string][]int{"list-ticket": {file.Wider}}
	}
	file.Filter = safetext.LineFromText(file.Filter).String()
	return file.InboxState, nil
}

// State returns how the inbox was left.
func (m *InboxMemory) State() InboxState {
	if m == nil {
		return InboxState{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last
}

// note notes a state. It reports whether the caller has to write it.
func (m *InboxMemory) note(state InboxState) bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	state.Welcomed = state.Welcomed || m.last.Welcomed
	m.last = state
	if m.busy || reflect.DeepEqual(m.last, m.written) {
		return false
	}
	m.busy = true
	return true
}

// flush writes the last state, unless it is written.
func (m *InboxMemory) flush() error {
	if m == nil {
		return nil
	}
	m.disk.Lock()
	defer m.disk.Unlock()
	m.mu.Lock()
	state, known := m.last, reflect.DeepEqual(m.last, m.written)
	m.busy = false
	m.mu.Unlock()
	if known {
		return nil
	}
	content, err := json.Marshal(inboxFile{Version: inboxFileVersion, InboxState: state}, filestore.JSONOptions)
	if err == nil {
		err = agentstate.Change(m.state, inboxFileName, func([]byte) ([]byte, error) { return content, nil })
	}
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.written = state
	return nil
}

// rememberDelay is how long changes are collected: the cursor moves with many keys.
const rememberDelay = 15 * time.Second

// InboxRememberedMsg is the result of RememberInbox.
type InboxRememberedMsg struct{ Err error }

// RememberInbox writes how the inbox is left, outside the event loop and after a while. FlushDrafts writes it at the
// end.
func (c *Backend) RememberInbox(state InboxState) tea.Cmd {
	if !c.Inbox.note(state) {
		return nil
	}
	return func() tea.Msg {
		if !c.Sleep(c.Context, rememberDelay) {
			return nil
		}
		return InboxRememberedMsg{c.Inbox.flush()}
	}
}
