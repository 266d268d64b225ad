package store

import (
	"context"
	"encoding/json"
	"strings"
)

// sqliteDialect is that of SQLite. Locks are not needed, because there is one writer.
var sqliteDialect = &dialect{
	in:           " IN (SELECT value FROM json_each(?))",
	notIn:        " NOT IN (SELECT value FROM json_each(?))",
	nameContains: "instr(c.folded, ?) > 0",
	never:        "0",

	beginSnapshot: "BEGIN DEFERRED", // an immediate one would block writers
	searchArticles: `SELECT a.id, a.record FROM (
			SELECT rowid AS id, rank AS score FROM article_titles
			WHERE article_titles MATCH ? ORDER BY rank, rowid LIMIT ?
		) best JOIN articles a ON a.id = best.id ORDER BY best.score, a.id`,

	on:           func(c connection) querier { return c },
	listArgument: jsonList,
	namePattern:  sameText,
	articleMatch: func(words []string) string { return `"` + strings.Join(words, `"* "`) + `"*` },

	insertNumbered: insertSQLiteTickets,

	nextID:  nextSQLiteID,
	reserve: reserveSQLiteIDs,
	addedID: func(_ context.Context, tx *transaction, _, _ string) error { tx.lastIDs = nil; return nil },
	lock:    func(context.Context, *transaction, string, string, any) error { return nil },
	lockAll: func(context.Context, *transaction, lockName) error { return nil },

	writeArticle: func(w *writer, a *Article, record string) {
		w.exec(articlesTable.upsert, articlesTable.values(a, a.ID, a.Enabled, record)...)
		w.exec("DELETE FROM article_titles WHERE rowid = ?", a.ID)
		if a.Enabled { // so that a search reads no articles but those that it returns
			w.exec("INSERT INTO article_titles (rowid, title) VALUES (?, ?)", a.ID, a.Title)
		}
	},
}

func sameText(s string) string { return s }

// jsonList encodes a list as one JSON argument, because SQLite limits the number of arguments.
func jsonList(values any) any {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // strings and integers always encode
	}
	if string(text) == "null" {
		return "[]"
	}
	return string(text)
}

// nextSQLiteID returns the next id of a table; records are never deleted. Only the first call in a transaction queries
// the table.
func nextSQLiteID(ctx context.Context, tx *transaction, table, column string) (int64, error) {
	number, known := tx.lastIDs[table]
	if !known {
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max("+column+"), 0) FROM "+table).Scan(&number); err != nil {
			return 0, err
		}
	}
	if tx.lastIDs == nil {
		tx.lastIDs = map[string]int64{}
	}
	tx.lastIDs[table] = number + 1
	return number + 1, nil
}

func reserveSQLiteIDs(ctx context.Context, tx *transaction, table, column string, highest int64) error {
	last, err := nextSQLiteID(ctx, tx, table, column)
	if err == nil {
		tx.lastIDs[table] = max(last-1, highest)
	}
	return err
}

// insertSQLiteTickets inserts tickets one by one: their numbers cost nothing.
func insertSQLiteTickets(ctx context.Context, tx *transaction, tickets []*Ticket) ([]int64, error) {
	numbers := make([]int64, len(tickets))
	for i, t := range tickets {
		number, err := tx.nextID(ctx, "tickets", "task_id")
		if err != nil {
			return nil, err
		}
		record, err := encodeCompact(t)
		if err != nil {
			return nil, err
		}
		done, err := tx.ExecContext(
			ctx,
			ticketsTable.insert+" ON CONFLICT (ticket_id) DO NOTHING",
			ticketsTable.values(t, number, externalID(number), t.Created, string(record))...,
		)
		if err != nil {
			return nil, err
		}
		if inserted, err := done.RowsAffected(); err == nil && inserted > 0 {
			numbers[i] = number
		}
	}
	return numbers, nil
}
