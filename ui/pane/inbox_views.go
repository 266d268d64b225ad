package pane

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

// AllView is the name of the view that holds every ticket.
const AllView = "All"

// deadline is the order of the views that are worked through.
const deadline = desk.SortByClock

// Views returns the built-in views, which are of the whole queue but for All if it is kept, then the saved ones. If the
// agent has no name, there is no view Mine: a tab that can never list anything would be in the way, and its count of 0
// would not be true. A promised call must be made however old its ticket is.
func Views(agent string, isQueueKept bool, saved []desk.View) []desk.View {
	anyDay := ""
	if isQueueKept {
		anyDay = " " + filter.AnyDay
	}
	soonest := deadline.String()
	views := []desk.View{{Name: "Next", Filter: "is:open" + anyDay, Sort: soonest}}
	if agent != "" {
		views = append(views, desk.View{Name: "Mine", Filter: "is:open assignee:me" + anyDay, Sort: soonest})
	}
	views = append(views,
		desk.View{Name: "Callbacks", Filter: "has:callback " + filter.AnyDay, Sort: desk.SortByCallback.String()},
		desk.View{Name: "At risk", Filter: "is:late,risk" + anyDay, Sort: soonest},
		desk.View{Name: "Unattended", Filter: "is:unattended" + anyDay, Sort: soonest},
		desk.View{Name: AllView},
	)
	return append(views, saved...)
}

// inboxViews is the views of the inbox, the one that is shown, and in which order.
type inboxViews struct {
	views         []desk.View
	view          int
	isOfCallbacks bool // the view that is shown
	order         desk.Sort
	orderByView   map[string]desk.Sort // the order chosen in each view, by its name
}

// indexOf returns the index of the view with a name; -1 if there is none.
func (v *inboxViews) indexOf(name string) int {
	return slices.IndexFunc(v.views, func(view desk.View) bool { return view.Name == name })
}

// ShowView shows a view by its index, which wraps around at the ends.
func (in *Inbox) ShowView(i int) tea.Cmd {
	in.cursorByView[in.view] = in.cursor
	in.enterView((i + len(in.views)) % len(in.views))
	in.beginPass()
	return in.reloadFromTop()
}

// enterView makes a view the current one, in the order that it had last.
func (v *inboxViews) enterView(i int) {
	v.view = i
	parsed, _ := filter.Parse(v.views[i].Filter) // a fault lists nothing
	v.isOfCallbacks = parsed.IsOfCallbacks()
	order, chosen := v.orderByView[v.views[i].Name]
	if !chosen {
		order = usualOrder(&v.views[i])
	}
	v.order = order
}

// ViewNamed returns a view by its name.
func (v *inboxViews) ViewNamed(name string) (desk.View, bool) {
	i := v.indexOf(name)
	if i < 0 {
		return desk.View{}, false
	}
	return v.views[i], true
}

// CurrentView returns the view that is shown.
func (v *inboxViews) CurrentView() desk.View { return v.views[v.view] }

// ViewAt returns a view by its index.
func (v *inboxViews) ViewAt(i int) desk.View { return v.views[i] }

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
func (v *inboxViews) ViewCount() int { return len(v.views) }

// ViewNames returns the name and the count of each view and what it holds, and the index of the current one. A count is
// empty until the first tickets have arrived.
func (in *Inbox) ViewNames() (names [][3]string, current int) {
	for i := range in.views {
		names = append(names, [3]string{
			safetext.LineFromText(in.views[i].Name).String(), in.countLabel(i),
			safetext.LineFromText(filter.Describe(in.views[i].Filter, in.agent)).String(),
		})
	}
	return names, in.view
}
