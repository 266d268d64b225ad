package wire

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
)

// links reads attachments: addresses, or objects with a name and an address.
func links(v jsontext.Value) []desk.Link {
	var all []desk.Link
	a := decoderOf(v)
	_ = a.elements(func() error {
		if a.isScalar() {
			v, err := a.value()
			if l := line(v); err == nil && !l.IsEmpty() && len(all) < maxCustomFields {
				all = append(all, desk.Link{Name: l, URL: l})
			}
			return err
		}
		var link desk.Link
		err := a.eachMember(func(name string) error {
			v, err := a.value()
			switch lower := strings.ToLower(name); {
			case err != nil:
			case strings.Contains(lower, "url"), strings.Contains(lower, "link"), strings.Contains(lower, "path"):
				link.URL = line(v)
			case strings.Contains(lower, "name"), strings.Contains(lower, "title"):
				link.Name = line(v)
			}
			return err
		})
		if (!link.Name.IsEmpty() || !link.URL.IsEmpty()) && len(all) < maxCustomFields {
			all = append(all, link)
		}
		return err
	})
	return all
}
