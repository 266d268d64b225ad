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

// ownLists is the views and the macros that the agent has saved.
type ownLists struct {
	part
	views func([]desk.View) []desk.View // with those that are always there
}

var saveViewReason = off(
	func(c *Console, _ pane.Target) bool { return c.inbox.FilterText() != "" },
	"there is no filter to save",
)

// askViewName asks for the name under which the filter is saved. A filter that is not understood is not saved.
func (o *ownLists) askViewName() tea.Cmd {
	v := o.inbox.FilteredView()
	v.Name = "a new name"
	if o.cmds.Config.Views.Save == nil {
		o.notify(levelTransient, "there is no place for saved views")
		return nil
	}
	if err := backend.CheckNewView(nil, v); err != nil {
		o.notify(levelTransient, backend.ErrorText(err))
		return nil
	}
	others := o.views(o.Views)
	o.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title:  "Save the filter as a view",
		Note:   v.Filter,
		Label:  "Name",
		Hint:   "on its tab",
		Accept: "save",
		Check:  func(name string) error { return backend.CheckNewView(others, desk.View{Name: name}) },
		Done: func(name string) tea.Cmd {
			v.Name = name
			return o.cmds.Config.Views.Add(name, v)
		},
	}, o.theme()))
	return nil
}

// onViewsKept shows the views as they are kept now. A view that was saved is shown in its tab, instead of the filter
// that it was made from.
func (o *ownLists) onViewsKept(msg backend.KeptMsg[desk.View]) tea.Cmd {
	if msg.Err != nil {
		o.notify(levelError, "the view is not "+msg.Did+": "+backend.ErrorText(msg.Err))
		return nil
	}
	o.Views = msg.All
	views, shown := o.views(o.Views), o.inbox.CurrentView().Name
	if !slices.Contains(viewNames(views), shown) || msg.Did == "saved" {
		shown = msg.Name // the one that was shown has this name now
	}
	switch msg.Did {
	case "saved":
		o.notify(levelSuccess, "saved as the view “"+msg.Name+"”")
	default:
		o.notify(levelSuccess, "the view is "+msg.Did+": “"+msg.Name+"”")
	}
	return o.inbox.ShowSavedView(views, shown)
}

// onMacrosKept takes over the macros as they are kept now.
func (o *ownLists) onMacrosKept(msg backend.KeptMsg[macro.Macro]) {
	if msg.Err != nil {
		o.notify(levelError, "the macro is not "+msg.Did+": "+backend.ErrorText(msg.Err))
		return
	}
	o.Macros = msg.All
	o.notify(levelSuccess, "the macro is "+msg.Did+": “"+msg.Name+"”")
}

// ownAction begins the actions of the palette that change what the agent has saved.
const ownAction = "own "

// ownChange is such an action.
type ownChange struct {
	id, label string
	isOffered bool
	run       func() tea.Cmd
}

// changes returns these actions.
func (o *ownLists) changes() []ownChange {
	hasViews, hasMacros := len(o.Views) > 0, len(o.Macros) > 0
	removeView := o.confirmRemove("view", "Its tab goes. No ticket changes.", o.cmds.Config.Views.Drop)
	removeMacro := o.confirmRemove("macro", "What was sent with it stays.", o.cmds.Config.Macros.Drop)
	views, macros := viewNames(o.Views), macro.Names(o.Macros)
	return []ownChange{
		{"rename-view", "Rename a saved view", hasViews, o.pick("Rename a view", views, o.askNewViewName)},
		{"remove-view", "Remove a saved view", hasViews, o.pick("Remove a view", views, removeView)},
		{"save-macro", "Save the form as a macro", o.isMacroForm(), o.askMacroName},
		{"rename-macro", "Rename a macro", hasMacros, o.pick("Rename a macro", macros, o.askNewMacroName)},
		{"remove-macro", "Remove a macro", hasMacros, o.pick("Remove a macro", macros, removeMacro)},
	}
}

// items returns what the palette offers for what the agent has saved.
func (o *ownLists) items() overlay.KeyList {
	if o.cmds.Config.Views.Save == nil {
		return nil
	}
	var items overlay.KeyList
	for _, change := range o.changes() {
		if !change.isOffered {
			continue
		}
		b, _ := o.Keys.Lookup(keymap.Global, keymap.Palette)
		b.Action, b.Description = keymap.Action(ownAction+change.id), change.label
		b.SetKeys("") // none, but it can be chosen
		items = append(items, overlay.NewMenuItem(b, ""))
	}
	return items
}

