package oneshot

import (
	"errors"

	"frontdesk/internal/wire"
)

var errSamePage = errors.New("the service gives the same records again instead of the next ones")

// pages requests pages of wire.DefaultPageSize records, starting at offset, until one is not full; ask returns the ids
// of a page. No service returns fewer on its own (PROTOCOL.md 6.1). A larger page is taken as the complete result,
// because such a service ignores the limit.
func pages(offset int64, ask func(offset int64) (ids []string, err error)) error {
	seen := map[string]bool{}
	for {
		ids, err := ask(offset)
		if err != nil || len(ids) != wire.DefaultPageSize {
			return err
		}
		known := len(seen)
		for _, id := range ids {
			seen[id] = true
		}
		if len(seen) == known {
			return errSamePage
		}
		offset += int64(len(ids))
	}
}
