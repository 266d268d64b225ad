package cache_test

import (
	"fmt"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// learnt returns list rows of a day, by number and sub-status.
func learnt(rows map[int64]string) []desk.Ticket {
	var all []desk.Ticket
	for n := range int64(20) {
		if key := rows[n]; key != "" {
			all = append(all, desk.Ticket{
				ID: ticketIDs(n)[0], TaskID: n, SubStatus: desk.NewCode(key, safetext.LineFromText(key)), Created: desk.NewUnixTime(timeAt(20, int(n), 0)),
			})
		}
	}
	return all
}

func TestWorkListStaysInOrderWhileTicketsChange(t *testing.T) {
	c := cache.New(cache.Config{})
	open := cache.Query{Span: november(20, 20), View: "sub:=US", Sort: desk.Sort{Key: desk.SortByAge}}
	asked := func() *cache.List { return list(t, c, open) }
	cache.Learn(c, learnt(map[int64]string{1: "US", 2: "US", 3: "CL", 4: "US", 5: "US"}))
	began := asked()
	equalLists(t, "at first", numbers(began), []int64{5, 4, 2, 1})
	cache.Learn(c, learnt(map[int64]string{3: "US", 4: "P", 6: "US", 7: "P"}))
	now := asked().In(began.WorkList())
	equalLists(t, "after changes", numbers(now), []int64{5, 4, 2, 1, 6, 3})
	if now.Joined() != 2 || now.Belongs(1) || !now.Belongs(0) || !now.Belongs(5) || now.At(1).SubStatus.Key().Raw() != "P" {
		t.Errorf("%d joined; the second, %+v, belongs: %t", now.Joined(), now.At(1), now.Belongs(1))
	}
	if now.Index(ticketIDs(3)[0]) != 5 || now.Index(ticketIDs(4)[0]) != 1 || now.Index(ticketIDs(7)[0]) != -1 || now.At(6) != nil {
		t.Error("tickets are not found at their places")
	}
	cache.Learn(c, learnt(map[int64]string{8: "US", 6: "P"}))
	now = asked().In(now.WorkList())
	equalLists(t, "after more changes", numbers(now), []int64{5, 4, 2, 1, 6, 3, 8})
	equalLists(t, "sorted again", numbers(asked()), []int64{8, 5, 3, 2, 1})

	cache.Rebuild(c) // keeps those with an odd number, which came first, third and so on
	kept := numbers(asked().In(now.WorkList()))
	equalLists(t, "after an eviction", kept, []int64{5, 1, 3})
	cache.Learn(c, learnt(map[int64]string{9: "US"}))
	equalLists(t, "what is new after an eviction", numbers(asked().In(now.WorkList())), append(kept, 9))
	cache.Rebuild(c)
	equalLists(t, "after two evictions", numbers(asked().In(now.WorkList())), numbers(asked()))
}

// BenchmarkWorkList100000 is a list after a change, in its own order and in an earlier one.
func BenchmarkWorkList100000(b *testing.B) {
	known := fullCache(many)
	query := cache.Query{Span: month, Sort: desk.Sort{Key: desk.SortByAge}, CountViews: views}
	asked := func() *cache.List { return list(b, known, query) }
	one, began := largeDesk(1), asked()
	for _, joined := range []int{-1, 0, 1000} {
		if joined == 1000 {
			more := largeDesk(joined)
			for i := range more {
				more[i].ID = desk.NewID(fmt.Sprint("new", i))
			}
			cache.Learn(known, more)
		}
		b.Run(map[int]string{-1: "sorted", 0: "work list", 1000: "work list and 1000 new"}[joined], func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				one[0].Conversations = int32(i + 100)
				cache.Learn(known, one)
				if l := asked(); joined >= 0 && l.In(began.WorkList()).Len() != many+joined {
					b.Fatal(l.Len())
				}
			}
		})
		b.Run(map[int]string{-1: "nothing", 0: "work list alone", 1000: "work list and 1000 new alone"}[joined], func(b *testing.B) {
			for l := asked(); b.Loop(); {
				if joined >= 0 {
					l.In(began.WorkList())
				}
			}
		})
	}
}
