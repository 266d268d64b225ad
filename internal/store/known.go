package store

import "context"

// CustomerID is the id of the oldest customer of a code, 0 for none.
func (s *Store) CustomerID(ctx context.Context, code string) (int64, error) {
	return s.number(ctx, "SELECT coalesce(min(id), 0) FROM customers WHERE code = ?", code)
}

// HasCustomer says whether there is a customer of an id.
func (s *Store) HasCustomer(ctx context.Context, id int64) (bool, error) {
	n, err := s.number(ctx, "SELECT count(*) FROM customers WHERE id = ?", id)
	return n > 0, err
}

// HasEnquiry says whether there is an enquiry of an id.
func (s *Store) HasEnquiry(ctx context.Context, id int64) (bool, error) {
	n, err := s.number(ctx, "SELECT count(*) FROM enquiries WHERE id = ?", id)
	return n > 0, err
}

// HasTicket says whether there is a ticket of an external id.
func (s *Store) HasTicket(ctx context.Context, id string) (bool, error) {
	n, err := s.number(ctx, "SELECT count(*) FROM tickets WHERE ticket_id = ?", id)
	return n > 0, err
}

func (s *Store) number(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = s.read.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}
