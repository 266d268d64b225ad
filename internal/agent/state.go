package agent

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// State is what is kept of an agent, as one console of the agent sees it. It is safe for concurrent use, by any number
// of consoles of this process and of others.
type State struct {
	*table
	closed sync.Once

	mu     sync.Mutex    // guards the fields below; never held during IO
	own    map[Key]Write // what this console has typed or taken over, as it was then
	faults int           // how many damages of the file were reported
}

// Opener opens the state of an agent in the agent's directory of this host.
type Opener interface {
	Open(dir, account string) (*State, error)
}

// ThisHost opens states that are kept on this host only.
type ThisHost struct{}

// Open implements Opener.
func (ThisHost) Open(dir, _ string) (*State, error) {
	t, err := openTable(dir)
	if err != nil {
		return nil, err
	}
	return newState(t), nil
}

func newState(t *table) *State {
	return &State{table: t, own: map[Key]Write{}}
}

// openTable opens the rows of an agent who has a directory.
func openTable(dir string) (*table, error) {
	account, agent := filepath.Clean(dir), unnamed
	if name := filepath.Base(dir); strings.HasPrefix(name, agentDir) {
		account, agent = filepath.Dir(account), name
	}
	f, err := openFile(account)
	if err != nil {
		return nil, err
	}
	return &table{file: f, agent: agent}, nil
}

// unnamed is the name of an agent who has none.
const unnamed = "agent"

// Close ends the use of the state by a console. It may be called again.
func (s *State) Close() (err error) {
	s.closed.Do(func() { err = s.file.close() })
	return err
}

// Path returns where this host keeps the state.
func (s *State) Path() string { return s.file.path }

// fault returns the damage of the file that was not reported yet.
func (s *State) fault() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	err, s.faults = s.file.fault(s.faults)
	return err
}

// Place returns the directory of an agent for an account, below the program's data directory. Agents may share an
// operating system user: a named agent has a directory in the account's, named by a hash because agent names are
// untrusted. Their rows are in the account's file.
func Place(data, account, agent string) string {
	dir := filepath.Join(data, Folder, accountDir+url.PathEscape(account))
	if agent == "" {
		return dir
	}
	sum := sha256.Sum256([]byte(agent))
	return filepath.Join(dir, agentDir+hex.EncodeToString(sum[:8]))
}

// AdoptUnnamed gives the rows that were kept before the agent had a name to the agent in a directory, and reports true,
// unless another agent has rows in the file. What another console is sending stays.
func AdoptUnnamed(dir string) (adopted bool, err error) {
	t, err := openTable(dir)
	if err != nil {
		return false, err
	}
	if t.agent != unnamed {
		err = t.change(func(tx *sql.Tx) error {
			err := tx.QueryRow(`SELECT NOT EXISTS (SELECT 1 FROM row WHERE agent NOT IN (?, ?))`, t.agent, unnamed).Scan(&adopted)
			if err == nil && adopted {
				err = t.adopt(tx)
			}
			return err
		})
	}
	if err = errors.Join(err, t.file.close()); err != nil {
		return false, fmt.Errorf("what was typed before you had a name stays where it is: %w", err)
	}
	return adopted, nil
}

// adopt gives the agent the rows of the unnamed one, but for what a console works on.
func (t *table) adopt(tx *sql.Tx) error {
	others := &table{file: t.file, agent: unnamed}
	found, err := others.runsIn(tx, `kind='run'`)
	if err != nil {
		return err
	}
	busy := []string{}
	for _, r := range slices.DeleteFunc(found, func(r Run) bool { return !others.isInUse(r) }) {
		busy = append(busy, r.ID)
	}
	runs, err := encode(busy)
	if err == nil {
		_, err = tx.Exec(`UPDATE OR IGNORE row SET agent=? WHERE agent=? AND stage<>'sending' AND NOT EXISTS (
			SELECT 1 FROM json_each(?) WHERE row.id=value OR row.id LIKE value||'-%')`, t.agent, unnamed, string(runs))
	}
	return err
}
