package filter

import (
	"slices"

	"frontdesk/internal/desk"
)

// Name is the name of a condition, as typed before its colon.
type Name string

// The conditions that others ask for.
const (
	Queue     Name = "queue"
	SubStatus Name = "sub"
	Assignee  Name = "assignee"
	Age       Name = "age"

	Disposition Name = "disposition"
	Turnaround  Name = "tat"
	Any         Name = "any"
)

// None is the value of tickets that have none.
const None = "none"

// AnyDay is the condition of views that have open tickets of all days.
const AnyDay = string(Any) + ":day"

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

// comparisons are the signs that can stand before a value.
var comparisons = map[takes][]string{
	names: {exactly}, ranks: {"<=", ">=", "<", ">", exactly}, moment: {"<=", ">=", "<", ">"},
	length: {"<=", ">=", "<", ">"}, hours: {"<=", ">=", "<", ">"},
}

// Condition is a row of the language: how it is read, completed, documented, explained and tested.
type Condition struct {
	Name    Name
	Meaning string   // of the condition
	Values  []Choice // fixed values, and examples of others
	Example string   // a whole condition

	OtherNames []string // of other desks, which are read, too
	takes      takes
	noun       string // of one name, for notes
	phrase     string // of the values, after the word tickets
	needs      Needs
	orNone     bool // the value none, which is not offered, means tickets without a name

	Key   func(*Row) uint32      // the number of the name that a ticket has; nil for a condition without names
	Names func(*Env) [][]string  // the texts of each name by its number, the label last; 0 is no name
	test  func(*Env, Value) Test // of a value without a test of its own
}

// Choice is a value that can be typed, with what it says.
type Choice struct {
	Text    string // as it is typed, without quotes
	Meaning string
	Count   int  // tickets that have it; 0 when not counted
	Example bool // one of many like it

	kind  string // of such tickets, before the word; empty for none
	words string // in the phrase of the condition; empty if the kind says all
	needs Needs
	test  func(*Env) Test
}

