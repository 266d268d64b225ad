package form

import "strings"

// normalizers are what is left of what is typed or pasted into fields in which blanks and the marks between digits say
// nothing: a phone number is copied as people write it.
var normalizers = map[Kind]func(string) string{
	Phone:  strings.NewReplacer(" ", "", "\u00a0", "", "-", "", "(", "", ")", "", ".", "", "/", "").Replace,
	Number: strings.NewReplacer(" ", "", "\u00a0", "").Replace,
	Email:  strings.TrimSpace,
	Date:   strings.TrimSpace,
}
