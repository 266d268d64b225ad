package desk

import "frontdesk/internal/phrase"

// Newest returns one record for each id, in the place of the first with that id: the one that supersedes the others.
// Records without an id stay.
func Newest[T any](records []T, id func(*T) string, supersedes func(now, before *T) bool) []T {
	at, kept := map[string]int{}, records[:0:0]
	for i := range records {
		r := &records[i]
		place, twice := at[id(r)]
		switch {
		case id(r) == "" || !twice:
			at[id(r)] = len(kept)
			kept = append(kept, *r)
		case supersedes(r, &kept[place]):
			kept[place] = *r
		}
	}
	return kept
}

// Supersedes reports whether a ticket is used instead of one with the same number that came before it in an answer: it
// is not older.
func (t *Ticket) Supersedes(before *Ticket) bool { return t.LastActivity() >= before.LastActivity() }

// Supersedes reports whether a customer is used instead of one with the same id that came before it: it is not older.
func (c *Customer) Supersedes(before *Customer) bool {
	return max(c.Created, c.Modified) >= max(before.Created, before.Modified)
}

// Supersedes reports whether an order is used instead of one with the same id that came before it. No member says when
// an order was changed, so the later one is used.
func (o *Order) Supersedes(*Order) bool { return true }

// Supersedes reports whether an article is used instead of one with the same id that came before it: it is not older.
func (a *Article) Supersedes(before *Article) bool { return a.Created >= before.Created }

// UnnumberedNote says that an answer has records that cannot be tickets, because they have no number.
func UnnumberedNote(n int) string {
	return phrase.Count(n, "row") + " without a ticket number left out"
}

// WithoutIDNote says that an answer has records that cannot be opened or changed, because they have no id.
func WithoutIDNote(n int, noun string) string {
	return phrase.Count(n, noun) + " without an id, which nobody can open or change"
}
