package desk

// columnTitle is the column that every list of tickets has.
const columnTitle = "title"

// listColumns are the columns that a list of tickets can have.
var listColumns = []string{
	columnTitle, "clock", "callback", "sub-status", "marks", "age", "number", "priority", "assignee", "queue",
	"customer", "last-activity", "source",
}

// ListColumns returns the names of the columns that a list of tickets can have.
func ListColumns() []string { return listColumns }

// UsualColumns returns the columns of a list for which nothing is configured, from left to right.
func UsualColumns() []string {
	return []string{"clock", "priority", columnTitle, "assignee", "sub-status", "queue", "age", "number", "marks"}
}
