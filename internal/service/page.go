package service

import (
	"net/http"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

var (
	errLimit  = &apiError{http.StatusBadRequest, "limit must be a number from 1 to 10000"}
	errOffset = &apiError{http.StatusBadRequest, "offset must be a number from 0"}
)

// unknownTotal is the totalCount of answers that have none.
const unknownTotal = -1

// page is the part of its rows that a pull asks for (PROTOCOL.md 6.1 and 6.2).
func page(limit, offset wire.LooseInt) (store.Page, error) {
	p := store.Page{Limit: wire.DefaultPageSize, Offset: int(offset.Value)}
	if limit.Valid {
		p.Limit = int(limit.Value)
	}
	switch {
	case p.Limit < 1 || p.Limit > maxLimit:
		return p, errLimit
	case p.Offset < 0:
		return p, errOffset
	}
	return p, nil
}
