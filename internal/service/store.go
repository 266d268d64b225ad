package service

import (
	"context"
	"iter"
	"time"

	"frontdesk/internal/store"
)

// rows are the rows of a pull.
type rows[T any] = iter.Seq2[store.LazyRow[T], error]

// Store is the desk that a service answers from. A store.Store is one, on SQLite as well as on PostgreSQL. The
// functions that changes are made with may run more than once.
type Store interface {
	AddTicket(ctx context.Context, t store.Ticket) (store.Ticket, error)
	UpdateTicket(ctx context.Context, id string, change func(*store.Ticket) (store.Note, error)) (store.Ticket, error)
	Tickets(ctx context.Context, ids []string) ([]store.Ticket, error)
	EachTicket(ctx context.Context, ids []string) iter.Seq2[store.Ticket, error]
	PullTickets(ctx context.Context, from, to time.Time, limit int) (int, rows[store.Ticket], error)

	SaveCustomer(
		ctx context.Context,
		id, enquiry int64,
		change func(*store.Customer, *store.Enquiry) (hasEnquiry bool, err error),
	) (store.Customer, error)
	PullCustomers(ctx context.Context, f store.Filter, p store.Page) rows[store.Customer]

	SaveOrder(
		ctx context.Context,
		key store.OrderRef,
		change func(*store.OrderAggregate) error,
	) (store.OrderAggregate, error)
	PullOrders(ctx context.Context, f store.Filter, p store.Page) (int, rows[store.Order], error)

	SearchArticles(ctx context.Context, key string, limit int) ([]store.Article, error)
	Categories(ctx context.Context) ([]store.Category, error)

	SubStatuses(ctx context.Context) ([]store.SubStatus, error)
	Queues(ctx context.Context) ([]store.Queue, error)
	Dispositions(ctx context.Context) ([]string, error)
	SLARules(ctx context.Context) ([]store.SLARule, error)
	Generation() int64 // changes when this process loads or imports data

	Ping(ctx context.Context) error       // why nothing can be read
	CheckWrite(ctx context.Context) error // why nothing can be written
}
