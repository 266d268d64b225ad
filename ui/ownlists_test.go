package ui_test

import (
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
	"frontdesk/ui/uitest"
)

// choose opens the palette and chooses what is typed.
func choose(s *uitest.Driver, words string) {
	s.Press(":")
	s.Type(words)
	s.Press("enter")
}

func TestOwnViews_AreRenamedAndRemovedInTheConsole(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("is:open")
		s.Press("ctrl+s")
		s.Type("Money")
		s.Press("enter")
		s.RequireText("saved as the view “Money”")
		choose(s, "rename a saved view")
		s.RequireText("Rename a view", "Money")
		s.Press("enter")
		s.RequireText("Rename “Money”")
		s.Press("ctrl+u")
		s.Type("next")
		s.Press("enter")
		s.RequireText("there is a view “Next” already")
		s.Press("ctrl+u")
		s.Type("Cash")
		s.Press("enter")
		s.RequireText("the view is renamed: “Cash”", "Cash")
		s.RequireNoText("Money")
		choose(s, "remove a saved view")
		s.Press("enter")
		s.RequireText("Remove the view “Cash”?", "No ticket changes.")
		s.Press("x")
		s.RequireText("the view is removed: “Cash”")
		s.Press("esc", ":")
		s.RequireNoText("Remove a saved view")
	})
}

func TestOwnViews_AChangeOfAnotherViewLeavesTheOneThatIsShown(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 160, Height: 36}, func(t *testing.T, s *uitest.Driver) {
		for _, name := range []string{"Money", "Late"} {
			s.Press("/")
			s.Type("is:open")
			s.Press("ctrl+s")
			s.Type(name)
			s.Press("enter")
		}
		choose(s, "rename a saved view")
		s.Press("up", "enter", "ctrl+u")
		s.Type("Cash")
		s.Press("enter")
		s.RequireText("▏Late 61▕", "the view is renamed: “Cash”")
		choose(s, "remove a saved view")
		s.Press("up", "enter", "x")
		s.RequireText("▏Late 61▕", "the view is removed: “Cash”")
	})
}

func TestOwnViews_ThoseOfTheHostStay(t *testing.T) {
	options := uitest.Options{Width: 120, Height: 36, Views: []desk.View{{Name: "Team", Filter: "is:open"}}}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		choose(s, "remove a saved view")
		s.Press("enter", "x")
		s.RequireText("the view is not removed: there is no saved view “Team”")
	})
}

func TestOwnMacros_AreSavedFromTheFormRenamedAndRemoved(t *testing.T) {
	options := uitest.Options{Width: 120, Height: 36, Macros: []macro.Macro{{Name: "Team's", SubStatus: "CL"}}}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("u", "ctrl+p")
		s.Type("save the form as")
		s.Press("enter")
		s.RequireText("This is no macro yet", "The form changes nothing.")
		s.Press("esc", "esc", "c")
		s.Type("Hello {{order}}")
		s.Press("ctrl+p")
		s.Type("save the form as")
		s.Press("enter")
		s.RequireText("The comment has the variable {{order}}, which is not known; known are customer,")
		s.Press("esc", "ctrl+x", "x", "c")
		s.Type("Dear {{customer|there}}, we call back.")
		s.Press("ctrl+p")
		s.Type("save the form as")
		s.RequireText("Save the form as a macro")
		s.Press("enter")
		s.Type("Call back")
		s.Press("enter")
		s.RequireText("the macro is saved: “Call back”")
		s.Press("esc", "esc", "m")
		s.RequireText("Call back", "Team's", "we call back.")
		s.Press("esc")
		choose(s, "rename a macro")
		s.Press("enter", "ctrl+u")
		s.Type("Ring")
		s.Press("enter")
		s.RequireText("the macro is renamed: “Ring”")
		choose(s, "remove a macro")
		s.Press("enter", "x")
		s.RequireText("the macro is removed: “Ring”")
	})
}
