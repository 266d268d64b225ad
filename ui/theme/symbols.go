package theme

import "strings"

// plainSymbols has for each character that the console draws, and that a font may lack, one that every font has. Each
// is as wide as what it stands for, so that nothing moves.
var plainSymbols = map[rune]byte{
	// frames, rules, bars and cursors
	'─': '-', '━': '=', '│': '|', '┃': '|', '┌': '+', '┐': '+', '└': '+', '┘': '+', '├': '+', '┤': '+', '┬': '+',
	'┴': '+', '┼': '+', '╭': '+', '╮': '+', '╰': '+', '╯': '+', '▌': '>', '▐': '|', '▏': '[', '▕': ']',
	'█': '#', '▓': '#', '▒': '#', '░': '.', '▁': '_', '▂': '_', '▃': '=', '▄': '=', '▅': '=', '▆': '#', '▇': '#',
	// marks of tickets and forms
	'●': '*', '○': 'o', '◐': '@', '◔': 'c', '✓': 'v', '✔': 'v', '✗': 'x', '✘': 'x', '▲': 'A', '△': '^', '▽': 'v',
	'☎': 'T', '✎': 'd', '⚑': 'f', '■': '#', '□': 'o', '▪': '*', '▫': 'o', '◆': '*', '◇': 'o', '◈': '*', '★': '*',
	'☆': 'o', '⧗': ':', '≠': '#', '↺': '@', '⟳': '@', '⇪': '^', '⇶': '>', '⇡': '^', '⇣': 'v',
	// keys and directions
	'⏎': '^', '↑': '^', '↓': 'v', '←': '<', '→': '>', '⇥': '>', '↪': '>', '⇧': '^', '␣': '_', '▸': '>', '▹': '>',
	'▾': 'v', '▴': '^', '◂': '<', '▼': 'v',
	// punctuation
	'·': '-', '•': '*', '…': '~', '›': '>', '‹': '<', '“': '"', '”': '"', '‘': '\'', '’': '\'', '–': '-', '—': '-',
	'‑': '-', '−': '-', '×': 'x', '°': 'o',
}

// PlainRow returns a drawn row in plain characters, those of tickets included: a font that lacks one lacks it there
// too. Letters of any script stay.
func PlainRow(row string) string {
	return strings.Map(func(r rune) rune {
		if plain, ok := plainSymbols[r]; ok {
			return rune(plain)
		}
		return r
	}, row)
}

// plainKeys replaces the signs of keys by their names.
var plainKeys = strings.NewReplacer(
	"⏎", "enter", "↑", "up", "↓", "down", "←", "left", "→", "right", "⇥", "tab", "⇧", "shift+", "␣", "space",
)

// KeyName returns the display name of keys as this theme shows it.
func (th *Theme) KeyName(label string) string {
	if th.PlainSymbols {
		return plainKeys.Replace(label)
	}
	return label
}
