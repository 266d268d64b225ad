package form

import "strings"

// tidies are what is left of what is typed or pasted into fields in which blanks and the marks between digits say
// nothing: a phone number is copied as people write it.
var tidies = map[Kind]func(string) string{
	Digits: strings.NewReplacer(" ", "", "\u00a0", "", "-", "", "(", "", ")", "", ".", "", "/", "").Replace,
	Number: strings.NewReplacer(" ", "", "\u00a0", "").Replace,
	Email:  strings.TrimSpace,
	Day:    strings.TrimSpace,
}
