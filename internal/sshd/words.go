package sshd

import (
	"errors"
	"strings"
)

// splitter parts a command line into words.
type splitter struct {
	words   []string
	word    strings.Builder
	inWord  bool
	quote   rune // that holds together, 0 for none
	escaped bool
}

// split parts a command line into words as a shell does: blanks part, quotes and backslashes hold together. Nothing is
// expanded.
func split(line string) (words []string, err error) {
	s := &splitter{}
	for _, c := range line {
		s.take(c)
	}
	if s.quote != 0 || s.escaped {
		return nil, errors.New("the command cannot be read: a quote is not closed")
	}
	s.end()
	return s.words, nil
}

func (s *splitter) take(c rune) {
	switch {
	case s.escaped:
		s.escape(c)
	case c == '\\' && s.quote != '\'':
		s.escaped, s.inWord = true, true
	case s.quote != 0 && c == s.quote:
		s.quote = 0
	case s.quote != 0:
		s.word.WriteRune(c)
	case c == '\'' || c == '"':
		s.quote, s.inWord = c, true
	case c == ' ' || c == '\t' || c == '\n':
		s.end()
	default:
		s.word.WriteRune(c)
		s.inWord = true
	}
}

// escape takes what follows a backslash, which within double quotes stands before some characters alone.
func (s *splitter) escape(c rune) {
	if s.quote == '"' && !strings.ContainsRune("\"\\$`", c) {
		s.word.WriteByte('\\')
	}
	s.word.WriteRune(c)
	s.escaped = false
}

// end ends a word, if there is one: quotes make empty ones.
func (s *splitter) end() {
	if s.inWord {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}
