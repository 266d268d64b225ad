package sample

// smallTalk are the sentences around what a ticket is about, each used once before one is used again.
type smallTalk struct {
	texts map[string][]string // by kind: open and close of people who write, call of agents who note down a call
	bags  map[string]*bag
	dice  rng
}

// readAsides reads asides.txt.
func (b *builder) readAsides() smallTalk {
	a := smallTalk{texts: map[string][]string{}, bags: map[string]*bag{}, dice: newDice(b.seed, "asides", 0)}
	for _, r := range readRows("asides.txt") {
		a.texts[r[0]] = append(a.texts[r[0]], r[1])
	}
	for kind, texts := range a.texts {
		a.bags[kind] = newBag(newDice(b.seed, kind, 0), len(texts))
	}
	return a
}

// next is the next sentence of a kind.
func (a *smallTalk) next(kind string) string { return a.texts[kind][a.bags[kind].next()] }

// around puts asides around a message that came by a channel, now both, now one, both when it is used again:
// nobody writes like the customer before. Companies come to the point.
func (a *smallTalk) around(body, channel string, c *Customer, again bool) string {
	both := a.dice.IntN(3)
	if again {
		both = 0
	}
	if channel == "Phone" {
		return body + "\n\n(" + a.next("call") + ")"
	}
	if both != 1 && !c.Organization {
		body = a.next("open") + " " + body
	}
	if both != 2 || c.Organization {
		body += "\n\n" + a.next("close")
	}
	return body
}
