package theme

// themes are the themes that are always there.
var themes = []Spec{
	{Auto, "dark or light, by the terminal's background", &dark, &light},
	{"dark", "for terminals with a dark background", &dark, nil},
	{"light", "for terminals with a light background", nil, &light},
	{"high-contrast-dark", "white on black, with strong colours", &highContrastDark, nil},
	{"high-contrast-light", "black on white, with strong colours", nil, &highContrastLight},
	{"terminal", "the sixteen colours of your terminal", &darkANSI16, &lightANSI16},
	{"catppuccin-mocha", "pastel colours on dark blue", &mocha, nil},
	{"catppuccin-latte", "pastel colours on light grey", nil, &latte},
	{"gruvbox-dark", "warm colours on brown grey", &gruvboxDark, nil},
	{"gruvbox-light", "warm colours on cream", nil, &gruvboxLight},
	{"nord", "cool colours on blue grey", &nord, nil},
}

// The palettes on the terminal's own background. The greys have almost no tint: a terminal with 256 colours picks the
// nearest one it has, and turned bluish greys into cyan letters and a blue bar.
var (
	dark = Palette{
		Muted: "#9E9FA1", Accent: "#7DAEFF", Key: "#BEA8FF", Success: "#7EC88C", Warning: "#E6C454", Error: "#FF8181",
		Info: "#69CDD7", Border: "#4C4E54", Header: "#B4B6BA", SelectedText: "#FFFFFF", Selected: "#2C487A",
		SelectedInactive: "#34363C", BarText: "#E4E5E7", Bar: "#24262C", BarErrorText: "#FF8181", BarError: "#24262C",
	}
	light = Palette{
		Muted: "#626467", Accent: "#1458BE", Key: "#7038B4", Success: "#0F6C2B", Warning: "#8C5A00", Error: "#B81C1C",
		Info: "#006C7C", Border: "#B2B3B5", Header: "#4E4F51", SelectedText: "#10141C", Selected: "#BCD8FC",
		SelectedInactive: "#E4E5E7", BarText: "#181A1E", Bar: "#E4E5E7", BarErrorText: "#B81C1C", BarError: "#E4E5E7",
	}

	// darkANSI16 and lightANSI16 number the colours that the user chose for the terminal. Picking the nearest RGB
	// colour would put blue on blue.
	darkANSI16 = Palette{
		Muted: "7", Accent: "14", Key: "13", Success: "10", Warning: "11", Error: "9", Info: "6", Border: "8",
		Header: "7", SelectedText: "15", Selected: "4", BarText: "0", Bar: "7", BarErrorText: "15", BarError: "1",
	}
	lightANSI16 = Palette{
		Muted: "8", Accent: "4", Key: "5", Success: "2", Warning: "3", Error: "1", Info: "6", Border: "7",
		Header: "8", SelectedText: "15", Selected: "4", BarText: "15", Bar: "8", BarErrorText: "15", BarError: "1",
	}
)

// The palettes with a background of their own. Where a colour of Catppuccin, Gruvbox or Nord is too pale to be read on
// its background, ours is darker or lighter.
var (
	highContrastDark = Palette{
		Text: "#FFFFFF", Background: "#000000", Muted: "#D0D0D0", Accent: "#5FD7FF", Key: "#FFAFFF",
		Success: "#5FFF5F", Warning: "#FFFF5F", Error: "#FF8787", Info: "#87FFFF", Border: "#A8A8A8",
		Header: "#EEEEEE", SelectedText: "#000000", Selected: "#FFFF00", SelectedInactive: "#444444",
		BarText: "#000000", Bar: "#FFFFFF", BarErrorText: "#FFFFFF", BarError: "#AF0000",
	}
	highContrastLight = Palette{
		Text: "#000000", Background: "#FFFFFF", Muted: "#3A3A3A", Accent: "#0000AF", Key: "#5F0087",
		Success: "#005F00", Warning: "#5F3700", Error: "#870000", Info: "#00475F", Border: "#6C6C6C",
		Header: "#262626", SelectedText: "#FFFFFF", Selected: "#00005F", SelectedInactive: "#D0D0D0",
		BarText: "#FFFFFF", Bar: "#000000", BarErrorText: "#FFFFFF", BarError: "#AF0000",
	}
	mocha = Palette{
		Text: "#CDD6F4", Background: "#1E1E2E", Muted: "#A6ADC8", Accent: "#89B4FA", Key: "#CBA6F7",
		Success: "#A6E3A1", Warning: "#F9E2AF", Error: "#F38BA8", Info: "#94E2D5", Border: "#585B70",
		Header: "#BAC2DE", SelectedText: "#1E1E2E", Selected: "#B4BEFE", SelectedInactive: "#45475A",
		BarText: "#CDD6F4", Bar: "#313244", BarErrorText: "#F38BA8", BarError: "#313244",
	}
	latte = Palette{
		Text: "#4C4F69", Background: "#EFF1F5", Muted: "#5C5F77", Accent: "#0D57DB", Key: "#7D2EE4",
		Success: "#1A6B1A", Warning: "#8F5000", Error: "#B8082E", Info: "#00707A", Border: "#ACB0BE",
		Header: "#5C5F77", SelectedText: "#EFF1F5", Selected: "#0D57DB", SelectedInactive: "#CCD0DA",
		BarText: "#4C4F69", Bar: "#DCE0E8", BarErrorText: "#B3002D", BarError: "#DCE0E8",
	}
	gruvboxDark = Palette{
		Text: "#EBDBB2", Background: "#282828", Muted: "#A89984", Accent: "#83A598", Key: "#D3869B",
		Success: "#B8BB26", Warning: "#FABD2F", Error: "#FF6F5A", Info: "#8EC07C", Border: "#665C54",
		Header: "#BDAE93", SelectedText: "#282828", Selected: "#83A598", SelectedInactive: "#504945",
		BarText: "#EBDBB2", Bar: "#3C3836", BarErrorText: "#FF8A70", BarError: "#3C3836",
	}
	gruvboxLight = Palette{
		Text: "#3C3836", Background: "#FBF1C7", Muted: "#665C54", Accent: "#076678", Key: "#8F3F71",
		Success: "#6B6600", Warning: "#8F5600", Error: "#9D0006", Info: "#2F7048", Border: "#A89984",
		Header: "#504945", SelectedText: "#FBF1C7", Selected: "#076678", SelectedInactive: "#D5C4A1",
		BarText: "#3C3836", Bar: "#EBDBB2", BarErrorText: "#9D0006", BarError: "#EBDBB2",
	}
	nord = Palette{
		Text: "#D8DEE9", Background: "#2E3440", Muted: "#A9B1C0", Accent: "#88C0D0", Key: "#D3A8CE",
		Success: "#A3BE8C", Warning: "#EBCB8B", Error: "#EE8F96", Info: "#8FBCBB", Border: "#616E88",
		Header: "#C0C8D6", SelectedText: "#FFFFFF", Selected: "#4A6A96", SelectedInactive: "#434C5E",
		BarText: "#E5E9F0", Bar: "#3B4252", BarErrorText: "#FFFFFF", BarError: "#94404A",
	}
)
