package filter

import "slices"

// Name is the name of a condition, as typed before its colon.
type Name string

// The conditions.
const (
	Queue     Name = "queue"
	SubStatus Name = "sub"
	Assignee  Name = "assignee"
	Priority  Name = "prio"
	Customer  Name = "customer"
	Source    Name = "source"
	Is        Name = "is"
	Has       Name = "has"
	Due       Name = "due"
	Created   Name = "created"
	Age       Name = "age"
	Hour      Name = "hour"
	CallAt    Name = "callback"

	Disposition Name = "disposition"
	Turnaround  Name = "tat"
	FixedAtOnce Name = "ftr"
	Any         Name = "any"
)

// The fixed values that have a meaning of their own.
const (
	Open      = "open"
	Closed    = "closed"
	Escalated = "escalated"
	Unread    = "unread"
	Draft     = "draft"
	Callback  = "callback"
	Order     = "order"
	Me        = "me"
	None      = "none"
	Overdue   = "overdue"
	Today     = "today"
	Yesterday = "yesterday"
	Tomorrow  = "tomorrow"
	Late      = "late"
	Risk      = "risk"
	Passed    = "due"
	Yes       = "yes"
	No        = "no"
	Day       = "day"
)

// takes is what the values of a condition are.
type takes uint8

const (
	names  takes = iota // names of the desk, beside the fixed values
	fixed               // the fixed values alone
	ranks               // priorities, also compared
	moment              // a day or a time before or after now, beside the fixed values
	length              // a length of time
	hours               // hours of the day
)

// Condition is a row of the language: what completion offers and the documentation lists.
type Condition struct {
	Name    Name
	Meaning string   // of the condition
	Values  []Choice // fixed values, and examples of others
	Example string   // a whole condition
	takes   takes
	orNone  bool // the value none, which is not offered, means tickets without a name
}

// Choice is a value that can be typed, with what it says.
type Choice struct {
	Text    string // as it is typed, without quotes
	Meaning string
	Count   int  // tickets that have it; 0 when not counted
	Example bool // one of many like it
}

// Conditions are all conditions, in the order of the documentation.
var Conditions = []Condition{
	{Name: Queue, Meaning: "the queue", Example: `queue:"Second line"`, orNone: true},
	{Name: SubStatus, Meaning: "the sub-status", Example: "sub:pending", orNone: true},
	{
		Name: Assignee, Meaning: "who works on it", Example: "assignee:me",
		Values: []Choice{{Text: Me, Meaning: "yourself"}, {Text: None, Meaning: "nobody"}},
	},
	{
		Name: Priority, Meaning: "the priority", Example: "prio:>=high", takes: ranks,
		Values: []Choice{{Text: ">=high", Meaning: "high and more urgent", Example: true}},
	},
	{Name: Customer, Meaning: "the name or number of a customer that is known", Example: "customer:rossi"},
	{Name: Disposition, Meaning: "the disposition, or the levels that it begins with", Example: `disposition:"Refund|Card"`, orNone: true},
	{Name: Source, Meaning: "where it came from", Example: "source:phone"},
	{Name: Is, Meaning: "its state", Example: "is:open", takes: fixed, Values: []Choice{
		{Text: Open, Meaning: "not closed"},
		{Text: Closed, Meaning: "closed"},
		{Text: Escalated, Meaning: "escalated"},
		{Text: Unread, Meaning: "with news that you have not read"},
		{Text: Late, Meaning: "open, and past its deadline or out of its SLA"},
		{Text: Risk, Meaning: "open and not late, but due within an hour or at risk"},
	}},
	{Name: Has, Meaning: "what belongs to it", Example: "has:draft", takes: fixed, Values: []Choice{
		{Text: Draft, Meaning: "a draft of yours"},
		{Text: Callback, Meaning: "a callback that is still open"},
		{Text: Order, Meaning: "an order"},
	}},
	{Name: Due, Meaning: "when an open ticket is due", Example: "due:<2h", takes: moment, Values: []Choice{
		{Text: Overdue, Meaning: "its deadline has passed"},
		{Text: Today, Meaning: "today"},
		{Text: Tomorrow, Meaning: "tomorrow"},
		{Text: None, Meaning: "at no time"},
		{Text: "<2h", Meaning: "in less than two hours, or overdue", Example: true},
		{Text: ">1d", Meaning: "in more than a day", Example: true},
	}},
	{Name: Created, Meaning: "when it was opened", Example: "created:2026-11-20", takes: moment, Values: []Choice{
		{Text: Today, Meaning: "today"},
		{Text: Yesterday, Meaning: "yesterday"},
		{Text: "<3d", Meaning: "less than three days ago", Example: true},
		{Text: "2026-11-20", Meaning: "on that day", Example: true},
	}},
	{Name: Age, Meaning: "how long ago it was opened", Example: "age:>2d", takes: length, Values: []Choice{
		{Text: ">2d", Meaning: "more than two days", Example: true},
		{Text: "<2h", Meaning: "less than two hours", Example: true},
	}},
	{Name: Hour, Meaning: "the hour of the day in which it was opened", Example: "hour:9..17", takes: hours, Values: []Choice{
		{Text: None, Meaning: "at no known time"},
		{Text: "9", Meaning: "from 9:00 to 9:59", Example: true},
		{Text: "9..17", Meaning: "from 9:00 to 17:59", Example: true},
	}},
	{Name: CallAt, Meaning: "when an open ticket is to be called back", Example: "callback:today", takes: moment, Values: []Choice{
		{Text: Passed, Meaning: "now or earlier"},
		{Text: Today, Meaning: "today"},
		{Text: Tomorrow, Meaning: "tomorrow"},
		{Text: None, Meaning: "at no time"},
		{Text: "<2h", Meaning: "in less than two hours, or earlier", Example: true},
	}},
	{Name: Turnaround, Meaning: "the time that it took, as the service says", Example: "tat:>1d", takes: length, Values: []Choice{
		{Text: None, Meaning: "not said"},
		{Text: "<8h", Meaning: "less than eight hours", Example: true},
	}},
	{Name: FixedAtOnce, Meaning: "closed at the first contact, as the service says", Example: "ftr:yes", takes: fixed, Values: []Choice{
		{Text: Yes, Meaning: "it was"},
		{Text: No, Meaning: "it was not"},
		{Text: None, Meaning: "not said"},
	}},
	{Name: Any, Meaning: "days that are not shown", Example: "any:day", takes: fixed, Values: []Choice{
		{Text: Day, Meaning: "also open tickets of days that are not shown, as far as they were read"},
	}},
}

// conditionOf returns the condition with a name, nil when there is none.
func conditionOf(name string) *Condition {
	i := slices.IndexFunc(Conditions, func(c Condition) bool { return string(c.Name) == name })
	if i < 0 {
		return nil
	}
	return &Conditions[i]
}

// fixedValues returns the values that stand for themselves.
func (c *Condition) fixedValues() []string {
	var all []string
	for _, v := range c.Values {
		if !v.Example {
			all = append(all, v.Text)
		}
	}
	if c.orNone {
		all = append(all, None)
	}
	return all
}
