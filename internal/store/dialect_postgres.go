package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"frontdesk/internal/safetext"
)

// postgresDialect is that of PostgreSQL.
var postgresDialect = &dialect{
	in:            " = ANY (?)",
	notIn:         " <> ALL (?)",
	nameContains:  "c.folded LIKE ?",
	never:         "false",
	findsFewFirst: true,
	beginSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
	searchArticles: `SELECT a.id, a.record FROM articles a, CAST(? AS tsquery) wanted
		WHERE a.words @@ wanted AND a.enabled ORDER BY ts_rank(a.words, wanted, 2) DESC, a.id LIMIT ?`,

	on:           func(c connection) querier { return postgresRunner{c} },
	listArgument: nonNilList,
	namePattern:  func(part string) string { return "%" + likeEscaper.Replace(part) + "%" },
	articleMatch: tsquery,

	insertNumbered: insertPostgresTickets,

	nextID: func(ctx context.Context, tx *transaction, table, column string) (id int64, err error) {
		err = tx.QueryRowContext(ctx, "SELECT nextval('"+sequence(table, column)+"')").Scan(&id)
		return id, err
	},
	reserve: reservePostgresIDs,
	addedID: func(ctx context.Context, tx *transaction, table, column string) error {
		var highest int64
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max("+column+"), 0) FROM "+table).Scan(&highest); err != nil {
			return err
		}
		return reservePostgresIDs(ctx, tx, table, column, highest)
	},
	lock:    lockRow,
	lockAll: takeLock,

	writeArticle: func(w *writer, a *Article, record string) {
		words := tsvector(searchWords(safetext.Fold(a.Title)))
		w.exec(articlesWithWords.upsert, articlesWithWords.values(a, a.ID, a.Enabled, words, record)...)
	},
}

// articlesWithWords is the table of articles with the words of their titles, which SQLite has in a table of its own.
var articlesWithWords = newRecordTable[Article]("articles", "id", nil, "enabled", "words")

// nonNilList returns a list that is not NULL, with which no condition is true.
func nonNilList(values any) any {
	switch v := values.(type) {
	case []int64:
		if v == nil {
			return []int64{}
		}
	case []string:
		if v == nil {
			return []string{}
		}
	}
	return values
}

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// lexeme quotes a word for a tsvector or a tsquery.
func lexeme(word string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(word) + "'"
}

// tsvector returns words as a tsvector.
func tsvector(words []string) string {
	quoted := make([]string, len(words))
	for i := range words {
		quoted[i] = lexeme(words[i])
	}
	return strings.Join(quoted, " ")
}

// tsquery returns a search for titles that have a word with each of these beginnings.
func tsquery(words []string) string {
	quoted := make([]string, len(words))
	for i := range words {
		quoted[i] = lexeme(safetext.Fold(words[i])) + ":*"
	}
	return strings.Join(quoted, " & ")
}

func sequence(table, column string) string { return table + "_" + column + "_seq" }

// reservePostgresIDs moves a sequence beyond an id. It is not undone when the transaction fails: ids may have gaps.
func reservePostgresIDs(ctx context.Context, tx *transaction, table, column string, highest int64) error {
	if highest <= 0 {
		return nil
	}
	name := sequence(table, column)
	var last int64
	return tx.QueryRowContext(ctx, "SELECT setval('"+name+"', greatest((SELECT last_value FROM "+name+"), ?))", highest).Scan(&last)
}

// lockRow locks a row until the end of the transaction, before it is read to be changed. A query that waited for a lock
// itself would see the rows of other tables as they were before.
func lockRow(ctx context.Context, tx *transaction, table, column string, key any) error {
	var found int
	err := tx.QueryRowContext(ctx, "SELECT 1 FROM "+table+" WHERE "+column+" = ? FOR UPDATE", key).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // the query that follows reports it
	}
	return err
}

// takeLock waits until no other transaction holds the lock, and holds it until the end of this one.
func takeLock(ctx context.Context, tx *transaction, what lockName) error {
	if what == lockImport { // another one takes as long as it takes
		if err := tx.exec(ctx, "SET LOCAL lock_timeout = 0"); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?, ?)", advisorySpace, int32(what))
	return err
}

// advisorySpace keeps the desk's advisory locks apart from those of other programs.
const advisorySpace int32 = 0x66726f6e // "fron"

// insertPostgresTickets inserts tickets by one statement.
func insertPostgresTickets(ctx context.Context, tx *transaction, tickets []*Ticket) ([]int64, error) {
	records, created := make([]string, len(tickets)), make([]int64, len(tickets))
	beside := make([][]any, len(ticketsTable.found))
	for i, t := range tickets {
		record, err := encodeCompact(t)
		if err != nil {
			return nil, err
		}
		records[i], created[i] = string(record), t.Created
		for k, value := range ticketsTable.values(t) {
			beside[k] = append(beside[k], value)
		}
	}
	args := []any{created, records}
	for _, values := range beside {
		args = append(args, values)
	}
	numbers := make([]int64, len(tickets))
	_, err := queryAll(ctx, tx, insertNumberedQuery, func(r row) (_ struct{}, err error) {
		var at, number int64
		if err = r.Scan(&at, &number); err == nil {
			numbers[at-1] = number
		}
		return struct{}{}, err
	}, args...)
	return numbers, err
}

// insertNumberedQuery inserts tickets from one array for each column, and returns the place and number of each that was
// inserted.
var insertNumberedQuery = func() string {
	columns, arrays := "", ""
	for _, c := range ticketsTable.found {
		columns, arrays = columns+", "+c.column, arrays+", CAST(? AS bigint[])"
	}
	return fmt.Sprintf(`WITH next AS MATERIALIZED (
			SELECT nextval('%s') AS task_id, wanted.* FROM
				unnest(CAST(? AS bigint[]), CAST(? AS text[])%s) WITH ORDINALITY wanted (created, record%s, place)
		), inserted AS (
			INSERT INTO tickets (task_id, ticket_id, created, record%s)
			SELECT task_id, CAST(%d + task_id AS text), created, record%s FROM next
			ON CONFLICT (ticket_id) DO NOTHING RETURNING task_id
		)
		SELECT place, task_id FROM next WHERE task_id IN (SELECT task_id FROM inserted)`,
		sequence("tickets", "task_id"), arrays, columns, columns, firstTicketID, columns)
}()
