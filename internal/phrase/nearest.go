package phrase

// Nearest returns the name closest to a misspelt word; empty if none is close.
func Nearest(word string, names []string) (nearest string) {
	least := len(word)/2 + 1
	for _, name := range names {
		if d := distance(word, name); d < least {
			nearest, least = name, d
		}
	}
	return nearest
}

// distance returns the Levenshtein distance of a and b in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := corner
			if a[i] != b[j] {
				replaced++
			}
			corner = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
