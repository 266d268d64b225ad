package deskdata

import (
	gocontext "context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
)

// Counts holds how many entries of a kind were added, changed and left as they are, or written to files.
type Counts struct {
	Kind                               string
	Added, Changed, Unchanged, Written int
}

func (c Counts) String() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{c.Added, "added"}, {c.Changed, "changed"}, {c.Unchanged, "unchanged"}, {c.Written, "written"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return c.Kind + ": " + strings.Join(parts, ", ")
}

// errFaults reports that nothing was imported, because the files have faults.
var errFaults = errors.New("nothing was imported")

// Import checks all files below paths and then writes what they hold into a desk, in one transaction. With faults
// nothing is written, and errFaults comes with all of them.
func Import(
	ctx gocontext.Context,
	desk *store.Store,
	zone *time.Location,
	now time.Time,
	paths ...string,
) ([]Counts, *Faults, error) {
	now = now.In(zone)
	set, c, err := checkAll(ctx, desk, now, paths)
	if err != nil {
		return nil, nil, err
	}
	faults := c.faults
	if faults.count() > 0 {
		return nil, faults, errFaults
	}
	closed, err := closedSubStatuses(ctx, desk, set)
	if err != nil {
		return nil, nil, err
	}
	var counts []Counts
	err = desk.Import(ctx, func(i *store.Import) error {
		l := &loader{desk: i, closed: closed, set: set, highest: c.highest, initial: c.initial}
		l.context = context{now: now, resolver: l}
		counts, err = l.load(ctx)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return counts, faults, nil
}

// checkAll checks all files below paths; the faults are those of the checker.
func checkAll(ctx gocontext.Context, desk Desk, now time.Time, paths []string) (*fileSet, *checker, error) {
	set, faults, err := openSet(paths...)
	if err != nil {
		return nil, nil, err
	}
	c, err := newChecker(ctx, set, desk, now, faults)
	if err != nil {
		return nil, nil, err
	}
	err = c.check()
	return set, c, err
}

// closedSubStatuses returns the keys under which a ticket is closed once the files are imported.
func closedSubStatuses(ctx gocontext.Context, own Desk, set *fileSet) (map[string]bool, error) {
	closed := map[string]bool{}
	for _, v := range desk.InterfaceSubStatuses {
		closed[v.Key] = v.Status == desk.ClosedStatus
	}
	there, err := own.SubStatuses(ctx)
	if err != nil {
		return nil, err
	}
	for _, v := range there {
		closed[v.Key] = v.Status == desk.ClosedStatus
	}
	return closed, set.each(subStatuses.name, &Faults{}, func(e *entry) error {
		if status, given := e.lookup("status"); given {
			closed[e.text("key")] = status == desk.ClosedStatus
		}
		return nil
	})
}

// loader writes checked entries.
type loader struct {
	context
	desk    *store.Import
	set     *fileSet
	closed  map[string]bool
	highest map[string]int64
	initial string
}

func (l *loader) load(ctx gocontext.Context) ([]Counts, error) {
	for table, highest := range l.highest {
		if table != "" {
			if err := l.desk.Reserve(table, highest); err != nil {
				return nil, err
			}
		}
	}
	var all []Counts
	faults := &Faults{}
	for _, k := range kinds {
		counts := Counts{Kind: k.name}
		err := l.set.each(k.name, faults, func(e *entry) error {
			outcome, err := k.write(l, e)
			switch outcome {
			case store.Added:
				counts.Added++
			case store.Changed:
				counts.Changed++
			case store.Unchanged:
				counts.Unchanged++
			}
			return errors.Join(err, ctx.Err())
		})
		if err == nil && faults.count() > 0 {
			err = fmt.Errorf("a file changed while it was imported: %s", faults.List[0])
		}
		if err != nil {
			return nil, err
		}
		if counts != (Counts{Kind: k.name}) {
			all = append(all, counts)
		}
	}
	if l.initial != "" {
		return all, l.desk.ClearOtherDefaults(l.initial)
	}
	return all, nil
}

func (l *loader) checkReference(string, string) error { return nil } // it was checked

func (l *loader) employee(key string) (store.Agent, error) {
	a, found := l.desk.Employee(key)
	if !found {
		return a, fmt.Errorf("%q is no longer an employee", key)
	}
	return a, nil
}

// customer returns the id of the customer that an entry names, 0 for none.
func (l *loader) customer(id int64, code string) int64 {
	if id != 0 || code == "" {
		return id
	}
	return l.desk.CustomerID(code)
}

// ImportFiles imports files and prints the counts. Faults are printed to errOut, one a line; the error holds their
// number.
func ImportFiles(
	ctx gocontext.Context,
	desk *store.Store,
	zone *time.Location,
	paths []string,
	out, errOut io.Writer,
) error {
	counts, faults, err := Import(ctx, desk, zone, time.Now(), paths...)
	if errors.Is(err, errFaults) {
		return printFaults(faults, errOut)
	}
	if err != nil {
		return err
	}
	for _, c := range counts {
		_, _ = fmt.Fprintln(out, c)
	}
	return nil
}

// CheckNewDesk checks files before store.Open creates the desk in the file db, so that files with faults leave no desk
// behind. It prints the faults as ImportFiles does. A desk that exists is left to ImportFiles.
func CheckNewDesk(ctx gocontext.Context, db string, zone *time.Location, paths []string, errOut io.Writer) error {
	if _, err := os.Stat(db); store.IsPostgres(db) || !errors.Is(err, fs.ErrNotExist) {
		return nil // opening the desk says what is wrong
	}
	_, c, err := checkAll(ctx, emptyDesk{}, time.Now().In(zone), paths)
	if err != nil || c.faults.count() == 0 {
		return err
	}
	return printFaults(c.faults, errOut)
}

// emptyDesk is a desk without records.
type emptyDesk struct{}

func (emptyDesk) SubStatuses(gocontext.Context) ([]store.SubStatus, error) { return nil, nil }
func (emptyDesk) Queues(gocontext.Context) ([]store.Queue, error)          { return nil, nil }
func (emptyDesk) Agents(gocontext.Context) ([]store.Agent, error)          { return nil, nil }
func (emptyDesk) CustomerID(gocontext.Context, string) (int64, error)      { return 0, nil }
func (emptyDesk) HasCustomer(gocontext.Context, int64) (bool, error)       { return false, nil }
func (emptyDesk) ContactOwner(gocontext.Context, int64) (int64, error)     { return 0, nil }
func (emptyDesk) EnquiryOwner(gocontext.Context, int64) (int64, error)     { return 0, nil }
func (emptyDesk) HasTicket(gocontext.Context, string) (bool, error)        { return false, nil }

// printFaults prints faults, one a line, and returns an error with their number.
func printFaults(faults *Faults, errOut io.Writer) error {
	for _, fault := range faults.List {
		_, _ = fmt.Fprintln(errOut, safetext.Message(fault.String()))
	}
	return fmt.Errorf("%w: %s", errFaults, faultCount(faults))
}

func faultCount(f *Faults) string {
	switch n := f.count(); {
	case n == 1:
		return "1 fault found"
	case f.More > 0:
		return fmt.Sprintf("%d faults found, the first %d of them named above", n, len(f.List))
	default:
		return fmt.Sprintf("%d faults found", n)
	}
}
