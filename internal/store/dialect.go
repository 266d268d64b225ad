package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"frontdesk/internal/safetext"
)

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
		words := tsvector(a.Title)
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

// maxLexeme is how many bytes of a word count: PostgreSQL refuses longer ones.
const maxLexeme = 2046

// lexeme quotes a folded word for a tsvector or a tsquery.
func lexeme(word string) string {
	word = word[:safetext.RuneStart(word, min(len(word), maxLexeme))]
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(word) + "'"
}

// tsvector returns the words of a title as a tsvector.
func tsvector(title string) string {
	var quoted []string
	for word := range wordsOf(safetext.Fold(title)) {
		quoted = append(quoted, lexeme(word))
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
