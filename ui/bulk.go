package ui

import (
	tea "charm.land/bubbletea/v2"
)

func (c *Console) markAll() tea.Cmd { return c.inbox.MarkAll() }

func (c *Console) invertMarks() tea.Cmd { return c.inbox.InvertMarks() }
