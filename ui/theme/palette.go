package theme

import "charm.land/lipgloss/v2"

// Palette names the colours of a theme by their role. It is the only place of colours: styles, frames and documents
// take theirs from it. A colour is "#rrggbb", the number of one of the terminal's own colours ("0" to "15"), or empty
// for what the terminal writes in anyway.
type Palette struct {
	Muted            string // secondary text
	Accent           string // focus: frames, the open tab, headings of documents
	Key              string // a key to press
	Success          string
	Warning          string
	Error            string
	Info             string
	Border           string // lines between panes: decoration that says nothing
	Header           string // column and group titles
	SelectedText     string // the row under the cursor …
	Selected         string // … and its background
	SelectedInactive string // background of that row without focus; underlined when empty
	BarText          string // the first line of the screen …
	Bar              string // … and its background
	BarErrorText     string // an error in that line …
	BarError         string // … and its background
}

// The styles of what commands print, in the colours that the user chose for the terminal.
var (
	CommandStrong  = newStyle(lipgloss.NewStyle().Bold(true))
	CommandDim     = newStyle(lipgloss.NewStyle().Faint(true))
	CommandError   = newStyle(lipgloss.NewStyle().Foreground(lipgloss.Color("1")))
	CommandWarning = newStyle(lipgloss.NewStyle().Foreground(lipgloss.Color("3")))
)

// The palettes. The greys have almost no tint: a terminal with 256 colours picks the nearest one it has, and turned
// bluish greys into cyan letters and a blue bar.
var (
	dark = Palette{
		Muted: "#9E9FA1", Accent: "#7DAEFF", Key: "#BEA8FF", Success: "#7EC88C", Warning: "#E6C454", Error: "#FF8181",
		Info: "#69CDD7", Border: "#4C4E54", Header: "#B4B6BA", SelectedText: "#FFFFFF", Selected: "#2C487A",
		SelectedInactive: "#34363C", BarText: "#E4E5E7", Bar: "#24262C", BarErrorText: "#FF8181", BarError: "#24262C",
	}
	light = Palette{
		Muted: "#626467", Accent: "#1458BE", Key: "#7038B4", Success: "#147632", Warning: "#8C5A00", Error: "#B81C1C",
		Info: "#006C7C", Border: "#B2B3B5", Header: "#4E4F51", SelectedText: "#10141C", Selected: "#BCD8FC",
		SelectedInactive: "#E4E5E7", BarText: "#181A1E", Bar: "#E4E5E7", BarErrorText: "#B81C1C", BarError: "#E4E5E7",
	}

	// The palettes for sixteen colours number the colours that the user chose for the terminal. Picking the nearest
	// RGB colour would put blue on blue.
	darkANSI16 = Palette{
		Muted: "7", Accent: "14", Key: "13", Success: "10", Warning: "11", Error: "9", Info: "6", Border: "8",
		Header: "7", SelectedText: "15", Selected: "4", BarText: "0", Bar: "7", BarErrorText: "15", BarError: "1",
	}
	lightANSI16 = Palette{
		Muted: "8", Accent: "4", Key: "5", Success: "2", Warning: "3", Error: "1", Info: "6", Border: "7",
		Header: "8", SelectedText: "15", Selected: "4", BarText: "15", Bar: "8", BarErrorText: "15", BarError: "1",
	}
)
