package pane

import (
	"errors"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/textedit"
)

// filterLine is the filter of the inbox, with its parsed text and the completions of it.
type filterLine struct {
	*textedit.Input
	fault     *filter.Fault // what is not understood; nil when all is
	notes     []string      // what may be meant otherwise
	choices   backend.FilterChoices
	counted   choiceCount
	offered   []filter.Completion // none while the list is closed
	chosen    int                 // index in offered; -1 for none
	hasChosen bool                // chosen with a key
}

// choiceCount is what the tickets of the choices were last counted for.
type choiceCount struct {
	view   int
	span   desk.DateRange
	before string // the terms before the one that is typed
}

const maxFilter = 600 // characters; a name from the service may have 256, each of them a doubled quote

func newFilterLine() *filterLine {
	return &filterLine{Input: textedit.NewSearch("words, or conditions such as is:open", maxFilter)}
}

// read parses the text and offers how it goes on, while it is typed.
func (f *filterLine) read() {
	parsed, err := filter.Parse(f.Value())
	f.fault, f.notes = nil, parsed.Notes
	errors.As(err, &f.fault)
	f.close()
	if !f.IsFocused() || !f.AtEnd() {
		return
	}
	named := func(n filter.Name) []filter.Choice { return f.choices[n] }
	f.offered = filter.Completions(f.Value(), named)
	if f.inValue() { // enter takes a name only if it was chosen, because a word may begin like one
		f.chosen = 0
	}
}

// set replaces the text.
func (f *filterLine) set(text string) {
	f.SetValue(text)
	f.read()
}

// inValue reports whether values are offered rather than names of conditions.
func (f *filterLine) inValue() bool {
	return len(f.offered) > 0 && f.offered[0].Text[len(f.offered[0].Text)-1] != ':'
}

// close closes the list of completions.
func (f *filterLine) close() { f.offered, f.chosen, f.hasChosen = nil, -1, false }

// choose moves the choice; it stays in the list.
func (f *filterLine) choose(by int) {
	f.chosen = min(max(f.chosen+by, 0), len(f.offered)-1)
	f.hasChosen = true
}

// isFaulty reports whether the text is not understood, other than that its end is not typed yet.
func (f *filterLine) isFaulty() bool { return f.fault != nil && !f.fault.Incomplete }

// SearchHint returns the number in the filter if no listed ticket has it; otherwise empty.
func (in *Inbox) SearchHint() string {
	if in.listing == nil || in.listing.Len() > 0 {
		return ""
	}
	typed := strings.TrimSpace(in.filter.Value())
	if len(backend.Doors(typed, false)) > 0 || desk.IsPhone(typed) {
		return typed
	}
	return ""
}

// SetOwn sets the agent's name, and the function that returns the tickets with drafts by their raw ids, for filters.
func (in *Inbox) SetOwn(agent string, drafts func() map[string]bool) {
	in.agent, in.drafts = agent, drafts
	in.columns.words.agent = agent
}

// query returns what the inbox lists.
func (in *Inbox) query() backend.Query {
	q := backend.Query{
		View: in.views[in.view].Filter, Text: in.filter.Value(), Sort: in.order, Span: in.span,
		Now: in.cmds.Now(), Agent: in.agent, Own: in.cmds.OwnState(in.drafts()), Forgiving: true,
	}
	for i := range in.views {
		q.CountViews = append(q.CountViews, in.views[i].Filter)
	}
	q.CountViews = append(q.CountViews, in.reminded)
	return q
}

// ReloadForTime lists again if time alone may change what the list and the tabs' counts mean.
func (in *Inbox) ReloadForTime() tea.Cmd {
	if in.order.DependsOnNow() {
		return in.reload()
	}
	return in.reloadIfNeeds(filter.OfTime)
}

// ReloadForDrafts lists the tickets again if the filter or a view depends on drafts.
func (in *Inbox) ReloadForDrafts() tea.Cmd {
	return in.reloadIfNeeds(filter.OfOwn)
}

// reloadIfNeeds lists again if the filter needs something, or that of a view, whose tickets are counted on its tab.
func (in *Inbox) reloadIfNeeds(what filter.Needs) tea.Cmd {
	texts := []string{in.filter.Value()}
	for _, v := range in.views {
		texts = append(texts, v.Filter)
	}
	for _, text := range texts {
		if f, _ := filter.Parse(text); f.Needs(what) { // with a fault it lists by what was understood
			return in.reload()
		}
	}
	return nil
}

// StartFilter moves the focus to the filter.
func (in *Inbox) StartFilter() tea.Cmd {
	in.filter.Focus()
	in.filter.read()
	in.SetSize(in.width, in.height)
	return in.countChoices()
}

// countChoices counts the tickets that each value of a condition would leave of those that are listed without it.
func (in *Inbox) countChoices() tea.Cmd {
	in.filter.counted = in.choiceCount()
	q := in.query()
	q.Text = in.filter.counted.before
	return in.cmds.CountFilterChoices(q, in.filter.applyChoices)
}

// choiceCount returns what the choices are to be counted for now.
func (in *Inbox) choiceCount() choiceCount {
	return choiceCount{in.view, in.span, filter.BeforeLast(in.filter.Value())}
}

