package faqindex

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/filestore"
)

// plan is what the prefetch searches for, as it is kept on disk. The interface searches titles alone and has no pages
// (PROTOCOL.md 4.12), so that the plan goes through the beginnings of words: single letters and digits first, then
// longer ones where an answer may have been cut short. Where no letter brings an article, the service wants whole
// words: those of the categories and of known titles are searched for.
type plan struct {
	Pending  []string  `json:"pending,omitempty"` // the next one first
	Started  time.Time `json:"started,omitzero"`  // of this round; zero before the first one
	Complete time.Time `json:"complete,omitzero"` // when a round was last complete
	Searches int       `json:"searches,omitempty"`
	Refused  int       `json:"refused,omitempty"` // searches, of this round
	Found    int       `json:"found,omitempty"`   // articles in answers, of this round
	Largest  int       `json:"largest,omitempty"` // articles in one answer, ever: an answer with fewer was not cut short
	ByWords  bool      `json:"words,omitempty"`   // the service wants whole words
	Asked    []string  `json:"asked,omitempty"`   // what else than letters and digits was planned in this round
}

const (
	plainKeys    = "abcdefghijklmnopqrstuvwxyz0123456789"
	maxKey       = 4     // characters of the longest beginning of a word
	fewInAnswer  = 10    // articles; no service cuts answers shorter
	maxSearches  = 5_000 // of one round
	minWholeWord = 3     // bytes
)

// begin plans a new round.
func (p *plan) begin(now time.Time) {
	*p = plan{Started: now, Complete: p.Complete, Largest: p.Largest}
	for _, r := range plainKeys {
		p.Pending = append(p.Pending, string(r))
	}
}

// isDone reports whether there is nothing left to search for.
func (p *plan) isDone() bool { return len(p.Pending) == 0 || p.Searches >= maxSearches }

// answered notes the number of articles that the search for the next key has brought, and plans longer keys if there
// may be more.
func (p *plan) answered(articles int) {
	key := p.Pending[0]
	p.advance()
	p.Found += articles
	cut := articles >= fewInAnswer && articles >= p.Largest
	p.Largest = max(p.Largest, articles)
	if !cut || p.ByWords || utf8.RuneCountInString(key) >= maxKey {
		return
	}
	for _, r := range plainKeys {
		p.Pending = append(p.Pending, key+string(r))
	}
}

// refused leaves a key out that the service does not search for, such as one that it takes for too short.
func (p *plan) refused() {
	p.Refused++
	p.advance()
}

func (p *plan) advance() {
	p.Searches++
	p.Pending = slices.Clone(p.Pending[1:])
}

// addKeys plans keys that were not planned in this round.
func (p *plan) addKeys(keys []string) {
	for _, key := range keys {
		if !slices.Contains(p.Asked, key) && len(p.Asked) < maxSearches {
			p.Asked = append(p.Asked, key)
			p.Pending = append(p.Pending, key)
		}
	}
}

// firstLetters returns the letters with which words of a title begin, other than plain ones. They are as they stand
// there, in case the service distinguishes accents.
func firstLetters(title string) []string {
	var all []string
	w := words{text: title}
	for word := w.next(); word != nil; word = w.next() {
		if r, size := utf8.DecodeRuneInString(title[w.from:]); r >= utf8.RuneSelf {
			all = append(all, title[w.from:w.from+size])
		}
	}
	return all
}

// wholeWords returns the words of a text that are worth a search.
func wholeWords(text string) []string {
	var all []string
	w := words{text: text}
	for word := w.next(); word != nil; word = w.next() {
		if len(word) >= minWholeWord {
			all = append(all, text[w.from:w.to])
		}
	}
	return all
}

func (p *plan) encode() []byte {
	content, err := json.Marshal(p, filestore.JSONOptions)
	if err != nil {
		return nil // it starts anew
	}
	return content
}

func (p *plan) decode(content []byte) {
	var read plan
	if json.Unmarshal(content, &read, filestore.JSONOptions) == nil {
		*p = read
	}
}
