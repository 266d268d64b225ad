// Package theme holds the console's colours: pure values that any number of sessions can share.
package theme

// Style draws text in one style. It is a pair of strings made once, because a style worked out for every cell of
// every frame is what makes lists slow.
type Style struct{ open string }

// Render draws cleaned text in this ink.
func (k Style) Render(s string) string {
	if k.open == "" || s == "" {
		return s
	}
	return k.open + s + reset
}

const reset = "\x1b[m"

// Theme is every ink of the console, by what it says rather than by how it looks.
type Theme struct {
	Dark    bool
	NoColor bool // no colour at all: weight, underline and reverse only

	Sixteen bool // the sixteen colours of the terminal's user, and no others

	Muted            Style // what may be overlooked
	Placeholder      Style // what stands in an empty field
	Emphasis         Style // what is read first
	Accent           Style // where the agent is: focused borders, the open tab
	Key              Style // a key to press
	Success          Style // done, on time
	Warning          Style // soon too late, not everything here
	Error            Style // too late, failed
	Info             Style // new, on its way
	Selected         Style // the row under the cursor
	SelectedInactive Style // that row while the keys go elsewhere
	SearchMatch      Style // what was searched for
	Border           Style // lines between panes
	Header           Style // column and group titles
	StatusBar        Style // the first line of the screen
	StatusBarError   Style // what is wrong, in that line
}

// palette is the colours of one background, as red, green and blue in SGR's form.
type palette struct {
	muted, accent, key, good, warn, bad, info, rule, heading, onSelected, selected, resting, onBar, bar, badOnBar string
}

// Greys have next to no tint: a terminal of 256 colours takes the nearest it has, and made cyan letters and a blue bar of
// bluish ones.
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

	// Of the sixteen colours that a terminal names and its user chooses: the nearest of them would put blue on blue.
	darkOfSixteen = palette{
		muted: "37", accent: "96", key: "95", good: "92", warn: "93", bad: "91", info: "36", rule: "90", heading: "37",
		onSelected: "97", selected: "44", resting: "4", onBar: "30", bar: "47", badOnBar: "97;41",
	}
	lightOfSixteen = palette{
		muted: "90", accent: "34", key: "35", good: "32", warn: "33", bad: "31", info: "36", rule: "37", heading: "90",
		onSelected: "97", selected: "44", resting: "4", onBar: "97", bar: "100", badOnBar: "97;41",
	}
)

// New makes the theme for a dark or light background; plain is for terminals whose user wants no colour.
func New(isDark, plain bool) *Theme {
	if plain {
		return colourless(isDark)
	}
	if isDark {
		return dark.theme(true)
	}
	return light.theme(false)
}

// NewANSI16 makes it for a terminal that has sixteen colours.
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