// recountChoices counts again, while the filter is typed, when something else is listed without its last term.
func (in *Inbox) recountChoices() tea.Cmd {
	if !in.filter.IsFocused() || in.choiceCount() == in.filter.counted {
		return nil
	}
	return in.countChoices()
}

// applyChoices takes the names that can be asked for.
func (f *filterLine) applyChoices(counted backend.FilterChoices) {
	f.choices = counted
	if f.IsFocused() && (f.inValue() || f.fault != nil) && !f.hasChosen {
		f.read()
	}
}

// FilteredView returns the current view narrowed by the filter, without a name.
func (in *Inbox) FilteredView() desk.View {
	v := in.views[in.view]
	v.Name = ""
	v.Filter = strings.TrimSpace(v.Filter + " " + in.filter.Value())
	return v
}

// ShowSavedView takes over the views, and shows the one with a name instead of the filter.
func (in *Inbox) ShowSavedView(views []desk.View, name string) tea.Cmd {
	in.views = views
	in.view = min(in.view, len(views)-1)
	in.filter.SetValue("")
	in.stopTyping()
	in.filter.read()
	return in.ShowView(max(in.indexOf(name), 0))
}

// CanClear reports whether there is a filter or a mark.
func (in *Inbox) CanClear() bool {
	return in.filter.Value() != "" || len(in.Marks.set)+len(in.Marks.pruned) > 0
}

// Clear clears the filter or, if there is none, the marks.
func (in *Inbox) Clear() tea.Cmd {
	if in.filter.Value() == "" {
		in.Marks.Clear()
		return nil
	}
	return in.clearFilter()
}

func (in *Inbox) clearFilter() tea.Cmd {
	in.filter.SetValue("")
	in.filter.Blur()
	in.filter.read()
	in.SetSize(in.width, in.height)
	return in.newList()
}

func (in *Inbox) handleFilterKey(k tea.KeyPressMsg) tea.Cmd {
	if action, _ := in.keys.Resolve(keymap.Inbox, k.String()); action == keymap.SaveView && k.Text == "" {
		in.filter.close()
		return in.console.SaveView()
	}
	if len(in.filter.offered) > 0 {
		if cmd, taken := in.handleCompletionKey(k.String()); taken {
			return cmd
		}
	}
	switch k.String() {
	case "esc":
		return in.clearFilter()
	case "enter", "tab":
		in.stopTyping()
		if typed := in.SearchHint(); typed != "" && k.String() == "enter" {
			return in.console.FindNumber(typed)
		}
		return nil
	case "up":
		in.Move(-1)
		return nil
	case "down":
		in.Move(1)
		return nil
	}
	return in.updateFilter(k)
}

// handleCompletionKey handles a key of the list of completions; false if the key is not one of it.
func (in *Inbox) handleCompletionKey(pressed string) (cmd tea.Cmd, taken bool) {
	f := in.filter
	switch pressed {
	case "esc":
		f.close()
	case "up":
		if f.chosen <= 0 {
			return nil, false
		}
		f.choose(-1)
	case "down":
		f.choose(1)
	case "tab":
		return in.complete(max(f.chosen, 0)), true
	case "enter":
		if f.chosen < 0 {
			return nil, false
		}
		return in.complete(f.chosen), true
	default:
		return nil, false
	}
	return nil, true
}

// complete takes a completion into the text.
func (in *Inbox) complete(i int) tea.Cmd {
	in.filter.set(in.filter.offered[i].Whole)
	return in.reloadFromTop()
}

func (in *Inbox) updateFilter(msg tea.Msg) tea.Cmd {
	before := in.filter.Value()
	in.filter.Update(msg)
	if in.filter.Value() == before {
		return nil
	}
	in.filter.read()
	return in.reloadFromTop()
}

func (in *Inbox) stopTyping() {
	in.filter.Blur()
	in.filter.close()
	in.SetSize(in.width, in.height)
}

// TypingKeys returns the keys of the filter, or of the list under it.
func (in *Inbox) TypingKeys() []key.Binding {
	if f := in.filter; len(f.offered) > 0 {
		take := hint("⇥", "take", "tab")
		if f.chosen >= 0 {
			take = hint("⏎", "take", "enter")
		}
		return []key.Binding{take, hint("↓", "choose", "down"), hint("esc", "close the list", "esc"), in.helpHint()}
	}
	clears := hint("esc", "clear it", "esc")
	if in.filter.isFaulty() {
		return []key.Binding{clears, in.helpHint()}
	}
	keys := []key.Binding{hint("⏎", "keep the filter", "enter"), clears, hint("↑ ↓", "move")}
	if in.filter.Value() != "" && in.filter.fault == nil {
		keys = append(keys, typedHint(in.keys, keymap.Inbox, keymap.SaveView, "save as view"))
	}
	return append(keys, in.helpHint())
}

func (in *Inbox) helpHint() key.Binding { return typedHint(in.keys, keymap.Inbox, keymap.Help, "help") }

// PassesOn reports whether a key is none of the filter.
func (in *Inbox) PassesOn(k tea.KeyPressMsg) bool { return asksForHelp(in.keys, keymap.Inbox, k) }
