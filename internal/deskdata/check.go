package deskdata

import (
	gocontext "context"
	"fmt"
	"maps"
	"slices"
	"time"

	"frontdesk/internal/store"
)

// Desk is what an import asks of the desk while it is checked.
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

// place is where an entry stands.
type place struct {
	file string
	line int
}

// checker looks through all entries before anything is written. What it remembers of each is its keys.
type checker struct {
	context
	ctx     gocontext.Context //nolint:containedctx // lives for one import
	desk    Desk
	set     *Set
	faults  *Faults
	keys    map[string]map[string]place // of the files' entries, by kind
	there   map[string]map[string]bool  // of the desk's settings, by kind
	people  map[string]bool             // keys of employees, of files and desk
	highest map[string]int64            // the highest number of each table that entries name
	initial string                      // the desk's default queue
}

// BuiltIn are the sub-statuses that every desk has.
var BuiltIn = []string{"CL", "P", "PS", "US"}

func newChecker(ctx gocontext.Context, set *Set, desk Desk, zone *time.Location, faults *Faults) (*checker, error) {
	c := &checker{
		ctx: ctx, desk: desk, set: set, faults: faults, keys: map[string]map[string]place{}, there: map[string]map[string]bool{},
		people: map[string]bool{}, highest: map[string]int64{},
	}
	c.context = context{zone: zone, known: c}
	subStatuses, err := desk.SubStatuses(ctx)
	if err != nil {
		return nil, err
	}
	queues, err := desk.Queues(ctx)
	if err != nil {
		return nil, err
	}
	agents, err := desk.Agents(ctx)
	if err != nil {
		return nil, err
	}
	there := func(kind, key string) {
		if c.there[kind] == nil {
			c.there[kind] = map[string]bool{}
		}
		c.there[kind][key] = true
	}
	for _, key := range BuiltIn {
		there("sub-status", key)
	}
	for _, v := range subStatuses {
		there("sub-status", v.Key)
	}
	for _, q := range queues {
		there("queue", q.Key)
		if q.Default {
			c.initial = q.Key
		}
	}
	for _, a := range agents {
		for _, key := range []string{a.Code, a.Email, a.Name} {
			c.people[key] = true
		}
	}
	return c, nil
}

// check looks through every entry of every kind.
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

// claim takes a key for an entry; another one may not have it.
func (c *checker) claim(kind, key string, e *entry) {
	if key == "" {
		return
	}
	if c.keys[kind] == nil {
		c.keys[kind] = map[string]place{}
	}
	if first, taken := c.keys[kind][key]; taken {
		c.faults.add(e.file, e.line, "%s %s is there twice: first in %s:%d", kind, key, first.file, first.line)
		return
	}
	c.keys[kind][key] = place{e.file, e.line}
}

// refer lets other entries name an entry by a key that is not its own alone.
func (c *checker) refer(kind, key string, e *entry) {
	if key == "" || c.claimed(kind, key) {
		return
	}
	if c.keys[kind] == nil {
		c.keys[kind] = map[string]place{}
	}
	c.keys[kind][key] = place{e.file, e.line}
}

func (c *checker) claimed(kind, key string) bool {
	_, taken := c.keys[kind][key]
	return taken
}

// defaultQueue notes which queue the files make the default one.
func (c *checker) defaultQueue(key string) { c.initial = key }

// reference is nil for a key that the files or the desk have.
func (c *checker) reference(kind, key string) error {
	if kind == "employee" {
		_, err := c.employee(key)
		return err
	}
	if c.claimed(kind, key) || c.there[kind][key] {
		return nil
	}
	names := slices.Sorted(maps.Keys(c.there[kind]))
	names = append(names, slices.Sorted(maps.Keys(c.keys[kind]))...)
	return fmt.Errorf("%q is unknown; %s", key, hint(key, names))
}

func (c *checker) employee(key string) (store.Agent, error) {
	if c.people[key] {
		return store.Agent{Employee: store.Employee{Code: key}}, nil
	}
	return store.Agent{}, fmt.Errorf("%q is no employee; %s", key, hint(key, slices.Sorted(maps.Keys(c.people))))
}

// belongs is nil where a customer is named that the files or the desk have.
func (c *checker) belongs(id int64, code string) error {
	switch {
	case id == 0 && code == "":
		return fmt.Errorf("needs a customer, or a customer_code")
	case id != 0 && c.claimed("customer", numbered(id)), id == 0 && c.claimed("customer", "code "+code):
		return nil
	case id != 0:
		there, err := c.desk.HasCustomer(c.ctx, id)
		if err == nil && !there {
			return fmt.Errorf("customer %d is neither in the files nor in the desk", id)
		}
		return err
	}
	there, err := c.desk.CustomerID(c.ctx, code)
	if err == nil && there == 0 {
		return fmt.Errorf("customer_code %q is neither in the files nor in the desk", code)
	}
	return err
}

// keepsOwner returns an error if the desk has a record, found by lookup, of another customer than the one named.
func (c *checker) keepsOwner(what string, id int64, lookup func(gocontext.Context, int64) (int64, error), owner int64, code string) error {
	if id == 0 {
		return nil
	}
	there, err := lookup(c.ctx, id)
	if err != nil || there == 0 {
		return err
	}
	if owner == 0 {
		owner, err = c.desk.CustomerID(c.ctx, code)
	}
	if err == nil && owner != there {
		return fmt.Errorf("%s %d belongs to customer %d", what, id, there)
	}
	return err
}

func (c *checker) hasTicket(id string) error {
	if c.claimed("ticket", id) {
		return nil
	}
	there, err := c.desk.HasTicket(c.ctx, id)
	if err == nil && !there {
		return fmt.Errorf("ticket %q is neither in the files nor in the desk", id)
	}
	return err
}
