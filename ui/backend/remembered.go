package backend

import (
	"fmt"
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/safetext"
)

// InboxState is how an agent has left the inbox.
type InboxState struct {
	View     string               `json:"view,omitempty"`     // by name
	Sorts    map[string]SortState `json:"sorts,omitempty"`    // by view, where the agent has chosen an order
	Filter   string               `json:"filter,omitempty"`   // as typed
	Ticket   string               `json:"ticket,omitempty"`   // the number under the cursor
	Preview  bool                 `json:"preview,omitempty"`  // the ticket is shown below the list of a narrow window
	Welcomed bool                 `json:"welcomed,omitempty"` // the welcome was shown
}

// SortState is a sort order by the name of its column.
type SortState struct {
	By      string `json:"by"`
	Reverse bool   `json:"reverse,omitempty"`
}

// inboxSetting is the name of the setting that keeps an InboxState.
const inboxSetting = "inbox"

// InboxMemory keeps how an agent has left the inbox, on disk. Of two consoles of an agent the last one is
// remembered. A nil InboxMemory remembers nothing.
type InboxMemory struct {
	kept agent.Setting
	disk sync.Mutex // held while it is written

	mu      sync.Mutex // guards the fields below; never held during IO
	last    InboxState // as last given
	written InboxState
	busy    bool // a command is about to write
}

// openInboxMemory reads how the inbox was left. An error tells why it cannot be restored.
func openInboxMemory(kept agent.Setting) (*InboxMemory, error) {
	m := &InboxMemory{kept: kept}
	var left InboxState
	if err := kept.Load(&left); err != nil {
		return m, fmt.Errorf("the inbox could not be restored: %w", err)
	}
	left.Filter = safetext.LineFromText(left.Filter).String()
	m.last, m.written = left, left
	return m, nil
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
	if err := m.kept.Keep(state); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.written = state
	return nil
}

// rememberDelay is how long changes are collected: the cursor moves with many keys.
const rememberDelay = 15 * time.Second

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
		return WrittenMsg{InboxLook, c.Inbox.flush()}
	}
}
