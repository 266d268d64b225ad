// Package accessible is accessible mode: the console as lines of text and questions, for screen readers, braille
// displays and terminals that cannot position a cursor. It runs the same model as the full screen. What the model shows
// it describes as a Place; what is typed runs the model's own actions.
package accessible

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
)

// Model is a console that can say in words what it shows.
type Model interface {
	tea.Model
	// Place describes the pane, form or overlay that has the focus.
	Place() Place
	// Waiting returns what is being read or sent; empty for nothing.
	Waiting() string
	// Notices returns the notices since the last call.
	Notices() []string
	// News returns what an agent may want to know wherever they are.
	News() []Fact
}

// ActMsg asks the model to run the choice of an agent, as it runs a key.
type ActMsg struct{ Run func() tea.Cmd }

// Place is what is in front of the agent: a list, a text, a question, a form, or several of them.
type Place struct {
	Name     string   // one or two words for the prompt, such as inbox
	IsOver   bool     // it lies over something else, such as a question that has come up by itself
	IsAside  bool     // something that was looked up for what is open
	Title    string   // read out whenever it is another one than before
	Text     []string // read in portions
	Items    Items    // numbered rows
	Form     Form
	Ask      Ask // a text that is asked for
	Commands []Command
	Missing  func(typed string) string // says what comes nearest to a command that does not exist; may be nil
}

// Pause is a line of a text at which reading stops until the agent reads on.
const Pause = ""

// Items are rows that are numbered when they are read out.
type Items struct {
	Len    int
	At     func(i int) Item
	Select func(id string)         // puts the cursor on a row
	Choose func(id string) tea.Cmd // what its number does; nil if it only selects
}

// Item is a row.
type Item struct{ ID, Text string }

// Command is an action that can be typed.
type Command struct {
	Action keymap.Action
	Name   string // what is typed; the name of the action when empty
	Label  string // another name that can be typed; empty for none
	Key    string // a letter that can be typed instead; empty for none
	Help   string
	Off    string // why it cannot be done now
	OnItem bool   // it is done to a row: its number is typed after the name
	Marked string // why no row can be named: it is done to the marked ones; empty if it is not
	Run    func() tea.Cmd
}

// typed returns what is typed for the command.
func (c Command) typed() string {
	if c.Name != "" {
		return c.Name
	}
	return string(c.Action)
}

// Ask is a line of text that a place asks for.
type Ask struct {
	Label string // empty if nothing is asked for
	Value string // what stands there; an empty line takes it
	Done  func(line string) tea.Cmd
}

// Form is the fields of a form.
type Form struct {
	Fields []Field
	First  string // the name of the field to ask for first
	All    bool   // every field that is not advanced is asked for when the form is opened
	Set    func(name, value string) tea.Cmd
	Add    func(name string) tea.Cmd // adds an element to the list of a field of the kind List
	// Other is the field that a line which is no command is added to, such as the notes of a call; empty for none.
	Other string
}

// FieldKind is how a field is answered.
type FieldKind uint8

// The kinds of fields.
const (
	Line  FieldKind = iota // one line
	Lines                  // several lines, until one that holds a dot
	YesNo
	Pairs // lines such as name = value
	List  // not a field: one more element can be added
)

// Field is a field of a form.
type Field struct {
	Name, Label string
	Heading     string // of its group; empty if it is that of the field before
	Kind        FieldKind
	Value       string // as it is sent
	Shown       string // as it is read out
	Choices     []Choice
	Free        bool // another text than a choice can be typed
	Required    bool
	Advanced    bool   // not asked for unless its name is typed
	Hint        string // what can be typed
	Echo        string // what the value means
	Err         string // why it is not accepted
}

// Choice is a value that can be chosen in a field.
type Choice struct{ Value, Label string }

// Fact is something that can change while the agent is at something else.
type Fact struct {
	Key   string
	Text  string // empty while there is nothing to say
	Count int    // if above 0, it is said only when the number has grown
}

// IsInput marks the message as input of the agent, as a key is.
func (ActMsg) IsInput() {}
