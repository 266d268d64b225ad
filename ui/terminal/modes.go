package terminal

import (
	"fmt"
	"image/color"
	"reflect"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"

	"frontdesk/internal/safetext"
)

// mode is one setting of the terminal other than its cells.
type mode struct {
	set       func(f frame) string // returns the sequence that sets the frame's value; empty for the terminal's default
	reset     string               // restores the default
	first     string               // written before the first set
	replaces  bool                 // a new value needs no reset of the old one
	perScreen bool                 // the alternate screen has its own value
}

// modes is the table of all modes. Leaving, suspending and resuming are driven by it.
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

// leave returns what to write before a mode changes from one set sequence to another.
func (m mode) leave(from, to string) string {
	if from == "" || m.replaces && to != "" {
		return ""
	}
	return m.reset
}

// enter returns what to write to set the new value.
func (m mode) enter(from, to string) string {
	if from == "" && to != "" {
		return m.first + to
	}
	return to
}

// Most terminals keep a stack of titles, which restores the earlier title; others are left without a title.
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

// setKeyboard requests distinct codes for ambiguous keys (ctrl+i and tab), and a report of the supported enhancements.
// Terminals ignore the protocols that they do not support.
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

// requests maps the framework's messages that only write a sequence. The framework would buffer them until its next
// tick; here they are written with the next frame. Their types are unexported, so they are taken from what its commands
// return.
var requests = map[reflect.Type]func(argument string) string{
	typeOf(tea.SetClipboard("")):        ansi.SetSystemClipboard,
	typeOf(tea.SetPrimaryClipboard("")): ansi.SetPrimaryClipboard,
	typeOf(tea.ReadClipboard):           always(ansi.RequestSystemClipboard),
	typeOf(tea.ReadPrimaryClipboard):    always(ansi.RequestPrimaryClipboard),
	typeOf(tea.RequestBackgroundColor):  always(ansi.RequestBackgroundColor),
	typeOf(tea.RequestForegroundColor):  always(ansi.RequestForegroundColor),
	typeOf(tea.RequestCursorColor):      always(ansi.RequestCursorColor),
	typeOf(tea.RequestCursorPosition):   always(ansi.RequestCursorPositionReport),
	typeOf(tea.RequestTerminalVersion):  always(ansi.RequestNameVersion),
	typeOf(tea.RequestCapability("")):   func(name string) string { return ansi.RequestTermcap(name) },
}

// Types of messages that the framework would handle itself.
var (
	clearType   = typeOf(tea.ClearScreen)
	sizeType    = typeOf(tea.RequestWindowSize)
	printType   = typeOf(tea.Println())
	processType = typeOf(tea.Exec(nil, nil))
)

// typeOf returns the type of the message that a command returns.
func typeOf(cmd tea.Cmd) reflect.Type { return reflect.TypeOf(cmd()) }

// always returns a function that ignores its argument.
func always(sequence string) func(string) string { return func(string) string { return sequence } }

// sequenceFor returns the sequence that a message writes to the terminal; false if it writes none.
func sequenceFor(msg tea.Msg) (sequence string, ok bool) {
	if raw, isRaw := msg.(tea.RawMsg); isRaw {
		return fmt.Sprint(raw.Msg), true
	}
	render, ok := requests[reflect.TypeOf(msg)]
	if !ok {
		return "", false
	}
	argument := ""
	if v := reflect.ValueOf(msg); v.Kind() == reflect.String {
		argument = v.String()
	}
	return render(argument), true
}
