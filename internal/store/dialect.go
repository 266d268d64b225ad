package store

import "context"

// dialect is what the statements of the two engines differ in. The rest of the SQL in this package suits both.
type dialect struct {
	in, notIn      string // conditions on a column and a list, see listArgument
	nameContains   string // condition on a customer c and the argument of namePattern
	never          string // condition that nothing meets
	beginSnapshot  string // begins a transaction that only reads, and always the same
	findsFewFirst  bool   // few orders of a filter have to be found before they are sorted, see ordersPage
	searchArticles string // with the arguments of articleMatch and a limit

	on func(connection) querier // runs queries

	listArgument func(values any) any     // a []string or []int64 as one argument
	namePattern  func(part string) string // folded
	articleMatch func(words []string) string

	// insertNumbered inserts tickets with the next numbers, and returns these: 0 where the external id is taken.
	insertNumbered func(ctx context.Context, tx *transaction, tickets []*Ticket) ([]int64, error)

	nextID  func(ctx context.Context, tx *transaction, table, column string) (int64, error)
	reserve func(ctx context.Context, tx *transaction, table, column string, highest int64) error
	// addedID is called after records with ids of their own were added.
	addedID func(ctx context.Context, tx *transaction, table, column string) error
	lock    func(ctx context.Context, tx *transaction, table, column string, key any) error
	lockAll func(ctx context.Context, tx *transaction, what lockName) error

	writeArticle func(w *writer, a *Article, record string) // with its title for searches
}

// lockName names what only one transaction may do at a time.
type lockName int64

// The locks.
const (
	lockImport    lockName = iota + 1 // filling a desk
	lockEmployees                     // finding an employee or adding one
)

// connection is a connection to either engine.
type connection interface {
	querier
	execer
}
