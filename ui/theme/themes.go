package theme

import (
	"slices"

	"github.com/charmbracelet/colorprofile"
)

// Spec is a theme as it is chosen, before it is known on which terminal it is drawn.
type Spec struct {
	Name        string
	Description string
	Dark, Light *Palette // for a dark and a light terminal; nil if the other one is for both
}

// Auto is the name of the theme that takes dark or light by the terminal's background.
const Auto = "auto"

// All returns the themes that are always there, in the order in which they are offered.
func All() []Spec { return themes }

// Names returns the names of the themes that are always there.
func Names() []string {
	names := make([]string, len(themes))
	for i := range themes {
		names[i] = themes[i].Name
	}
	return names
}

// Find returns the theme with a name, of those that are always there and others.
func Find(name string, others []Spec) (Spec, bool) {
	for _, all := range [][]Spec{themes, others} {
		if i := slices.IndexFunc(all, func(s Spec) bool { return s.Name == name }); i >= 0 {
			return all[i], true
		}
	}
	return Spec{}, false
}

// Derive returns a theme with the colours of this one, except for those that change sets.
func (s Spec) Derive(name, description string, change func(*Palette)) Spec {
	derived := Spec{Name: name, Description: description}
	for into, from := range map[**Palette]*Palette{&derived.Dark: s.Dark, &derived.Light: s.Light} {
		if from != nil {
			p := *from
			change(&p)
			*into = &p
		}
	}
	return derived
}

// For returns the theme on a terminal. plain leaves all colours out. A terminal with sixteen colours gets those that
// the user chose for it; other colours that a terminal lacks are replaced by the nearest when the frame is written.
func (s Spec) For(isDark, plain bool, colours colorprofile.Profile) *Theme {
	palette, drawnDark := s.Light, false
	if s.Light == nil || isDark && s.Dark != nil {
		palette, drawnDark = s.Dark, true
	}
	switch {
	case plain || colours <= colorprofile.ASCII:
		return New(drawnDark, true)
	case colours == colorprofile.ANSI && !palette.isOwn():
		if palette.Background != "" {
			drawnDark = isDark // the background is not set there
		}
		return NewANSI16(drawnDark)
	}
	return withPalette(*palette, drawnDark)
}
