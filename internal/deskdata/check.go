package deskdata

import (
	"cmp"
	gocontext "context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
)

// Desk is what checking an import needs of the desk.
type Desk interface {
	SubStatuses(ctx gocontext.Context) ([]store.SubStatus, error)
	Queues(ctx gocontext.Context) ([]store.Queue, error)
	Agents(ctx gocontext.Context) ([]store.Agent, error)
	CustomerID(ctx gocontext.Context, code string) (int64, error)
	HasCustomer(ctx gocontext.Context, id int64) (bool, error)
	ContactOwner(ctx gocontext.Context, id int64) (int64, error)
	EnquiryOwner(ctx gocontext.Context, id int64) (int64, error)
	HasTicket(ctx gocontext.Context, id string) (bool, error)
}

// position is the position of an entry.
type position struct {
	file string
	line int
}

// checker checks all entries before anything is written. It keeps only the keys of each.
type checker struct {
	context
	ctx       gocontext.Context //nolint:containedctx // lives for one import
	desk      Desk
	set       *fileSet
	faults    *Faults
	keys      map[string]map[string]position // of the files' entries, by kind
	stored    map[string]map[string]bool     // of the desk's settings, by kind
	employees map[string]bool                // keys of employees, of files and desk
	highest   map[string]int64               // the highest number of each table that entries name
	initial   string                         // the desk's default queue
}

func newChecker(ctx gocontext.Context, set *fileSet, own Desk, now time.Time, faults *Faults) (*checker, error) {
	c := &checker{
		ctx:       ctx,
		desk:      own,
		set:       set,
		faults:    faults,
		keys:      map[string]map[string]position{},
		stored:    map[string]map[string]bool{},
		employees: map[string]bool{},
		highest:   map[string]int64{},
	}
	c.context = context{now: now, resolver: c}
	subStatuses, err := own.SubStatuses(ctx)
	if err != nil {
		return nil, err
	}
	queues, err := own.Queues(ctx)
	if err != nil {
		return nil, err
	}
	agents, err := own.Agents(ctx)
	if err != nil {
		return nil, err
	}
	addStored := func(kind, key string) {
		if c.stored[kind] == nil {
			c.stored[kind] = map[string]bool{}
		}
		c.stored[kind][key] = true
	}
	for _, s := range desk.InterfaceSubStatuses {
		addStored("sub-status", s.Key)
	}
	for _, v := range subStatuses {
		addStored("sub-status", v.Key)
	}
	for _, q := range queues {
		addStored("queue", q.Key)
		if q.Default {
			c.initial = q.Key
		}
	}
	for _, a := range agents {
		for _, key := range []string{a.Code, a.Email, a.Name} {
			c.employees[key] = true
		}
	}
	return c, nil
}

