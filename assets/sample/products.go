package sample

import (
	"slices"
	"strconv"
)

// vocabulary is what the account's configuration says: sub-statuses, queues, agents.
type vocabulary struct {
	subStatuses []SubStatus
	queues      []Queue
	agents      []Agent
}

// product is something the shop sells.
type product struct {
	id              int64
	kind, name, sku string
	price           int // euro
}

// readVocabulary reads substatuses.txt, queues.txt and agents.txt.
func readVocabulary() (v vocabulary) {
	for _, r := range readRows("substatuses.txt") {
		v.subStatuses = append(v.subStatuses, SubStatus{r[0], r[1], r[2], r[3]})
	}
	for _, r := range readRows("queues.txt") {
		v.queues = append(v.queues, Queue{Key: r[0], Name: r[1], FolderID: number(r[2]), Color: r[3]})
	}
	for _, r := range readRows("agents.txt") {
		v.agents = append(v.agents, Agent{
			ID: number(r[0]), Name: r[1], Email: r[2], Code: r[3], Phone: r[4],
			Queues: cut(r[5], ","), share: int(number(r[6])),
		})
	}
	return v
}

// readProducts reads products.txt.
func readProducts() []product {
	var out []product
	for _, r := range readRows("products.txt") {
		out = append(out, product{number(r[0]), r[1], r[2], r[3], int(number(r[4]))})
	}
	return out
}

// number reads a number of a sample file; the tests read every file, so a wrong one never ships.
func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// queue is the queue of a key.
func (v *vocabulary) queue(key string) Queue {
	return v.queues[slices.IndexFunc(v.queues, func(q Queue) bool { return q.Key == key })]
}

// subStatus is the sub-status of a key.
func (v *vocabulary) subStatus(key string) SubStatus {
	return v.subStatuses[slices.IndexFunc(v.subStatuses, func(s SubStatus) bool { return s.Key == key })]
}

// agentOf draws an agent who works on a queue, each by share.
func (v *vocabulary) agentOf(d rng, queue string) Agent {
	shares := 0
	for i := range v.agents {
		shares += v.agents[i].shareOf(queue)
	}
	left, drawn := d.IntN(shares), -1
	for ; left >= 0; left -= v.agents[drawn].shareOf(queue) {
		drawn++
	}
	return v.agents[drawn]
}

// shareOf is an agent's share of a queue's tickets.
func (a *Agent) shareOf(queue string) int {
	if slices.Contains(a.Queues, queue) {
		return a.share
	}
	return 0
}
