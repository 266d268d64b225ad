// Package theme defines the styles of the console. Themes are read-only and can be shared between sessions.
package theme

// Style draws text in one style. It holds the escape sequence ready-made: building it for every cell of every frame
// made lists slow.
type Style struct{ open string }

// Render returns sanitised text in this style.
func (k Style) Render(s string) string {
	if k.open == "" || s == "" {
		return s
	}
	return k.open + s + reset
}

const reset = "\x1b[m"

// Theme holds every style of the console, named by meaning rather than by appearance.
type Theme struct {
	Dark    bool
	NoColor bool // no colours: weight, underline and reverse only

	Sixteen bool // only the sixteen ANSI colours, as the user configured them in the terminal

	Muted            Style // secondary text
	Placeholder      Style // placeholder of an empty field
	Emphasis         Style // emphasised text
	Accent           Style // focused borders and the open tab
	Key              Style // a key to press
	Success          Style // done, on time
	Warning          Style // soon overdue, or incomplete
	Error            Style // overdue, or failed
	Info             Style // new, or in progress
	Selected         Style // the row under the cursor
	SelectedInactive Style // that row while its pane does not have the focus
	SearchMatch      Style // match of a search
	Border           Style // lines between panes
	Header           Style // column and group titles
	StatusBar        Style // the first line of the screen
	StatusBarError   Style // an error in that line
}

// palette holds the colours of one background as SGR parameters.
type palette struct {
	muted, accent, key, good, warn, bad, info, rule, heading, onSelected, selected, resting, onBar, bar, badOnBar string
}

// The greys have almost no tint: a terminal with 256 colours picks the nearest one it has, and turned bluish greys
// into cyan letters and a blue bar.
var (
	dark = palette{
		muted: "38;2;158;159;161", accent: "38;2;125;174;255", key: "38;2;190;168;255", good: "38;2;126;200;140",
		warn: "38;2;230;196;84", bad: "38;2;255;129;129", info: "38;2;105;205;215", rule: "38;2;76;78;84",
		heading: "38;2;180;182;186", onSelected: "38;2;255;255;255", selected: "48;2;44;72;122", resting: "48;2;52;54;60",
		onBar: "38;2;228;229;231", bar: "48;2;36;38;44", badOnBar: "38;2;255;129;129;48;2;36;38;44",
	}
	light = palette{
		muted: "38;2;98;100;103", accent: "38;2;20;88;190", key: "38;2;112;56;180", good: "38;2;20;118;50",
		warn: "38;2;140;90;0", bad: "38;2;184;28;28", info: "38;2;0;108;124", rule: "38;2;178;179;181",
		heading: "38;2;78;79;81", onSelected: "38;2;16;20;28", selected: "48;2;188;216;252", resting: "48;2;228;229;231",
		onBar: "38;2;24;26;30", bar: "48;2;228;229;231", badOnBar: "38;2;184;28;28;48;2;228;229;231",
	}

	// The sixteen-colour palettes use the ANSI colours by name, which the user can configure. Picking the nearest RGB
	// colour would put blue on blue.
	darkOfSixteen = palette{
		muted: "37", accent: "96", key: "95", good: "92", warn: "93", bad: "91", info: "36", rule: "90", heading: "37",
		onSelected: "97", selected: "44", resting: "4", onBar: "30", bar: "47", badOnBar: "97;41",
	}
	lightOfSixteen = palette{
		muted: "90", accent: "34", key: "35", good: "32", warn: "33", bad: "31", info: "36", rule: "37", heading: "90",
		onSelected: "97", selected: "44", resting: "4", onBar: "97", bar: "100", badOnBar: "97;41",
	}
)

// New returns the theme for a dark or light background; plain selects the theme without colours.
func New(isDark, plain bool) *Theme {
	if plain {
		return colourless(isDark)
	}
	if isDark {
		return dark.theme(true)
	}
	return light.theme(false)
}

// NewANSI16 returns the theme for a terminal that has sixteen colours.
func NewANSI16(isDark bool) *Theme {
	of := lightOfSixteen
	if isDark {
		of = darkOfSixteen
	}
	th := of.theme(isDark)
	th.Sixteen = true
	return th
}

func (p palette) theme(isDark bool) *Theme {
	return &Theme{
		Dark:  isDark,
		Muted: ink(p.muted), Placeholder: ink(p.muted), Emphasis: ink("1"), Accent: ink("1", p.accent), Key: ink(p.key),
		Success: ink(p.good), Warning: ink(p.warn), Error: ink("1", p.bad), Info: ink(p.info),
		Selected: ink("1", p.onSelected, p.selected), SelectedInactive: ink(p.resting), SearchMatch: ink("7"),
		Border: ink(p.rule), Header: ink(p.heading), StatusBar: ink(p.onBar, p.bar),
		StatusBarError: ink("1", p.badOnBar),
	}
}

func colourless(isDark bool) *Theme {
	return &Theme{
		Dark: isDark, NoColor: true,
		Placeholder: ink("2"), Emphasis: ink("1"), Accent: ink("1"), Key: ink("1"), Error: ink("1"), Selected: ink("7"), SelectedInactive: ink("1"),
		SearchMatch: ink("7"), Header: ink("4"), StatusBar: ink("7"), StatusBarError: ink("1", "7"),
	}
}

func ink(parts ...string) Style {
	open := "\x1b["
	for i, p := range parts {
		if i > 0 {
			open += ";"
		}
		open += p
	}
	return Style{open + "m"}
}
