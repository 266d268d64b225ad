package ui

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

var saveViewReason = off(
	func(c *Console, _ pane.Target) bool { return c.inbox.FilterText() != "" },
	"there is no filter to save",
)

// askViewName asks for the name under which the filter is saved. A filter that is not understood is not saved.
func (c *Console) askViewName() tea.Cmd {
	v := c.inbox.FilteredView()
	v.Name = "a new name"
	if c.cmds.Config.Views.Save == nil {
		c.notify(levelTransient, "there is no place for saved views")
		return nil
	}
	if err := backend.CheckNewView(nil, v); err != nil {
		c.notify(levelTransient, backend.ErrorText(err))
		return nil
	}
	others := c.views(c.Views)
	c.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title:  "Save the filter as a view",
		Note:   v.Filter,
		Label:  "Name",
		Hint:   "on its tab",
		Accept: "save",
		Check:  func(name string) error { return backend.CheckNewView(others, desk.View{Name: name}) },
		Done: func(name string) tea.Cmd {
			v.Name = name
			return c.cmds.Config.Views.Add(name, v)
		},
	}, c.th))
	return nil
}

// onViewsKept shows the views as they are kept now. A view that was saved is shown in its tab, instead of the filter
// that it was made from.
func (c *Console) onViewsKept(msg backend.KeptMsg[desk.View]) tea.Cmd {
	if msg.Err != nil {
		c.notify(levelError, "the view is not "+msg.Did+": "+backend.ErrorText(msg.Err))
		return nil
	}
	c.Views = msg.All
	views, shown := c.views(c.Views), c.inbox.CurrentView().Name
	if !slices.Contains(viewNames(views), shown) || msg.Did == "saved" {
		shown = msg.Name // the one that was shown has this name now
	}
	switch msg.Did {
	case "saved":
		c.notify(levelSuccess, "saved as the view “"+msg.Name+"”")
	default:
		c.notify(levelSuccess, "the view is "+msg.Did+": “"+msg.Name+"”")
	}
	return c.inbox.ShowSavedView(views, shown)
}

// onMacrosKept takes over the macros as they are kept now.
func (c *Console) onMacrosKept(msg backend.KeptMsg[macro.Macro]) {
	if msg.Err != nil {
		c.notify(levelError, "the macro is not "+msg.Did+": "+backend.ErrorText(msg.Err))
		return
	}
	c.Macros = msg.All
	c.notify(levelSuccess, "the macro is "+msg.Did+": “"+msg.Name+"”")
}

// ownAction begins the actions of the palette that change what the agent has saved.
const ownAction = "own "

// ownChange is such an action.
type ownChange struct {
	id, label string
	off       func(*Console) bool // it is not offered
	run       func(*Console) tea.Cmd
}

var ownChanges = []ownChange{
	{
		"rename-view", "Rename a saved view", func(c *Console) bool { return len(c.Views) == 0 },
		func(c *Console) tea.Cmd { return c.pickOwn("Rename a view", viewNames(c.Views), c.askNewViewName) },
	},
	{
		"remove-view", "Remove a saved view", func(c *Console) bool { return len(c.Views) == 0 },
		func(c *Console) tea.Cmd { return c.pickOwn("Remove a view", viewNames(c.Views), c.confirmRemoveView) },
	},
	{
		"save-macro", "Save the form as a macro", func(c *Console) bool { return !c.isMacroForm() },
		func(c *Console) tea.Cmd { return c.askMacroName() },
	},
	{
		"rename-macro", "Rename a macro", func(c *Console) bool { return len(c.Macros) == 0 },
		func(c *Console) tea.Cmd { return c.pickOwn("Rename a macro", macro.Names(c.Macros), c.askNewMacroName) },
	},
	{
		"remove-macro", "Remove a macro", func(c *Console) bool { return len(c.Macros) == 0 },
		func(c *Console) tea.Cmd {
			return c.pickOwn("Remove a macro", macro.Names(c.Macros), c.confirmRemoveMacro)
		},
	},
}

// ownItems returns what the palette offers for what the agent has saved.
func (c *Console) ownItems() overlay.KeyList {
	if c.cmds.Config.Views.Save == nil {
		return nil
	}
	var items overlay.KeyList
	for _, change := range ownChanges {
		if change.off(c) {
			continue
		}
		b, _ := c.Keys.Lookup(keymap.Global, keymap.Palette)
		b.Action, b.Description = keymap.Action(ownAction+change.id), change.label
		b.SetKeys("") // none, but it can be chosen
		items = append(items, overlay.NewMenuItem(b, ""))
	}
	return items
}

