package deskdata

import (
	"fmt"
	"strconv"
	"strings"
)

var units = map[byte]int64{'d': 24 * 60 * 60, 'h': 60 * 60, 'm': 60}

// parseDuration parses days, hours and minutes, such as 8h, 2d or 1d 12h, and returns seconds.
func parseDuration(text string) (int64, error) {
	var total int64
	for part := range strings.FieldsSeq(text) {
		unit := units[part[len(part)-1]]
		n, err := strconv.ParseInt(part[:len(part)-1], 10, 32)
		if err != nil || n < 0 || unit == 0 {
			return 0, fmt.Errorf("%q is no duration such as 30m, 8h, 2d or 1d 12h", text)
		}
		total += n * unit
	}
	if total <= 0 || total > 3650*units['d'] {
		return 0, fmt.Errorf("%q is no duration from 1m to 3650d, such as 8h, 2d or 1d 12h", text)
	}
	return total, nil
}

// formatDuration formats seconds for parseDuration, in the largest units.
func formatDuration(seconds int64) string {
	var parts []string
	for _, unit := range []byte("dhm") {
		if n := seconds / units[unit]; n > 0 {
			parts = append(parts, strconv.FormatInt(n, 10)+string(unit))
			seconds %= units[unit]
		}
	}
	return strings.Join(parts, " ")
}
