package keymap

import (
	"cmp"
	_ "embed" // for the bindings
	"slices"
	"strings"

	"frontdesk/internal/table"
)

// The actions that code names; the table of the console may name more. The first group moves the cursor and is shared
// by all lists and documents.
const (
	Up           Action = "up"
	Down         Action = "down"
	HalfPageUp   Action = "half-up"
	HalfPageDown Action = "half-down"
	Top          Action = "top"
	Bottom       Action = "bottom"
	Open         Action = "open"
	Back         Action = "back"
	Next         Action = "next"
	Previous     Action = "previous"

	Focus        Action = "focus"
	ShowInbox    Action = "inbox"
	ShowFAQ      Action = "faq"
	Help         Action = "help"
	Palette      Action = "palette"
	Quit         Action = "quit"
	ForceQuit    Action = "leave"
	Suspend      Action = "suspend"
	Accounts     Action = "accounts"
	Theme        Action = "theme"
	Mouse        Action = "mouse"
	MyWork       Action = "my-work"
	Handover     Action = "handover"
	SaveFile     Action = "save-file"
	Earlier      Action = "earlier"
	MoveToOutbox Action = "move-to-outbox"
	KeepDraft    Action = "keep-draft"
	Undo         Action = "undo"

	Filter   Action = "filter"
	SaveView Action = "save-view"
	Sort     Action = "sort"
	Reverse  Action = "reverse"
	Views    Action = "views"
	Dates    Action = "dates"
	Refresh  Action = "refresh"
	Mark     Action = "mark"
	Zoom     Action = "zoom"
	Preview  Action = "preview"

	MarkAll     Action = "mark-all"
	InvertMarks Action = "invert-marks"

	Pause      Action = "pause"
	Retry      Action = "retry"
	CancelBulk Action = "cancel"

	Update   Action = "update"
	Comment  Action = "comment"
	CallBack Action = "call-back"
	Close    Action = "close"
	TakeNext Action = "take-next"
	Repeat   Action = "repeat"
	New      Action = "new"
	Macro    Action = "macro"
	FillForm Action = "fill-form"

	NewCustomer  Action = "new-customer"
	EditCustomer Action = "edit-customer"
	AddOrder     Action = "add-order"
	EditOrder    Action = "edit-order"

	Copy      Action = "copy"
	CopyMore  Action = "copy-more"
	Links     Action = "links"
	Unfold    Action = "unfold"
	Search    Action = "search"
	NextMatch Action = "next-match"
	PrevMatch Action = "previous-match"

	Send           Action = "send"
	SendAll        Action = "send-all"
	Check          Action = "check"
	SearchOlder    Action = "search-older"
	NextField      Action = "next-field"
	PrevField      Action = "previous-field"
	ToggleAdvanced Action = "all-fields"
	UndoTyping     Action = "revert"
	RedoTyping     Action = "redo"
	Yank           Action = "yank"
	TheirChanges   Action = "their-changes"
	Insert         Action = "insert"
	Choose         Action = "choose"
	StepBack       Action = "step-back"
	SearchFAQ      Action = "search-faq"
	ExternalEditor Action = "external-editor"
	Discard        Action = "discard"
	Categories     Action = "categories"

	Accept      Action = "accept"
	Overwrite   Action = "send-anyway"
	LoadTheirs  Action = "load-theirs"
	CommentOnly Action = "comment-only"
	KeepDrafts  Action = "keep-drafts"

	AnswerCall Action = "call"
	ShowBoard  Action = "board"

	ShowCustomer Action = "customer"
	FindCustomer Action = "find-customer"
)

//go:embed bindings.txt
var bindingsFile string

// bindingsOf are the rows of actions, groupsOf those of what each is for.
var bindingsOf, groupsOf, _ = strings.Cut(bindingsFile, "\n# What each is for.\n")

// defaults are the default bindings.
var defaults = readBindings()

// noKey stands in the table for an action that the palette alone has.
const noKey = "-"

// readBindings returns the bindings, those of each scope together.
func readBindings() []Binding {
	var all []Binding
	for _, row := range table.Read(bindingsOf, 4) {
		var keys []string
		if row.Cells[1] != noKey {
			keys = strings.Fields(row.Cells[1])
		}
		for _, scope := range strings.Fields(row.Section) {
			b := bind(row.Cells[2], keys...)
			all = append(all, Binding{b, Action(row.Cells[0]), scopeNamed(scope), row.Cells[3]})
		}
	}
	slices.SortStableFunc(all, func(a, b Binding) int { return cmp.Compare(a.Place, b.Place) })
	return all
}

// scopeNamed returns the scope with a name of the configuration.
func scopeNamed(name string) Scope {
	for p := Global; p <= Board; p++ {
		if p.Name() == name {
			return p
		}
	}
	panic("bindings.txt: no scope is called " + name)
}

// groups are the names of the groups in the order of the help, groupOf is the one of each action.
var groups, groupOf = readGroups()

func readGroups() (names []string, of map[Action]string) {
	of = map[Action]string{}
	for _, row := range table.Read(groupsOf, 1) {
		if len(names) == 0 || names[len(names)-1] != row.Section {
			names = append(names, row.Section)
		}
		for _, action := range strings.Fields(row.Cells[0]) {
			of[Action(action)] = row.Section
		}
	}
	return names, of
}

// Groups returns what actions are for, such as "Write", in the order of the help.
func Groups() []string { return groups }

// Group returns what the action is for.
func (b Binding) Group() string { return groupOf[b.Action] }
