package keymap

import (
	"unicode"
	"unicode/utf8"
)

// layouts have the letters of other scripts over the keys on which their usual layouts have them. Bindings are letters
// of the US layout, and an agent who writes Russian presses the same keys.
var layouts = [][2]string{
	{"йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,."}, // Russian
	{"іїєґў", "s]'\\o"}, // Ukrainian and Belarusian
	{"ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"},               // Greek
	{"קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."},           // Hebrew
	{"ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظ", "qwertyuiop[]asdfghjkl;'zxcvnm,./"}, // Arabic
}

// usKeys has the key of the US layout for each letter of layouts.
var usKeys = func() map[rune]rune {
	keys := map[rune]rune{}
	for _, layout := range layouts {
		us := []rune(layout[1])
		for i, letter := range []rune(layout[0]) {
			keys[letter] = us[i]
		}
	}
	return keys
}()

// OnUSLayout returns the character that a letter of another script has on the US layout, in the same case; 0 if it is
// not known.
func OnUSLayout(letter rune) rune {
	if us, ok := usKeys[letter]; ok {
		return us
	}
	if us, ok := usKeys[unicode.ToLower(letter)]; ok && us >= 'a' && us <= 'z' {
		return unicode.ToUpper(us)
	}
	return 0
}

// USKey returns a key of a single letter of another script as the US layout has it; otherwise the key itself.
func USKey(key string) string {
	letter, size := utf8.DecodeRuneInString(key)
	if us := OnUSLayout(letter); us != 0 && size == len(key) {
		return string(us)
	}
	return key
}
