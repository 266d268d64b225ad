package layout

import "slices"

// The minimum widths for two and for three regions side by side.
const (
	SplitWidth = 100
	threeWidth = 180
)

// callWidth is the minimum width for the tickets and the orders of a caller and for answers side by side.
const callWidth = 98

// stackHeight is the minimum height of a window for a form below the conversation that it answers.
const stackHeight = 34

// The templates.
var (
	Browsing = Template{
		{MinWidth: threeWidth, Columns: []Column{
			{Slot: List, Min: 72, Ideal: 92},
			{Slot: Detail, Min: 58, Ideal: 76, Max: 76},
			side,
		}},
		// The ideal list shows most sub-statuses in full, with enough of the title. Longer lines of detail are hard to
		// read.
		{MinWidth: SplitWidth, Columns: []Column{
			{Slot: List, Min: 58, Ideal: 73, Share: 58},
			{Slot: Detail, Min: 42, Max: 76},
		}},
	}
	// Writing has the form below the conversation that it answers. The form has room for two columns of fields.
	Writing = Template{
		{MinWidth: threeWidth, MinHeight: stackHeight, Columns: []Column{
			{Slot: List, Min: 60, Ideal: 92},
			{Slot: Detail, Below: []Slot{Editor}, Min: 72, Ideal: 76, Max: 84},
			side,
		}},
		{MinWidth: threeWidth, Columns: formBesideBoth},
		{MinWidth: SplitWidth, Columns: formBesideTicket},
	}
	// WritingAll has a form whose every field is shown over the whole height.
	WritingAll = Template{
		{MinWidth: threeWidth, Columns: formBesideBoth},
		{MinWidth: SplitWidth, Columns: formBesideTicket},
	}
	// LookingUp has the ticket or the customer on the left, as wide as its lines are easy to read.
	LookingUp = Template{
		{MinWidth: threeWidth, Columns: []Column{
			{Slot: List, Min: 58, Ideal: 73},
			{Slot: Detail, Min: 50, Ideal: 64, Max: 76},
			{Slot: Answers, Min: 58, Max: 100},
		}},
		{MinWidth: SplitWidth, Columns: []Column{
			{Slot: Detail, Min: 42, Share: 45, Max: 76}, {Slot: Answers, Min: 42},
		}},
	}
	LookingUpForForm = Template{
		{MinWidth: threeWidth, MinHeight: stackHeight, Columns: []Column{
			{Slot: Detail, Below: []Slot{Editor}, Min: 72, Ideal: 76},
			{Slot: Answers, Min: 42},
		}},
		{MinWidth: SplitWidth, Columns: formBesideAnswers},
	}
	LookingUpForTallForm = Template{{MinWidth: SplitWidth, Columns: formBesideAnswers}}
)

// The templates of a call: all of it side by side, or one of its three parts at a time; and one of them beside a form.
var (
	Calling = append(Template{{MinWidth: callWidth, Above: Caller, Under: Notes, Columns: []Column{
		{Slot: CallerTickets, Below: []Slot{NotesTicket}, Min: 36, Share: 39},
		{Slot: CallerOrders, Min: 24, Share: 26, Less: 1, Max: 40},
		{Slot: CallAnswers, Min: 24},
	}}}, callingAt(func(part []Slot) Breakpoint {
		return Breakpoint{Above: Caller, Under: Notes, Columns: []Column{{Slot: part[0], Below: part[1:]}}}
	})...)
	CallingBesideForm = append(callingAt(func(part []Slot) Breakpoint {
		beside := Column{Slot: Caller, Below: slices.Concat(part, []Slot{Notes}), Min: 42}
		return Breakpoint{MinWidth: SplitWidth, Columns: []Column{formBesideTicket[0], beside}}
	}), Calling...)
)

// callingAt returns a template with a row for each part of a call that can be shown without the others.
func callingAt(row func(part []Slot) Breakpoint) Template {
	return Template{
		row([]Slot{CallerTickets, NotesTicket}), row([]Slot{CallerOrders}), row([]Slot{CallAnswers}),
	}
}

// The rows for windows without room beside the list or the form: the ticket that it chooses or answers is below it.
var (
	ListAboveTicket = Breakpoint{Columns: []Column{{Slot: List, Below: []Slot{Detail}}}}
	FormAboveTicket = Breakpoint{Columns: []Column{{Slot: Editor, Below: []Slot{Detail}}}}
)

// side is the column of the customer.
var side = Column{Slot: Side, Below: []Slot{Suggest}, Min: 37, Max: 64}

// The columns of forms that replace the list.
var (
	formBesideBoth = []Column{
		{Slot: Editor, Min: 72, Ideal: 92}, {Slot: Detail, Min: 58, Ideal: 76, Max: 76}, side,
	}
	formBesideTicket  = []Column{{Slot: Editor, Min: 50, Share: 50, Less: 2, Max: 92}, {Slot: Detail, Min: 42}}
	formBesideAnswers = []Column{{Slot: Editor, Min: 50, Share: 50, Less: 2, Max: 92}, {Slot: Answers, Min: 42}}
)
