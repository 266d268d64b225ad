package terminal

import (
	"image/color"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"

	"frontdesk/internal/safetext"
)

// mode is one state of the terminal beside its cells.
type mode struct {
	set       func(f frame) string // leads from the terminal's own state to the frame's; empty: it is the terminal's own
	reset     string               // leads back
	first     string               // goes before the first set
	replaces  bool                 // a set takes the place of the one before without a reset in between
	perScreen bool                 // the alternate screen has its own
}

// modes are all of them. Leaving, suspending and coming back need nothing but this table.
var modes = [...]mode{
	{set: setPaste, reset: ansi.ResetModeBracketedPaste},
	{set: setFocus, reset: ansi.ResetModeFocusEvent},
	{set: setMouse, reset: ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr},
	{set: setTitle, first: pushTitle, reset: ansi.SetWindowTitle("") + popTitle, replaces: true},
	{set: setKeyboard, reset: ansi.ResetModifyOtherKeys + ansi.PopKittyKeyboard(1), perScreen: true},
	{set: setForeground, reset: ansi.ResetForegroundColor, replaces: true},
	{set: setBackground, reset: ansi.ResetBackgroundColor, replaces: true},
	{set: setCursorColor, reset: ansi.ResetCursorColor, replaces: true},
	{set: setCursorStyle, reset: ansi.SetCursorStyle(0), replaces: true},
	{set: setProgress, reset: ansi.ResetProgressBar, replaces: true},
	{set: setGraphemes, reset: ansi.ResetModeUnicodeCore},
}

// leave is what to write before a mode goes from one set sequence to another.
func (m mode) leave(from, to string) string {
	if from == "" || m.replaces && to != "" {
		return ""
	}
	return m.reset
}

// enter is what to write for the new one.
func (m mode) enter(from, to string) string {
	if from == "" && to != "" {
		return m.first + to
	}
	return to
}

// Most terminals keep a stack of titles, so that the one before can come back; the others are left without a title.
const (
	pushTitle = "\x1b[22;2t"
	popTitle  = "\x1b[23;2t"
)

func setPaste(f frame) string {
	if f.view.DisableBracketedPasteMode {
		return ""
	}
	return ansi.SetModeBracketedPaste
}

func setFocus(f frame) string {
	if !f.view.ReportFocus {
		return ""
	}
	return ansi.SetModeFocusEvent
}

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

// setKeyboard asks for keys that can be told apart (ctrl+i from tab), and which of the wishes the terminal fulfils.
// Terminals ignore the protocol that they do not know.
func setKeyboard(f frame) string {
	flags := ansi.KittyDisambiguateEscapeCodes
	for _, wish := range []struct {
		on   bool
		flag int
	}{
		{f.view.KeyboardEnhancements.ReportEventTypes, ansi.KittyReportEventTypes},
		{f.view.KeyboardEnhancements.ReportAlternateKeys, ansi.KittyReportAlternateKeys},
		{f.view.KeyboardEnhancements.ReportAllKeysAsEscapeCodes, ansi.KittyReportAllKeysAsEscapeCodes},
		{f.view.KeyboardEnhancements.ReportAssociatedText, ansi.KittyReportAssociatedKeys},
	} {
		if wish.on {
			flags |= wish.flag
		}
	}
	return ansi.SetModifyOtherKeys2 + ansi.PushKittyKeyboard(flags) + ansi.RequestKittyKeyboard
}

func setForeground(f frame) string {
	return setColor(f, f.view.ForegroundColor, ansi.SetForegroundColor)
}

func setBackground(f frame) string {
	return setColor(f, f.view.BackgroundColor, ansi.SetBackgroundColor)
}

func setCursorColor(f frame) string {
	if f.view.Cursor == nil {
		return ""
	}
	return setColor(f, f.view.Cursor.Color, ansi.SetCursorColor)
}

// setColor is empty without a colour, and where no colours are wanted.
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

// setCursorStyle counts as the terminal does: 1 and 2 are a blinking and a steady block, and so on in pairs.
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

func setProgress(f frame) string {
	bar := f.view.ProgressBar
	if bar == nil {
		return ""
	}
	switch bar.State {
	case tea.ProgressBarDefault:
		return ansi.SetProgressBar(bar.Value)
	case tea.ProgressBarError:
		return ansi.SetErrorProgressBar(bar.Value)
	case tea.ProgressBarIndeterminate:
		return ansi.SetIndeterminateProgressBar
	case tea.ProgressBarWarning:
		return ansi.SetWarningProgressBar(bar.Value)
	}
	return ""
}

func setGraphemes(f frame) string {
	if !f.graphemes {
		return ""
	}
	return ansi.SetModeUnicodeCore
}
