package sample

import (
	"math/rand/v2"
	"time"
)

// rng are the chances of one record; each record has its own, so that one more ticket at the end of
// the day leaves the others as they were.
type rng struct{ *rand.Rand }

// newDice gives the n-th record of a kind its chances.
func newDice(seed uint64, kind string, n int) rng {
	for _, c := range []byte(kind) {
		seed = seed*131 + uint64(c)
	}
	return rng{rand.New(rand.NewPCG(seed, uint64(n)*0x9e3779b97f4a7c15+1))}
}

// one says yes n times of a hundred.
func (d rng) one(n int) bool { return d.IntN(100) < n }

// between is a duration from low to high, to the minute.
func (d rng) between(low, high time.Duration) time.Duration {
	minutes := int((high - low) / time.Minute)
	return low + time.Duration(d.IntN(minutes+1))*time.Minute
}

// pick takes one of the choices.
func pick[T any](d rng, choices []T) T { return choices[d.IntN(len(choices))] }

// bag hands out the numbers below n in changing orders, each once a round: everything that was
// written gets shown before anything is shown again.
type bag struct {
	dice  rng
	n     int
	round []int
}

func newBag(d rng, n int) *bag { return &bag{dice: d, n: n} }

// next is the next number.
func (b *bag) next() int {
	if len(b.round) == 0 {
		b.round = b.dice.Perm(b.n)
	}
	last := b.round[len(b.round)-1]
	b.round = b.round[:len(b.round)-1]
	return last
}
