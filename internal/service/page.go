package service

import (
	"iter"
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

var (
	errLimit  = &failure{http.StatusBadRequest, "limit must be a number from 1 to 10000"}
	errOffset = &failure{http.StatusBadRequest, "offset must be a number from 0"}
)

// untold is the totalCount of answers that have none.
const untold = -1

// page is the part of its rows that a pull asks for (interface.md, Limits; decisions.md, Sizes).
func page(limit, offset wire.Number) (store.Page, error) {
	p := store.Page{Limit: wire.DefaultPage, Offset: int(offset.Value)}
	if limit.Given {
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

// pour writes the answer to a pull row by row as they are read, so that a long day needs no memory.
func pour[T any](s *Service, w http.ResponseWriter, total int, rows iter.Seq2[T, error], record func(T) any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if err := write(jsontext.NewEncoder(w), total, rows, record); err != nil {
		s.Log.Error("a pull broke off", "fault", err)
		panic(http.ErrAbortHandler) // the code is sent already: only a cut connection tells the caller
	}
	return nil
}

func write[T any](out *jsontext.Encoder, total int, rows iter.Seq2[T, error], record func(T) any) error {
	opening := []jsontext.Token{jsontext.BeginObject, jsontext.String("totalCount"), jsontext.Int(int64(total)), jsontext.String("message"), jsontext.BeginArray}
	if total == untold {
		opening = append(opening[:1], opening[3:]...)
	}
	err := tokens(out, opening...)
	for row, fault := range rows {
		if err == nil {
			err = fault
		}
		if err == nil {
			err = json.MarshalEncode(out, record(row), json.Deterministic(true))
		}
		if err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return tokens(out, jsontext.EndArray, jsontext.String("status"), jsontext.String(wire.StatusSuccess), jsontext.EndObject)
}

func tokens(out *jsontext.Encoder, all ...jsontext.Token) error {
	for _, token := range all {
		if err := out.WriteToken(token); err != nil {
			return err
		}
	}
	return nil
}
