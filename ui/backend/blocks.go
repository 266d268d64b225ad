package backend

import (
	"cmp"
	"maps"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// WithBlocks adds the values that a ticket has in the account's own blocks.
func (c *Backend) WithBlocks(values, ticket map[string]string) map[string]string {
	for _, path := range c.Cache.Blocks.Paths() {
		values[path] = ticket[path]
	}
	return values
}

// CompleteBlocks returns the values of an update with what it changes besides in the account's own blocks: a value that
// does not go with a changed one is emptied. The error says which value is wrong, or is needed to close the ticket.
func (c *Backend) CompleteBlocks(t *desk.TicketDetails, values map[string]string) (map[string]string, error) {
	blocks := c.Cache.Blocks
	if len(blocks) == 0 {
		return values, nil
	}
	update, err := wire.NewUpdateTicketRequest(t.ID.Raw(), values)
	if err != nil {
		return values, err
	}
	update.SubStatus = cmp.Or(update.SubStatus, t.SubStatus.Key().Raw())
	if update, err = submit.CompleteBlocks(update, t, blocks, c.Cache.IsClosing); err != nil {
		return values, err
	}
	values, record := maps.Clone(values), wire.TicketBlocks(blocks, t.Groups)
	for path, value := range wire.BlockValues(update.Extra) {
		f, known := blocks.FieldAt(path)
		if value = wire.ShownBlockValue(f, value); known && value != record[path] {
			values[path] = value
		}
	}
	return values, nil
}
