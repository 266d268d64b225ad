// Package quick stands in for the package of this name of chroma.
package quick

import "io"

// Highlight writes code as it is.
func Highlight(w io.Writer, source, _, _, _ string) error {
	_, err := io.WriteString(w, source)
	return err
}
