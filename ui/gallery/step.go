package gallery

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/ui/headless"
)

// take takes one step.
func (p *runner) take(s Step) error {
	if s.ClearFaults || s.Net != nil {
		p.network.set(s.Net)
	}
	for _, call := range s.APICalls {
		if err := p.house.CallAPI(p.ctx, call.Op, []byte(call.Body)); err != nil {
			return fmt.Errorf("%s: %w", call.Op, err)
		}
	}
	if err := p.press(s.Press); err != nil {
		return err
	}
	if err := p.goTo(s.Field); err != nil {
		return err
	}
	for _, r := range s.Type {
		p.update(headless.RuneKey(r))
	}
	if s.Paste != "" {
		p.update(tea.PasteMsg{Content: s.Paste})
	}
	if err := p.runUntilIdle(s.WaitFor); err != nil || s.Advance == 0 {
		return err
	}
	return p.pass(s.Advance)
}

// press presses keys; what follows from the last one has not happened yet.
func (p *runner) press(keys []string) error {
	for i, key := range keys {
		if i > 0 {
			if err := p.runUntilIdle(""); err != nil {
				return err
			}
		}
		p.update(headless.Key(key))
	}
	return nil
}

// mostFields is how many fields a form may have.
const mostFields = 200

// goTo goes to a field by its label.
func (p *runner) goTo(label string) error {
	for range mostFields {
		if label == "" || strings.Contains(ansi.Strip(p.frame()), "▌ "+label) {
			return nil
		}
		p.update(headless.Key("tab"))
		if err := p.runUntilIdle(""); err != nil {
			return err
		}
	}
	return fmt.Errorf("no field is called %s", label)
}
