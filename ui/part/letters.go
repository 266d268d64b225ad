package part

// lettersIn counts what stays the same when a text is wrapped anew: everything but blanks, marks and lines.
func lettersIn(lines []string) int {
	n := 0
	for _, line := range lines {
		n += textOffset(line)
	}
	return n
}

// lineOfLetter is the line that goes on after n letters; not found when there are fewer.
func lineOfLetter(lines []string, n int) (line int, found bool) {
	for i, l := range lines {
		in := textOffset(l)
		if n < in {
			return i, true
		}
		n -= in
	}
	return len(lines), n == 0
}

func textOffset(line string) int {
	n := 0
	for line != "" {
		run, _, rest := nextRun(line)
		for _, r := range run {
			if isLetter(r) {
				n++
			}
		}
		line = rest
	}
	return n
}

// isLetter leaves out what wrapping and tables add: blanks, punctuation, bullets and box drawing.
func isLetter(r rune) bool {
	switch {
	case r < 0x80:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	case r >= 0x2000 && r < 0x2600:
		return false
	}
	return r != 0xa0
}
