package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/config"
	"frontdesk/internal/filestore"
)

// terminal reports the size, the colours (from the environment) and the features (queried from the terminal) of the
// terminal.
func (d *doctor) terminal() {
	file, ok := d.Out.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		d.add("terminal", statusNote, "standard output is no terminal; the console needs one")
		return
	}
	columns, rows, err := term.GetSize(file.Fd())
	size := "size not known"
	if err == nil && columns > 0 {
		size = fmt.Sprintf("%d×%d", columns, rows)
	}
	v := statusOK
	if err == nil && columns > 0 && (columns < leastColumns || rows < leastRows) {
		v, size = StatusFail, fmt.Sprintf("%s (the console needs %d×%d)", size, leastColumns, leastRows)
	}
	colours := strings.ToLower(colorprofile.Detect(file, os.Environ()).String())
	if d.Env("NO_COLOR") != "" {
		colours = "none (NO_COLOR)"
	}
	reply := askTerminal(file)
	d.add("terminal", v, "%s, %s, colours: %s; width of emoji families: %s; clipboard (OSC 52): %s",
		cmp.Or(d.Env("TERM"), "TERM is not set"), size, colours, reply.width(), reply.clipboard(d.Env("TMUX") != ""))
}

// configuration reports the path of the configuration file and the chosen account.
func (d *doctor) configuration(c *config.Config) {
	account := "no account is named"
	if !c.Account.IsEmpty() {
		account = "account " + c.Account.String() + " by " + c.Origins["account"].String()
	}
	d.add("configuration", statusOK, "%s; %s", c.Location(), account)
}

// keys reports rejected key bindings.
func (d *doctor) keys(c *config.Config) {
	lines := c.AllKeyErrors()
	for _, line := range lines {
		d.add("keys", StatusFail, "%s", line)
	}
	if len(lines) == 0 && len(c.Keys) > 0 {
		d.add("keys", statusOK, "%d actions have other keys than the usual ones", len(c.Keys))
	}
}

// keyring reports that the keyring is not in use; otherwise resolveSecrets reports on it.
func (d *doctor) keyring(c *config.Config) {
	if c.TokenFrom.Keyring == (config.KeyringEntry{}) && c.OrderPasswordFrom.Keyring == (config.KeyringEntry{}) {
		d.add("keyring", statusNote, "not asked: no credential is kept there")
	}
}

// data checks the directory of the drafts and the embedded desk.
func (d *doctor) data(c *config.Config) {
	if c.DataDir == "" {
		d.add("data", StatusFail, "there is no place for drafts: set HOME or XDG_DATA_HOME")
		return
	}
	existing, err := nearestExistingDir(c.DataDir)
	if err == nil {
		err = writable(existing)
	}
	switch {
	case err != nil:
		d.add("data", StatusFail, "nothing can be kept in %s: %v", c.DataDir, err)
		return
	case existing != c.DataDir:
		d.add("data", statusNote, "%s is made when something is kept", c.DataDir)
		return
	}
	drafts, damaged := countDrafts(filepath.Join(c.DataDir, "drafts"))
	d.add("data", statusOK, "%s; %d drafts wait", c.DataDir, drafts)
	if len(damaged) > 0 {
		d.add("data", statusNote, "%d damaged files were set aside, the first is %s", len(damaged), damaged[0])
	}
}

// nearestExistingDir returns path, or its nearest ancestor that exists.
func nearestExistingDir(path string) (string, error) {
	_, err := os.Stat(path)
	if above := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) && above != path {
		return nearestExistingDir(above)
	}
	return path, filestore.WithoutPath(err)
}

// writable checks that a file can be created in dir, and removes it again.
func writable(dir string) error {
	probe, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return fmt.Errorf("%s: %w", dir, filestore.WithoutPath(err))
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// countDrafts counts the drafts of all accounts, and lists the files that were set aside as damaged.
func countDrafts(dir string) (drafts int, damaged []string) {
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error { // skips unreadable directories
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // the others are counted all the same
		}
		switch filepath.Ext(path) {
		case ".draft":
			drafts++
		case ".damaged":
			damaged = append(damaged, path)
		}
		return nil
	})
	return drafts, damaged
}

const leastColumns, leastRows = 50, 12 // minimum of the console's layout

// maxSkew is the tolerated difference between two clocks; beyond it days and callbacks go wrong.
const maxSkew = 2 * time.Minute

// firstYear is the year of the first release, the lower bound of the clock for builds without a build time.
const firstYear = 2026

// clock reports the time in the account's zone and, if it differs, in the display zone. It fails if the clock is
// earlier than the build.
func (d *doctor) clock(c *config.Config) {
	now := d.now().In(c.Zone)
	from := c.Origins["time_zone"].String()
	if from == string(config.Default) {
		from = "the machine's"
	}
	v, past := statusOK, ""
	if now.Before(builtAt()) || now.Year() < firstYear {
		v, past = StatusFail, "; that is before this program was made: set the clock"
	}
	d.add("clock", v, "%s, zone %s (%s)%s", now.Format("2006-01-02 15:04:05 -07:00"), c.Zone, from, past)
	if c.DisplayZone != nil && c.DisplayZone.String() != c.Zone.String() {
		d.add("your clock", statusOK, "%s, zone %s (%s): times are shown and typed by it, days are the account's",
			now.In(c.DisplayZone).Format("2006-01-02 15:04:05 -07:00"), c.DisplayZone, c.Origins["display_zone"])
	}
}

// serviceClock compares the local clock with that of the service.
func (d *doctor) serviceClock(times *dateRecorder) {
	skew, known := times.clockSkew(d.now)
	switch difference := skew.Abs().Round(time.Second); {
	case !known:
		d.add("service clock", statusNote, "no answer said what time it is there")
	case difference > maxSkew && skew > 0:
		d.add("service clock", StatusFail, "%v ahead of this machine's: one of them is wrong, and days and callbacks with it", difference)
	case difference > maxSkew:
		d.add("service clock", StatusFail, "%v behind this machine's: one of them is wrong, and days and callbacks with it", difference)
	default:
		d.add("service clock", statusOK, "agrees with this machine's")
	}
}

// dateRecorder is a transport that records the Date header of responses.
type dateRecorder struct {
	next http.RoundTripper
	mu   sync.Mutex
	said time.Time
	at   time.Time // when that response arrived; has a monotonic reading
}

func newDateRecorder(next http.RoundTripper) *dateRecorder { return &dateRecorder{next: next} }

// RoundTrip implements http.RoundTripper.
func (t *dateRecorder) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return answer, err
	}
	if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.said, t.at = date, time.Now()
	}
	return answer, nil
}

// clockSkew returns how far the service's clock is ahead of now; false if no response had a date.
func (t *dateRecorder) clockSkew(now func() time.Time) (time.Duration, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.said.Add(time.Since(t.at)).Sub(now()), !t.said.IsZero()
}

// builtAt returns the time of the commit that the program was built from; zero if unknown.
func builtAt() time.Time {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return time.Time{}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			at, _ := time.Parse(time.RFC3339, s.Value) // zero if it cannot be parsed
			return at
		}
	}
	return time.Time{}
}
