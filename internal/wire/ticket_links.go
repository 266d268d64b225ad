package wire

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// attachmentLinks decodes attachments, which are URLs or objects with a name and a URL.
func attachmentLinks(v jsontext.Value) []desk.Link {
	var all []desk.Link
	d := decoderOf(v)
	_ = d.elements(func() error {
		if d.isScalar() {
			v, err := d.value()
			if l := line(v); err == nil && !l.IsEmpty() && len(all) < maxCustomFields {
				all = append(all, desk.Link{Name: l, URL: safetext.AddressFromHTML(scalar(v))})
			}
			return err
		}
		var link desk.Link
		err := d.eachMember(func(name string) error {
			v, err := d.value()
			switch lower := strings.ToLower(name); {
			case err != nil:
			case strings.Contains(lower, "url"), strings.Contains(lower, "link"), strings.Contains(lower, "path"):
				link.URL = safetext.AddressFromHTML(scalar(v))
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