// Conditions are all conditions, in the order of the documentation.
var Conditions = []Condition{
	{
		Name: Queue, Meaning: "the queue", Example: `queue:"Second line"`, orNone: true,
		OtherNames: []string{"group", "team", "department"},
		noun:       "queue", phrase: "in %s", Key: func(r *Row) uint32 { return r.Queue },
		Names: func(e *Env) [][]string { return codes(e.Queues) },
	},
	{
		Name: SubStatus, Meaning: "the sub-status", Example: "sub:pending", orNone: true,
		OtherNames: []string{"status", "state", "substatus", "sub-status", "sub_status"},
		noun:       "sub-status", phrase: "with sub-status %s", Key: func(r *Row) uint32 { return r.SubStatus },
		Names: func(e *Env) [][]string { return codes(e.SubStatuses) },
	},
	{
		Name: Assignee, Meaning: "who works on it", Example: "assignee:me",
		OtherNames: []string{"assigned", "assigned-to", "assigned_to", "agent", "owner"},
		Values: []Choice{
			{Text: "me", Meaning: "yourself", needs: OfAgent}, {Text: None, Meaning: "nobody", words: "nobody"},
		},
		noun: "assignee", phrase: "of %s", Key: func(r *Row) uint32 { return r.Assignee },
		Names: func(e *Env) [][]string { return lines(e.Assignees) },
	},
	{
		Name: "prio", Meaning: "the priority", Example: "prio:>=high", takes: ranks, orNone: true,
		OtherNames: []string{"priority", "urgency"},
		Values:     []Choice{{Text: ">=high", Meaning: "high and more urgent", Example: true}},
		noun:       "priority", phrase: "with priority %s", Key: func(r *Row) uint32 { return r.Priority },
		Names: func(e *Env) [][]string { return lines(e.Priorities) },
	},
	{
		Name: "customer", Meaning: "the name or number of a customer that is known", Example: "customer:rossi",
		OtherNames: []string{"requester", "client", "contact"},
		phrase:     "of the customer %s", needs: OfCustomers, test: customer,
	},
	{
		Name: Disposition, Meaning: "the disposition, or the levels that it begins with",
		Example: `disposition:"Refund|Card"`, orNone: true, noun: "disposition", phrase: "with disposition %s",
		OtherNames: []string{"category", "reason"},
		Key:        func(r *Row) uint32 { return r.Disposition },
		Names:      func(e *Env) [][]string { return textsOf(e.Dispositions, levels) },
	},
	{
		Name: "source", Meaning: "where it came from", Example: "source:phone",
		OtherNames: []string{"channel", "via"},
		noun:       "source", phrase: "from %s", Key: func(r *Row) uint32 { return r.Source },
		Names: func(e *Env) [][]string { return lines(e.Sources) },
	},
	{
		Name: "is", Meaning: "its state", Example: "is:open", takes: fixed, phrase: "that are %s",
		Values: []Choice{
			{Text: "open", Meaning: "not closed", kind: "open", test: always((*Row).isOpen)},
			{Text: "closed", Meaning: "closed", kind: "closed", test: marked(desk.Closed)},
			{Text: "escalated", Meaning: "escalated", kind: "escalated", test: marked(desk.Escalated)},
			{Text: "unread", Meaning: "with news that you have not read", kind: "unread", needs: OfOwn, test: unread},
			{Text: "unattended", Meaning: "that nobody has worked on", kind: "unattended", test: unattended},
			{
				Text: "late", Meaning: "open, and past its deadline or out of its SLA",
				kind: "open", words: "late", needs: OfTime, test: urgency(desk.IsLate),
			},
			{
				Text: "risk", Meaning: "open and not late, but due within an hour or at risk",
				kind: "open", words: "at risk", needs: OfTime, test: urgency(desk.AtRiskOfDelay),
			},
		},
	},
	{
		Name: "has", Meaning: "what belongs to it", Example: "has:draft", takes: fixed, phrase: "with %s",
		Values: []Choice{
			{Text: "draft", Meaning: "a draft of yours", words: "a draft of yours", needs: OfOwn, test: draft},
			{
				Text: "callback", Meaning: "a callback that is still open",
				kind: "open", words: "a callback", test: always((*Row).awaitsCall),
			},
			{Text: "order", Meaning: "an order", words: "an order", test: order},
		},
	},
	{
		Name: "due", Meaning: "when an open ticket is due", Example: "due:<2h", takes: moment, needs: OfTime, test: due,
		OtherNames: []string{"deadline"},
		Values: []Choice{
			{Text: "overdue", Meaning: "its deadline has passed"},
			{Text: "today", Meaning: "today"},
			{Text: "tomorrow", Meaning: "tomorrow"},
			{Text: None, Meaning: "at no time"},
			{Text: "<2h", Meaning: "in less than two hours, or overdue", Example: true},
			{Text: ">1d", Meaning: "in more than a day", Example: true},
		},
	},
	{
		Name: "created", Meaning: "when it was opened", Example: "created:2026-11-20",
		OtherNames: []string{"opened"},
		takes:      moment, needs: OfTime, test: created,
		Values: []Choice{
			{Text: "today", Meaning: "today"},
			{Text: "yesterday", Meaning: "yesterday"},
			{Text: "<3d", Meaning: "less than three days ago", Example: true},
			{Text: "2026-11-20", Meaning: "on that day", Example: true},
		},
	},
	{
		Name: Age, Meaning: "how long ago it was opened", Example: "age:>2d", takes: length, needs: OfTime, test: created,
		Values: []Choice{
			{Text: ">2d", Meaning: "more than two days", Example: true},
			{Text: "<2h", Meaning: "less than two hours", Example: true},
		},
	},
	{
		Name: "hour", Meaning: "the hour of the day in which it was opened", Example: "hour:9..17", takes: hours, test: hour,
		Values: []Choice{
			{Text: None, Meaning: "at no known time"},
			{Text: "9", Meaning: "from 9:00 to 9:59", Example: true},
			{Text: "9..17", Meaning: "from 9:00 to 17:59", Example: true},
		},
	},
	{
		Name: "callback", Meaning: "when an open ticket is to be called back", Example: "callback:today",
		OtherNames: []string{"follow-up", "followup"},
		takes:      moment, needs: OfTime, test: callAt,
		Values: []Choice{
			{Text: "due", Meaning: "now or earlier"},
			{Text: "today", Meaning: "today"},
			{Text: "tomorrow", Meaning: "tomorrow"},
			{Text: None, Meaning: "at no time"},
			{Text: "<2h", Meaning: "in less than two hours, or earlier", Example: true},
		},
	},
	{
		Name: Turnaround, Meaning: "the time that it took, as the service says", Example: "tat:>1d",
		takes: length, test: turnaround,
		Values: []Choice{
			{Text: None, Meaning: "not said"},
			{Text: "<8h", Meaning: "less than eight hours", Example: true},
		},
	},
	{
		Name: "ftr", Meaning: "closed at the first contact, as the service says", Example: "ftr:yes", takes: fixed,
		Values: []Choice{
			{Text: "yes", Meaning: "it was", test: marked(desk.FixedAtOnce)},
			{Text: "no", Meaning: "it was not", test: marked(desk.NotFixedAtOnce)},
			{Text: None, Meaning: "not said", test: always((*Row).isAtOnceUnsaid)},
		},
	},
	{
		Name: Any, Meaning: "days that are not shown", Example: "any:day", takes: fixed,
		Values: []Choice{
			{Text: "day", Meaning: "also open tickets of other days, as far as they were read"},
		},
	},
}

// Of returns the condition with a name; nil for the empty name of a text.
func Of(name Name) *Condition { return conditionCalled(string(name)) }

// choice returns the choice that a value stands for; nil for any other value.
func (c *Condition) choice(v Value) *Choice {
	i := slices.IndexFunc(c.Values, func(choice Choice) bool { return !choice.Example && v.is(choice.Text) })
	if i < 0 {
		return nil
	}
	return &c.Values[i]
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
