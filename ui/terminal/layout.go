package terminal

import (
	"bytes"
	"strconv"
	"unicode"

	uv "github.com/charmbracelet/ultraviolet"

	"frontdesk/internal/keymap"
)

// cutBase cuts the code that a key has on the US layout out of a key of the kitty protocol, and returns both. The
// framework's parser takes it for the character of the key with shift, and spells every shortcut with it: ctrl+a on a
// French keyboard would be ctrl+q.
func cutBase(whole []byte) (key []byte, base rune) {
	if !bytes.HasPrefix(whole, []byte("\x1b[")) || whole[len(whole)-1] != 'u' {
		return whole, 0
	}
	codes, rest, _ := bytes.Cut(whole, []byte(";"))
	if len(rest) == 0 {
		codes, rest = whole[:len(whole)-1], []byte("u")
	} else {
		rest = append([]byte(";"), rest...)
	}
	parts := bytes.Split(codes, []byte(":"))
	if len(parts) < 3 {
		return whole, 0
	}
	n, _ := strconv.ParseUint(string(parts[2]), 10, 21)
	codes = bytes.TrimRight(bytes.Join(parts[:2], []byte(":")), ":")
	return append(bytes.Clone(codes), rest...), rune(n)
}

// withBase gives a key of another script, such as ctrl and the key of с on a Russian layout, the code that it has on
// the US layout: as the terminal says, otherwise as layouts of that script usually have it. Shortcuts are named by it.
func withBase(event uv.Event, base rune) uv.Event {
	key, ok := event.(uv.KeyPressEvent)
	if ok && key.Mod.Contains(uv.ModShift) && key.Mod&(uv.ModCtrl|uv.ModAlt) != 0 && isSign(key.ShiftedCode) {
		key.Code, key.ShiftedCode, key.Mod = key.ShiftedCode, 0, key.Mod&^uv.ModShift
		return key // ctrl+_ is ctrl, shift and - on most layouts, ctrl+/ is ctrl, shift and 7 on German ones
	}
	if !ok || !unicode.IsLetter(key.Code) || unicode.Is(unicode.Latin, key.Code) {
		return event
	}
	if key.BaseCode = base; base == 0 {
		key.BaseCode = keymap.OnUSLayout(key.Code)
	}
	return key
}

// isSign reports whether a character is neither a letter nor a digit.
func isSign(r rune) bool { return r > ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// consoleKey returns the function key of the Linux console that a sequence is: ESC [ [ A is F1.
func consoleKey(whole []byte) (uv.KeyPressEvent, bool) {
	letter, ok := bytes.CutPrefix(whole, []byte("\x1b[["))
	if !ok || letter[0] < 'A' || letter[0] > 'E' {
		return uv.KeyPressEvent{}, false
	}
	return uv.KeyPressEvent{Code: uv.KeyF1 + rune(letter[0]-'A')}, true
}