// change runs such an action of the palette.
func (o *ownLists) change(id string) tea.Cmd {
	for _, change := range o.changes() {
		if change.id == id {
			return change.run()
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

// pick returns the question which view or macro is meant. The view that is shown is offered first.
func (o *ownLists) pick(title string, names []string, do func(name string) tea.Cmd) func() tea.Cmd {
	items := make([]overlay.PickerItem, len(names))
	for i, name := range names {
		items[i] = overlay.PickerItem{Label: safetext.LineFromText(name).String(), ID: name}
	}
	return func() tea.Cmd {
		o.open(overlay.NewPicker(overlay.PickSpec{
			Title: title, Items: items, At: max(slices.Index(names, o.inbox.CurrentView().Name), 0),
			Pick: func(chosen overlay.PickerItem) tea.Cmd { return do(chosen.ID) },
		}, o.Keys))
		return nil
	}
}

// askNewViewName asks for another name of a view.
func (o *ownLists) askNewViewName(old string) tea.Cmd {
	others := slices.DeleteFunc(o.views(o.Views), func(v desk.View) bool {
		return v.Name == old
	})
	return o.askName(old, "on its tab",
		func(name string) error { return backend.CheckNewView(others, desk.View{Name: name}) },
		func(name string) tea.Cmd { return o.cmds.Config.Views.Call(old, name) })
}

// askNewMacroName asks for another name of a macro.
func (o *ownLists) askNewMacroName(old string) tea.Cmd {
	m, _ := macro.Find(o.Macros, old)
	others := slices.DeleteFunc(slices.Clone(o.Macros), func(m macro.Macro) bool { return m.Name == old })
	return o.askName(old, "in the list of macros",
		func(name string) error { m.Name = name; return macro.CheckNew(others, m) },
		func(name string) tea.Cmd { return o.cmds.Config.Macros.Call(old, name) })
}

// askName asks for another name of what is saved.
func (o *ownLists) askName(old, hint string, check func(string) error, do func(string) tea.Cmd) tea.Cmd {
	o.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title: "Rename “" + safetext.LineFromText(old).String() + "”", Label: "Name", Hint: hint, Value: old,
		Accept: "rename", Check: check, Done: do,
	}, o.theme()))
	return nil
}

// confirmRemove returns the question before a view or a macro is removed, for its name.
func (o *ownLists) confirmRemove(thing, what string, drop func(name string) tea.Cmd) func(name string) tea.Cmd {
	return func(name string) tea.Cmd {
		o.confirm("Remove the "+thing+" “"+safetext.LineFromText(name).String()+"”?", overlay.Paragraphs(what),
			overlay.Choice{Action: keymap.Discard, Label: "Remove it", Run: func() tea.Cmd { return drop(name) }})
		return nil
	}
}

// isMacroForm reports whether the open form can be a macro: it updates a ticket, or many.
func (o *ownLists) isMacroForm() bool {
	form := o.editor
	return form != nil && (form.Kind == backend.KindUpdate || form.Kind == backend.KindUpdateMany)
}

// whyNoMacro says what to change in the form.
func whyNoMacro(err error) string {
	if fault, ok := errors.AsType[*macro.FieldError](err); ok && fault.Key == "" {
		return "The form changes nothing. Change what the macro is to set, or type the comment that it is to add."
	}
	return "The " + err.Error() + "."
}

// askMacroName asks for the name under which what was typed into the form is saved as a macro.
func (o *ownLists) askMacroName() tea.Cmd {
	made := o.cmds.MacroOf(o.editor.Changes())
	if err := made.Check(); err != nil {
		o.confirm("This is no macro yet", overlay.Paragraphs(whyNoMacro(err)))
		return nil
	}
	o.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title: "Save the form as a macro", Note: "{{customer|there}}, {{ticket}} and the like are filled in for each ticket.",
		Label: "Name", Hint: "in the list of macros", Accept: "save",
		Check: func(name string) error { made.Name = name; return macro.CheckNew(o.Macros, made) },
		Done: func(name string) tea.Cmd {
			made.Name = name
			return o.cmds.Config.Macros.Add(name, made)
		},
	}, o.theme()))
	return nil
}
