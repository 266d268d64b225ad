package oneshot

import (
	"errors"

	"frontdesk/internal/wire"
)

var errSamePage = errors.New("the service gives the same records again instead of the next ones")

// pages asks for one page after another, beginning at offset, until one is not full; ask gives the ids of a page, which
// is of wire.DefaultPage records: no service gives fewer by itself (PROTOCOL.md 6.1). A page that is larger than
// was asked for is taken for all there is, since such a service looks at no limit.
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
