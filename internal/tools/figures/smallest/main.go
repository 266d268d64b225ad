// Command smallest is the smallest useful Bubble Tea program, which command figures compares frontdesk with. It shows
// a line with a number that a key raises, and ends.
package main

import (
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
)

type counter int

func (c counter) Init() tea.Cmd { return nil }

func (c counter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		if key.String() == "q" {
			return c, tea.Quit
		}
		c++
	}
	return c, nil
}

func (c counter) View() tea.View {
	view := tea.NewView(fmt.Sprintf("smallest program, %d keys", int(c)))
	view.AltScreen = true
	return view
}

func main() {
	if _, err := tea.NewProgram(counter(0)).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
