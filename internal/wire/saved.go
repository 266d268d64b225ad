package wire

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
)

// readSaveResult decodes the response to adding or updating a customer or an order (PROTOCOL.md 4.1, 4.2, 4.5 and 4.6).
// The status alone is enough, since the interface shows nothing else for Update Customer.
func readSaveResult(d *responseDecoder) (desk.SaveResult, error) {
	saved := desk.SaveResult{Applied: true}
	err := d.decodeEnvelope(func(name string) (bool, error) {
		if name == "customer" || name == "order" {
			return true, d.eachMember(func(name string) error { return d.saveResultMember(&saved, name) })
		}
		if _, known := savedMembers[name]; known {
			return true, d.saveResultMember(&saved, name)
		}
		return false, nil
	})
	saved.Message = d.message
	return saved, err
}

func (d *responseDecoder) saveResultMember(saved *desk.SaveResult, name string) error {
	v, err := d.value()
	if set, known := savedMembers[strings.ToLower(name)]; known && err == nil {
		set(saved, v)
	}
	return err
}

var savedMembers = map[string]func(*desk.SaveResult, jsontext.Value){
	"result":       func(s *desk.SaveResult, v jsontext.Value) { s.Applied = scalar(v) == "" || flag(v) },
	"customer_id":  func(s *desk.SaveResult, v jsontext.Value) { s.Customer = number(v) },
	"contact_id":   func(s *desk.SaveResult, v jsontext.Value) { s.Contact = number(v) },
	"enquiry_id":   func(s *desk.SaveResult, v jsontext.Value) { s.Enquiry = number(v) },
	"order_id":     func(s *desk.SaveResult, v jsontext.Value) { s.Order = desk.NewID(scalar(v)) },
	"action":       func(s *desk.SaveResult, v jsontext.Value) { s.Action = line(v) },
	"action_event": func(s *desk.SaveResult, v jsontext.Value) { s.ActionEvent = line(v) },
}
