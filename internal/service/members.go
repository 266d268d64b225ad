package service

import (
	"reflect"
	"strings"

	"frontdesk/internal/schema"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// The texts of requests that the store keeps: a member of the request belongs to the member of the stored record that
// has the same name. Answers are converted member by member instead, because a pull converts thousands of records.
var (
	customerTexts = textsOf(schema.Customer, wire.CustomerInfo{}, store.Customer{})
	contactTexts  = textsOf(schema.Contact, wire.ContactInfo{}, store.Contact{})
	enquiryTexts  = textsOf(schema.Enquiry, wire.EnquiryInfo{}, store.Enquiry{})
	orderTexts    = textsOf(schema.Order, wire.OrderInfo{}, store.Order{})
)

// textMember is a text of an object of a request and of a stored record, by its index in both.
type textMember struct {
	given, kept int
	trimmed     bool
}

// textsOf returns the texts that an object of a request and a stored record share.
func textsOf(s schema.Section, object, record any) []textMember {
	var texts []textMember
	given, kept := reflect.TypeOf(object), reflect.TypeOf(record)
	for i := range given.NumField() {
		into, shared := kept.FieldByName(given.Field(i).Name)
		if !shared || into.Type.Kind() != reflect.String {
			continue
		}
		key, _, _ := strings.Cut(given.Field(i).Tag.Get("json"), ",")
		f, _ := s.FieldOf(key)
		isTrimmed := f.Trimmed || f.Kind == schema.Digits || f.Kind == schema.Email
		texts = append(texts, textMember{given: i, kept: into.Index[0], trimmed: isTrimmed})
	}
	return texts
}

// update sets the texts of a stored record that a request gives; blank ones stay as they were (PROTOCOL.md 2).
func update(texts []textMember, object, record any) {
	given, kept := reflect.ValueOf(object), reflect.ValueOf(record).Elem()
	for _, m := range texts {
		text := given.Field(m.given).String()
		if isBlank(text) {
			continue
		}
		if m.trimmed {
			text = strings.TrimSpace(text)
		}
		kept.Field(m.kept).SetString(text)
	}
}
