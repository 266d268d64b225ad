package config

import "strings"

// suggestion names the known key that was probably meant, or all of them.
func suggestion(key string, settings []setting) string {
	nearest, least := "", len(key)/2+1
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.name
		if d := distance(key, s.name); d < least {
			nearest, least = s.name, d
		}
	}
	if nearest == "" {
		return "known are " + strings.Join(names, ", ")
	}
	return "did you mean " + nearest + "?"
}

// distance is how many letters must be added, dropped or replaced to make b of a.
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
