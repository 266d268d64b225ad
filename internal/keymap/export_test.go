package keymap

import "slices"

// Overridden returns the bindings that differ from the default.
func (m Keymap) Overridden() []Binding {
	var out []Binding
	for i, b := range m.All() {
		if !slices.Equal(b.Keys(), defaults[i].Keys()) {
			out = append(out, b)
		}
	}
	return out
}
