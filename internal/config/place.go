package config

import "path/filepath"

// appDir is our directory in the first of the places that can be used, empty when none can: the XDG specification
// says to ignore relative ones, which is also what a missing home gives.
func appDir(places ...string) string {
	for _, place := range places {
		if filepath.IsAbs(place) {
			return filepath.Join(place, "frontdesk")
		}
	}
	return ""
}
