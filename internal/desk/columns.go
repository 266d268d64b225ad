package desk

// columnTitle is the column that every list of tickets has.
const columnTitle = "title"

// listColumns are the columns that a list of tickets can have, the most important first: in a narrow window those at
// the end give way.
var listColumns = []string{
	columnTitle, "clock", "callback", "sub-status", "marks", "age", "number", "priority", "assignee", "queue",
	"customer", "last-activity", "source",
}

// ListColumns returns the names of the columns that a list of tickets can have, the most important first.
func ListColumns() []string { return listColumns }

// UsualColumns returns the columns of a list for which nothing is configured, from left to right.
func UsualColumns() []string {
	return []string{"clock", columnTitle, "sub-status", "priority", "queue", "assignee", "age", "marks"}
}