// changeOwn runs such an action of the palette.
func (c *Console) changeOwn(id string) tea.Cmd {
	for _, change := range ownChanges {
		if change.id == id {
			return change.run(c)
		}
	}
	return nil
}

func viewNames(views []desk.View) []string {
	names := make([]string, len(views))
	for i, v := range views {
		names[i] = v.Name
	}
	return names
}

// pickOwn asks which view or macro is meant. The view that is shown is offered first.
func (c *Console) pickOwn(title string, names []string, do func(name string) tea.Cmd) tea.Cmd {
	items := make([]overlay.PickerItem, len(names))
	for i, name := range names {
		items[i] = overlay.PickerItem{Label: safetext.LineFromText(name).String(), ID: name}
	}
	p := overlay.NewPicker(c.Keys, title, items, func(chosen overlay.PickerItem) tea.Cmd { return do(chosen.ID) })
	p.MoveTo(max(slices.Index(names, c.inbox.CurrentView().Name), 0))
	c.open(p)
	return nil
}

// askNewViewName asks for another name of a view.
func (c *Console) askNewViewName(old string) tea.Cmd {
	others := slices.DeleteFunc(c.views(c.Views), func(v desk.View) bool {
		return v.Name == old
	})
	return c.askName(old, "on its tab",
		func(name string) error { return backend.CheckNewView(others, desk.View{Name: name}) },
		func(name string) tea.Cmd { return c.cmds.Config.Views.Call(old, name) })
}

// askNewMacroName asks for another name of a macro.
func (c *Console) askNewMacroName(old string) tea.Cmd {
	m, _ := macro.Find(c.Macros, old)
	others := slices.DeleteFunc(slices.Clone(c.Macros), func(m macro.Macro) bool { return m.Name == old })
	return c.askName(old, "in the list of macros",
		func(name string) error { m.Name = name; return macro.CheckNew(others, m) },
		func(name string) tea.Cmd { return c.cmds.Config.Macros.Call(old, name) })
}

// askName asks for another name of what is saved.
func (c *Console) askName(old, hint string, check func(string) error, do func(string) tea.Cmd) tea.Cmd {
	c.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title: "Rename “" + safetext.LineFromText(old).String() + "”", Label: "Name", Hint: hint, Value: old,
		Accept: "rename", Check: check, Done: do,
	}, c.th))
	return nil
}

func (c *Console) confirmRemoveView(name string) tea.Cmd {
	return c.confirmRemove("view", name, "Its tab goes. No ticket changes.",
		func() tea.Cmd { return c.cmds.Config.Views.Drop(name) })
}

func (c *Console) confirmRemoveMacro(name string) tea.Cmd {
	return c.confirmRemove("macro", name, "What was sent with it stays.",
		func() tea.Cmd { return c.cmds.Config.Macros.Drop(name) })
}

func (c *Console) confirmRemove(thing, name, what string, do func() tea.Cmd) tea.Cmd {
	c.confirm("Remove the "+thing+" “"+safetext.LineFromText(name).String()+"”?", overlay.Paragraphs(what),
		overlay.Choice{Action: keymap.Discard, Label: "Remove it", Run: do})
	return nil
}

// isMacroForm reports whether the open form can be a macro: it updates a ticket, or many.
func (c *Console) isMacroForm() bool {
	return c.editor != nil && (c.editor.Kind == backend.KindUpdate || c.editor.Kind == backend.KindUpdateMany)
}

// whyNoMacro says what to change in the form.
func whyNoMacro(err error) string {
	if fault, ok := errors.AsType[*macro.FieldError](err); ok && fault.Key == "" {
		return "The form changes nothing. Change what the macro is to set, or type the comment that it is to add."
	}
	return "The " + err.Error() + "."
}

// askMacroName asks for the name under which what was typed into the form is saved as a macro.
func (c *Console) askMacroName() tea.Cmd {
	made := c.macroOf(c.editor.Changes())
	if err := made.Check(); err != nil {
		c.confirm("This is no macro yet", overlay.Paragraphs(whyNoMacro(err)))
		return nil
	}
	c.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title: "Save the form as a macro", Note: "{{customer|there}}, {{ticket}} and the like are filled in for each ticket.",
		Label: "Name", Hint: "in the list of macros", Accept: "save",
		Check: func(name string) error { made.Name = name; return macro.CheckNew(c.Macros, made) },
		Done: func(name string) tea.Cmd {
			made.Name = name
			return c.cmds.Config.Macros.Add(name, made)
		},
	}, c.th))
	return nil
}
