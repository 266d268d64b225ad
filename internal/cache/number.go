package cache

import "strings"

// commonBeginning is how many characters of its number a ticket shares with others of its account at least.
const commonBeginning = 3

// IsLikeTicket reports whether a text looks like the number of a ticket: a known one is as long and begins alike.
func (s *Snapshot) IsLikeTicket(number string) bool {
	if len(number) <= commonBeginning || strings.ContainsAny(number, " \t\n") {
		return false
	}
	beginning := number[:commonBeginning]
	for row := range uint32(s.n) {
		if id := s.row(row).id(); len(id) == len(number) && strings.HasPrefix(id, beginning) {
			return true
		}
	}
	return false
}
