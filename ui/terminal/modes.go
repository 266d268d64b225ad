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

// requests are the framework's messages that only write a sequence. It would buffer them for its ticker; here
// they go out with the next frame. Their types are its own, so that they are known by what its commands return.
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

// Messages that the framework would act on itself.
var (
	clearType   = typeOf(tea.ClearScreen)
	sizeType    = typeOf(tea.RequestWindowSize)
	printType   = typeOf(tea.Println())
	processType = typeOf(tea.Exec(nil, nil))
)

// typeOf is the type of the message that a command returns.
func typeOf(cmd tea.Cmd) reflect.Type { return reflect.TypeOf(cmd()) }

// always ignores the argument.
func always(sequence string) func(string) string { return func(string) string { return sequence } }

// sequenceFor is what a message wants written to the terminal.
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
