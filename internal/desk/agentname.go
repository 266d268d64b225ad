package desk

// This file has the rule for the names of agents. A name is what tickets, the audit and directories tell agents apart
// by, so that a name must be seen as it is, and no two agents may have names that look the same.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"frontdesk/internal/safetext"
)

// ParseAgentName returns a name. It refuses what would be shown otherwise than it is written, and what nobody could
// tell from another name: characters that are not seen, blanks in a row or around it, letters of scripts that look
// alike in one word, and letters with an accent of their own that Unicode has as one letter.
func ParseAgentName(name string) (safetext.Line, error) {
	shown := safetext.LineFromText(name)
	switch {
	case strings.TrimSpace(name) == "":
		return safetext.Line{}, errors.New("the name is empty")
	case shown.String() != name, strings.ContainsFunc(name, isOtherBlank):
		return safetext.Line{}, fmt.Errorf("the name %q cannot be shown as it is", shown)
	case strings.TrimSpace(name) != name, strings.Contains(name, "  "):
		return safetext.Line{}, fmt.Errorf("the name %q has blanks that are not seen", shown)
	case !norm.NFC.IsNormalString(name):
		return safetext.Line{}, fmt.Errorf("the name %q has accents apart from their letters: write %q", shown, norm.NFC.String(name))
	}
	if word := mixedWord(name); word != "" {
		return safetext.Line{}, fmt.Errorf("the word %q of the name has letters of scripts that look alike", word)
	}
	return shown, nil
}

// isOtherBlank reports whether a character is a blank that looks like another. The ideographic one is as wide as the
// letters around it.
func isOtherBlank(r rune) bool { return unicode.IsSpace(r) && r != ' ' && r != '\u3000' }

// alike are the scripts whose letters look like each other's.
var alike = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu,
}

// mixedWord returns the first word with letters of several scripts that look alike, "" if there is none.
func mixedWord(name string) string {
	isBetween := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
	for word := range strings.FieldsFuncSeq(name, isBetween) {
		scripts := 0
		for _, script := range alike {
			if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(script, r) }) {
				scripts++
			}
		}
		if scripts > 1 {
			return word
		}
	}
	return ""
}

// AgentNames holds names of which no two look the same. The zero value is empty.
type AgentNames struct{ byLook map[string]safetext.Line }

// Add adds a name, unless it looks like another one of the set, which it returns then.
func (s *AgentNames) Add(name safetext.Line) (other safetext.Line, added bool) {
	if other := s.Like(name); !other.IsEmpty() {
		return other, false
	}
	if s.byLook == nil {
		s.byLook = map[string]safetext.Line{}
	}
	for _, look := range looks(name) {
		s.byLook[look] = name
	}
	return safetext.Line{}, true
}

// Like returns the other name of the set that a name looks like; empty if there is none.
func (s *AgentNames) Like(name safetext.Line) safetext.Line {
	for _, look := range looks(name) {
		if other, taken := s.byLook[look]; taken && other != name {
			return other
		}
	}
	return safetext.Line{}
}

// Len returns the number of names.
func (s *AgentNames) Len() int { return len(s.byLook) / 2 }

// looks returns what names that look the same have in common: they may differ in case, or in a letter l, I, 1 or 0, O.
func looks(name safetext.Line) [2]string {
	plain := strings.Map(bare, norm.NFKC.String(name.String()))
	return [2]string{"case " + capitals(plain), "strokes " + capitals(strokes.Replace(plain))}
}

// capitals returns a name in Latin capital letters, as far as its own look like such.
func capitals(s string) string {
	return strings.Map(func(r rune) rune {
		if as, ok := lookAlikes[r]; ok {
			return as
		}
		return r
	}, strings.ToUpper(s))
}

var strokes = strings.NewReplacer("I", "l", "1", "l", "|", "l", "Ӏ", "l", "І", "l", "Ι", "l", "0", "O")

// bare drops what is not seen between letters, and makes one of the signs that look alike.
func bare(r rune) rune {
	switch {
	case r == '\u200c' || r == '\u200d' || unicode.Is(unicode.Variation_Selector, r):
		return -1
	case unicode.Is(unicode.Dash, r):
		return '-'
	case strings.ContainsRune("‘’‛`´ʹʻʼʽˈ′＇", r):
		return '\''
	}
	return r
}

// lookAlikes are capital letters that look like Latin ones, by script.
var lookAlikes = func() map[rune]rune {
	all := map[rune]rune{}
	for _, pairs := range []string{
		"АAВBЕEІIЈJКKМMНHОOРPСCЅSТTУYҮYХXԚQԜWӀIԀDҺHЗ3", // Cyrillic
		"ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϹCͿJ",             // Greek
		"ՕOՍUԼLՏS", // Armenian
		"ᎪAᏴBᏟCᎠDᎬEᏀGᎻHᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᏃZ",               // Cherokee
		"ꓮAꓐBꓚCꓓDꓰEꓝFꓖGꓧHꓲIꓙJꓗKꓡLꓟMꓠNꓳOꓑPꓣRꓢSꓔTꓴUꓦVꓪWꓫXꓬYꓜZ", // Lisu
		"ⲀAⲂBⲤCⲈEⲎHⲒIⲔKⲘMⲚNⲞOⲢPⲦTⲨYⲬXⲌZ",                     // Coptic
		"ⱭAꞬG", // Latin letters of phonetic alphabets
	} {
		letters := []rune(pairs)
		for i := 0; i < len(letters); i += 2 {
			all[letters[i]] = letters[i+1]
		}
	}
	return all
}()

// actorKey is the key of the agent in a context.
type actorKey struct{}

// WithAgent returns a context for what an agent does.
func WithAgent(ctx context.Context, name safetext.Line) context.Context {
	return context.WithValue(ctx, actorKey{}, name)
}

// AgentOf returns the agent for whom something is done; false if nobody is named.
func AgentOf(ctx context.Context) (name safetext.Line, named bool) {
	name, named = ctx.Value(actorKey{}).(safetext.Line)
	return name, named
}
