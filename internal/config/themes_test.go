package config_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"frontdesk/internal/config"
	"frontdesk/ui/theme"
)

const ownThemes = `
theme = "night"
[themes.night]
base        = "catppuccin-mocha"
description = "for the late shift"
accent      = "#FFAA00"
border      = "none"
[themes.day]
base = "terminal"
key  = 6
[accounts.acme]
theme = "day"
[agents.Ben]
theme = "night"
`

func TestThemes_OfTheFileAreChosenByName(t *testing.T) {
	path := writeConfig(t, ownThemes)
	c, err := config.LoadAccount(environment(t), path, "acme")
	if err != nil {
		t.Fatal(err)
	}
	if c.Theme != "day" || c.Agents["Ben"].Theme != "night" {
		t.Errorf("acme has %s, Ben %s", c.Theme, c.Agents["Ben"].Theme)
	}
	night, known := theme.Find("night", c.Themes)
	mocha, _ := theme.Find("catppuccin-mocha", nil)
	if !known || night.Description != "for the late shift" || night.Light != nil {
		t.Fatalf("%+v", night)
	}
	if p := night.Dark; p.Accent != "#FFAA00" || p.Border != "" || p.Background != mocha.Dark.Background {
		t.Errorf("%+v", p)
	}
	day, _ := theme.Find("day", c.Themes)
	if got := day.For(false, false, colorprofile.ANSI).Palette.Key; got != "6" {
		t.Errorf("on a terminal with sixteen colours keys are %q", got)
	}
	all := settings(t, environment(t, "FRONTDESK_THEME", "nord"), path, "acme")
	for name, want := range map[string]string{
		"theme":               "nord · FRONTDESK_THEME",
		"themes.night.accent": "#FFAA00 · themes.night.accent in the file",
		"themes.day.key":      "6 · themes.day.key in the file",
	} {
		if got := fmt.Sprintf("%v · %v", all[name].Value, all[name].Origin); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if _, listed := all["themes.day.accent"]; listed {
		t.Error("a colour that is the base's is listed as the theme's own")
	}
}

func TestThemes_MistakesAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"theme = \"mine\"":                           `theme must be one of auto, dark, light, `,
		"theme = \"mine\"\n[themes.night]":           `terminal, catppuccin-mocha, catppuccin-latte, gruvbox-dark, gruvbox-light, nord, night, not "mine"`,
		"[accounts.acme]\ntheme = \"mine\"":          `accounts.acme.theme must be one of auto, `,
		"[themes.night]\nacent = \"#000000\"":        `themes.night.acent is not a setting; did you mean accent?`,
		"[themes.night]\naccent = \"red\"":           `themes.night.accent must be "#rrggbb", 0 to 15 for a colour of the terminal's own, or "none", not "red"`,
		"[themes.night]\naccent = 16":                `not 16`,
		"[themes.night]\naccent = true":              `not true`,
		"[themes.night]\nbackground = 0":             `themes.night.background must be "#rrggbb" or "none", not 0`,
		"[themes.night]\nbase = \"day\"":             `themes.night.base must be one of auto, dark, `,
		"[themes.nord]\naccent = \"#000000\"":        `themes.nord: there is a theme of this name already; choose another`,
		"[themes]\nnight = \"dark\"":                 `themes.night must be a table, not "dark"`,
		"themes = 1":                                 `themes must be tables such as [themes.mine]`,
		"[accounts.acme.themes.x]\nbase = \"light\"": `accounts.acme.themes is not a setting; did you mean theme?`,
	} {
		_, err := config.LoadAccount(environment(t), writeConfig(t, text), "")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestThemes_ColoursThatAreHardToReadAreNamed(t *testing.T) {
	c, err := config.LoadAccount(environment(t), writeConfig(t, `
[themes.pale]
base = "light"
warning = "#DDDD55"
[themes.fine]
base = "auto"
accent = 4`), "")
	if err != nil {
		t.Fatal(err)
	}
	want := "themes.pale: warning #DDDD55 on background #FAF4E6 has a contrast of 1.3, and 4.5 is needed to read it"
	if lines := c.ThemeWarnings(); !slices.Equal(lines, []string{want}) {
		t.Errorf("%q", lines)
	}
	if !slices.Contains(c.Problems(), want) {
		t.Errorf("%q", c.Problems())
	}
}
