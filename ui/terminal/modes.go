package terminal

import (
	"image/color"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"

	"frontdesk/internal/safetext"
)

// mode is one setting of the terminal other than its cells.
type mode struct {
	set      func(f frame) string // returns the sequence that sets the frame's value; empty for the terminal's default
	reset    string               // restores the default
	first    string               // written before the first set
	replaces bool                 // a new value needs no reset of the old one
}

// modes is the table of all modes. Leaving, suspending and resuming are driven by it.
var modes = [...]mode{
	{set: always(ansi.SetModeBracketedPaste), reset: ansi.ResetModeBracketedPaste},
	{set: setMouse, reset: ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr},
	{set: setTitle, first: pushTitle, reset: ansi.SetWindowTitle("") + popTitle, replaces: true},
	{set: always(setKeyboard), reset: ansi.ResetModifyOtherKeys + ansi.PopKittyKeyboard(1)},
	{set: setForeground, reset: ansi.ResetForegroundColor, replaces: true},
	{set: setBackground, reset: ansi.ResetBackgroundColor, replaces: true},
	{set: setCursorStyle, reset: ansi.SetCursorStyle(0), replaces: true},
	{set: setGraphemes, reset: ansi.ResetModeUnicodeCore},
}

// change returns what to write when a mode changes from one set sequence to another.
func (m mode) change(from, to string) (s string) {
	if from != "" && (to == "" || !m.replaces) {
		s = m.reset
	}
	if from == "" && to != "" {
		s += m.first
	}
	return s + to
}

// Most terminals keep a stack of titles, which restores the earlier title; others are left without a title.
const (
	pushTitle = "\x1b[22;2t"
	popTitle  = "\x1b[23;2t"
)

// setKeyboard requests distinct codes for ambiguous keys (ctrl+i and tab), what keys of other layouts are on the US
// layout, and a report of the supported enhancements. Terminals ignore the protocols that they do not support.
var setKeyboard = ansi.SetModifyOtherKeys2 + ansi.PushKittyKeyboard(
	ansi.KittyDisambiguateEscapeCodes|ansi.KittyReportAlternateKeys,
) + ansi.RequestKittyKeyboard

// always returns the set function of a mode that every frame has.
func always(sequence string) func(frame) string { return func(frame) string { return sequence } }

func setMouse(f frame) string {
	switch f.view.MouseMode {
	case tea.MouseModeCellMotion:
		return ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	case tea.MouseModeAllMotion:
		return ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr
	}
	return ""
}

func setTitle(f frame) string {
	if f.view.WindowTitle == "" {
		return ""
	}
	return ansi.SetWindowTitle(safetext.WindowTitle(f.view.WindowTitle))
}

func setForeground(f frame) string {
	return setColor(f, f.view.ForegroundColor, ansi.SetForegroundColor)
}

func setBackground(f frame) string {
	return setColor(f, f.view.BackgroundColor, ansi.SetBackgroundColor)
}

// setColor returns empty for no colour, and if the profile has no colours.
func setColor(f frame, c color.Color, set func(string) string) string {
	if c == nil || f.profile <= colorprofile.ASCII {
		return ""
	}
	known, ok := colorful.MakeColor(c)
	if !ok {
		return ""
	}
	return set(known.Hex())
}

// setCursorStyle numbers styles as terminals do: 1 and 2 are a blinking and a steady block, and so on in pairs.
func setCursorStyle(f frame) string {
	if f.view.Cursor == nil {
		return ""
	}
	style := int(f.view.Cursor.Shape)*2 + 1
	if !f.view.Cursor.Blink {
		style++
	}
	return ansi.SetCursorStyle(style)
}

func setGraphemes(f frame) string {
	if !f.graphemes {
		return ""
	}
	return ansi.SetModeUnicodeCore
}
