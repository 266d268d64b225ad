package accessible

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// marks are the signs of the full screen, and what is said instead.
var marks = []string{
	" · ", ", ", "·", ",", " › ", ", ", "›", ",", "…", "...", " → ", " to ", "→", " to ", " ↺ ", " ", "—", "-", "–", "-",
	"−", "minus ", "×", " by ", "≠", "changed", "⏎", "enter", "↑", "up", "↓", "down", "⇥", "tab", "␣", "space", "⇧", "shift+",
	"“", "\"", "”", "\"", "‘", "'", "’", "'", "\u00a0", " ",
}

// dropped are the signs that only repeat what the words beside them say.
const dropped = "▲▼△▽▴▾▸▹◂●○◆◇◈✎✓✔✗✘⚑☎⇡⇣↺⟳▌▏▕▐█░▒▓•■□▪▫─│┌┐└┘├┤┬┴┼━┃╭╮╯╰★☆"

var replacer = newReplacer()

func newReplacer() *strings.Replacer {
	pairs := append([]string(nil), marks...)
	for _, sign := range dropped {
		pairs = append(pairs, string(sign)+" ", "", string(sign), "")
	}
	return strings.NewReplacer(pairs...)
}

// ranges are numbers with a dash between them that means to.
var ranges = regexp.MustCompile(`([0-9])\s?–\s?([0-9])`)

// cutNumber is a number without its beginning, which only the screen has no room for.
var cutNumber = regexp.MustCompile(`…([0-9])`)

// Words returns a text of the console without marks: each becomes a word, or goes if the text says the same.
func Words(s string) string {
	s = cutNumber.ReplaceAllString(s, "$1")
	s = ranges.ReplaceAllString(s, "$1 to $2")
	s = strings.Join(strings.Fields(replacer.Replace(s)), " ")
	s = strings.ReplaceAll(strings.ReplaceAll(s, " ,", ","), ",,", ",")
	return strings.Trim(s, ", ")
}

// Sentence returns words that begin with a capital and end with a full stop.
func Sentence(s string) string {
	s = Words(s)
	if s == "" {
		return ""
	}
	letters := []rune(s)
	letters[0] = unicode.ToUpper(letters[0])
	s = string(letters)
	if strings.ContainsRune(".!?:", letters[len(letters)-1]) || strings.HasSuffix(s, ".\"") {
		return s
	}
	return s + "."
}

// Sentences returns drawn lines as sentences, without the sign of a warning before them and those that hold no word.
func Sentences(drawn ...string) []string {
	var said []string
	for _, line := range drawn {
		if s := Sentence(strings.TrimLeft(ansi.Strip(line), " !~")); s != "" {
			said = append(said, s)
		}
	}
	return said
}

// Join returns the texts that are not empty, with commas.
func Join(texts ...string) string {
	var said []string
	for _, s := range texts {
		if s = Words(s); s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, ", ")
}

// plain returns a line of text for a terminal that only takes lines, without escape sequences and other controls.
func plain(s string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s), " ")
}
