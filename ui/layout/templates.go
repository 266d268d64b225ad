package layout

// The minimum widths for two and for three regions side by side.
const (
	SplitWidth = 100
	threeWidth = 180
)

// stackHeight is the minimum height of a window for a form below the conversation that it answers.
const stackHeight = 34

// The templates.
var (
	Browsing = Template{
		{threeWidth, 0, []Column{
			{Slot: List, Min: 72, Ideal: 92},
			{Slot: Detail, Min: 58, Ideal: 76, Max: 76},
			{Slot: Side, Min: 37, Max: 64},
		}},
		// The ideal list shows most sub-statuses in full, with enough of the title. Longer lines of detail are hard to
		// read.
		{SplitWidth, 0, []Column{
			{Slot: List, Min: 58, Ideal: 73, Share: 58},
			{Slot: Detail, Min: 42, Max: 76},
		}},
	}
	// Writing has the form below the conversation that it answers. The form has room for two columns of fields.
	Writing = Template{
		{threeWidth, stackHeight, []Column{
			{Slot: List, Min: 60, Ideal: 92},
			{Slot: Detail, Below: Editor, Min: 72, Ideal: 76, Max: 84},
			{Slot: Side, Min: 37, Max: 64},
		}},
		{threeWidth, 0, formBesideBoth},
		{SplitWidth, 0, formBesideTicket},
	}
	// WritingAll has a form whose every field is shown over the whole height.
	WritingAll = Template{
		{threeWidth, 0, formBesideBoth},
		{SplitWidth, 0, formBesideTicket},
	}
	// LookingUp has the ticket or the customer on the left, as wide as its lines are easy to read.
	LookingUp = Template{
		{threeWidth, 0, []Column{
			{Slot: List, Min: 58, Ideal: 73},
			{Slot: Detail, Min: 50, Ideal: 64, Max: 76},
			{Slot: Answers, Min: 58, Max: 100},
		}},
		{SplitWidth, 0, []Column{{Slot: Detail, Min: 42, Share: 45, Max: 76}, {Slot: Answers, Min: 42}}},
	}
	LookingUpForForm = Template{
		{threeWidth, stackHeight, []Column{
			{Slot: Detail, Below: Editor, Min: 72, Ideal: 76},
			{Slot: Answers, Min: 42},
		}},
		{SplitWidth, 0, formBesideAnswers},
	}
	LookingUpForTallForm = Template{{SplitWidth, 0, formBesideAnswers}}
)

// The columns of forms that replace the list.
var (
	formBesideBoth = []Column{
		{Slot: Editor, Min: 72, Ideal: 92}, {Slot: Detail, Min: 58, Ideal: 76, Max: 76}, {Slot: Side, Min: 37, Max: 64},
	}
	formBesideTicket  = []Column{{Slot: Editor, Min: 50, Share: 50, Less: 2, Max: 92}, {Slot: Detail, Min: 42}}
	formBesideAnswers = []Column{{Slot: Editor, Min: 50, Share: 50, Less: 2, Max: 92}, {Slot: Answers, Min: 42}}
)
