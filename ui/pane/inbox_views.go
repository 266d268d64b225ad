package pane

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// AllView is the name of the view that holds every ticket.
const AllView = "All"

// deadline is the order of the views that are worked through.
const deadline = desk.SortByClock

// Views returns the built-in views, which are of the whole queue but for All, then the saved ones. Without an agent's
// name there is no view Mine: a tab that can never list anything would be in the way, and its count of 0 would not be
// true.
func Views(agent string, saved []desk.View) []desk.View {
	soonest := deadline.String()
	views := []desk.View{{Name: "Next", Open: true, AnyDay: true, Sort: soonest}}
	if agent != "" {
		mine := desk.View{Name: "Mine", Open: true, AnyDay: true, Assignees: []string{agent}, Sort: soonest}
		views = append(views, mine)
	}
	views = append(views,
		desk.View{Name: "Callbacks", Callbacks: true, AnyDay: true, Sort: desk.SortByCallback.String()},
		desk.View{Name: "At risk", AtRisk: true, AnyDay: true, Sort: soonest},
		desk.View{Name: "Unattended", Unattended: true, AnyDay: true, Sort: soonest},
		desk.View{Name: AllView},
	)
	return append(views, saved...)
}

// indexOf returns the index of the view with a name; -1 if there is none.
func (in *Inbox) indexOf(name string) int {
	return slices.IndexFunc(in.views, func(v desk.View) bool { return v.Name == name })
}

// StepView shows the next view, or the previous one.
func (in *Inbox) StepView(by int) tea.Cmd { return in.ShowView(in.view + by) }

// ShowView shows a view by its index, which wraps around at the ends.
func (in *Inbox) ShowView(i int) tea.Cmd {
	in.cursorByView[in.view] = in.cursor
	in.enterView((i + len(in.views)) % len(in.views))
	in.beginPass()
	return in.reloadFromTop()
}

// enterView makes a view the current one, in the order that it had last.
func (in *Inbox) enterView(i int) {
	in.view = i
	order, chosen := in.orderByView[in.views[i].Name]
	if !chosen {
		order = usualOrder(&in.views[i])
	}
	in.order = order
}

// ViewNamed returns a view by its name.
func (in *Inbox) ViewNamed(name string) (desk.View, bool) {
	i := in.indexOf(name)
	if i < 0 {
		return desk.View{}, false
	}
	return in.views[i], true
}

// CurrentView returns the view that is shown.
func (in *Inbox) CurrentView() desk.View { return in.views[in.view] }

// ViewAt returns a view by its index.
func (in *Inbox) ViewAt(i int) desk.View { return in.views[i] }

// ShowFiltered shows a view by its name with a filter, and the cursor on a ticket; zero stands for the first one.
func (in *Inbox) ShowFiltered(name, filter string, cursor desk.ID) tea.Cmd {
	in.filter.SetValue(filter)
	in.stopTyping()
	in.filter.read()
	show := in.ShowView(max(in.indexOf(name), 0))
	in.cursor = cursor
	return show
}

// ViewCount returns the number of views.
func (in *Inbox) ViewCount() int { return len(in.views) }

// ViewNames returns the name and the count of each view and what it holds, and the index of the current one. A count is
// empty until the first tickets have arrived.
func (in *Inbox) ViewNames() (names [][3]string, current int) {
	for i := range in.views {
		names = append(names, [3]string{
			safetext.LineFromText(in.views[i].Name).String(), in.countLabel(i),
			safetext.LineFromText(in.views[i].Describe()).String(),
		})
	}
	return names, in.view
}