// check checks every entry of every kind.
func (c *checker) check() error {
	for _, k := range kinds {
		err := c.set.each(k.name, c.faults, func(e *entry) error {
			k.check(c, e)
			return c.ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	c.faults.sort()
	return nil
}

// addKey adds an entry's key, which no other entry may have.
func (c *checker) addKey(kind, key string, e *entry) {
	if key == "" {
		return
	}
	if c.keys[kind] == nil {
		c.keys[kind] = map[string]position{}
	}
	if first, taken := c.keys[kind][key]; taken {
		c.faults.add(e.file, e.line, "%s %s is there twice: first in %s:%d", kind, key, first.file, first.line)
		return
	}
	c.keys[kind][key] = position{e.file, e.line}
}

// addAlias adds a key by which others may refer to an entry, and which several entries may share.
func (c *checker) addAlias(kind, key string, e *entry) {
	if key == "" || c.hasKey(kind, key) {
		return
	}
	if c.keys[kind] == nil {
		c.keys[kind] = map[string]position{}
	}
	c.keys[kind][key] = position{e.file, e.line}
}

func (c *checker) hasKey(kind, key string) bool {
	_, taken := c.keys[kind][key]
	return taken
}

// setDefaultQueue records which queue the files make the default one.
func (c *checker) setDefaultQueue(key string) { c.initial = key }

// checkReference returns an error for a key that neither the files nor the desk have.
func (c *checker) checkReference(kind, key string) error {
	if kind == "employee" {
		_, err := c.employee(key)
		return err
	}
	if c.hasKey(kind, key) || c.stored[kind][key] {
		return nil
	}
	names := slices.Sorted(maps.Keys(c.stored[kind]))
	names = append(names, slices.Sorted(maps.Keys(c.keys[kind]))...)
	return fmt.Errorf("%q is unknown; %s", key, hint(key, names))
}

func (c *checker) employee(key string) (store.Agent, error) {
	if c.employees[key] {
		return store.Agent{Employee: store.Employee{Code: key}}, nil
	}
	return store.Agent{}, fmt.Errorf("%q is not an employee; %s", key, hint(key, slices.Sorted(maps.Keys(c.employees))))
}

// checkCustomer returns an error unless an entry refers to a customer that the files or the desk have.
func (c *checker) checkCustomer(id int64, code string) error {
	switch {
	case id == 0 && code == "":
		return fmt.Errorf("needs a customer, or a customer_code")
	case id != 0 && c.hasKey("customer", formatID(id)), id == 0 && c.hasKey("customer", "code "+code):
		return nil
	case id != 0:
		exists, err := c.desk.HasCustomer(c.ctx, id)
		if err == nil && !exists {
			return fmt.Errorf("customer %d is neither in the files nor in the desk", id)
		}
		return err
	}
	exists, err := c.desk.CustomerID(c.ctx, code)
	if err == nil && exists == 0 {
		return fmt.Errorf("customer_code %q is neither in the files nor in the desk", code)
	}
	return err
}

// checkOwner returns an error if the desk has a record, found by lookup, of another customer than the one named.
func (c *checker) checkOwner(
	recordName string,
	id int64,
	lookup func(gocontext.Context, int64) (int64, error),
	owner int64,
	code string,
) error {
	if id == 0 {
		return nil
	}
	stored, err := lookup(c.ctx, id)
	if err != nil || stored == 0 {
		return err
	}
	if owner == 0 {
		owner, err = c.desk.CustomerID(c.ctx, code)
	}
	if err == nil && owner != stored {
		return fmt.Errorf("%s %d belongs to customer %d", recordName, id, stored)
	}
	return err
}

func (c *checker) checkTicket(id string) error {
	if c.hasKey("ticket", id) {
		return nil
	}
	exists, err := c.desk.HasTicket(c.ctx, id)
	if err == nil && !exists {
		return fmt.Errorf("ticket %q is neither in the files nor in the desk", id)
	}
	return err
}

// Fault is an error in a file that prevents its import.
type Fault struct {
	File    string
	Line    int // 0: the file as a whole
	Message string
}

func (f Fault) String() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s", f.File, f.Message)
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
}

// Faults are all faults of an import, by file and line.
type Faults struct {
	List []Fault
	More int // how many were found beyond those
}

func (f *Faults) add(file string, line int, format string, args ...any) {
	if len(f.List) >= maxFaults {
		f.More++
		return
	}
	f.List = append(f.List, Fault{file, line, fmt.Sprintf(format, args...)})
}

// addEncoding adds the fault of a file that is not UTF-8.
func (f *Faults) addEncoding(file string, err error) {
	var encoding *safetext.EncodingError
	if errors.As(err, &encoding) && encoding.Encoding == "" {
		f.add(file, encoding.Line, "a byte here is no UTF-8; save the file as UTF-8")
		return
	}
	f.add(file, 0, "%v", err)
}

// count returns the number of faults.
func (f *Faults) count() int { return len(f.List) + f.More }

func (f *Faults) sort() {
	slices.SortStableFunc(f.List, func(x, y Fault) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
	})
}

// errStop stops reading a file whose fault has been reported.
var errStop = errors.New("the rest of the file cannot be read")
