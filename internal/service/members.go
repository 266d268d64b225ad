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
	customerTexts = sharedTexts(schema.Customer, wire.CustomerInfo{}, store.Customer{})
	contactTexts  = sharedTexts(schema.Contact, wire.ContactInfo{}, store.Contact{})
	enquiryTexts  = sharedTexts(schema.Enquiry, wire.EnquiryInfo{}, store.Enquiry{})
	orderTexts    = sharedTexts(schema.Order, wire.OrderInfo{}, store.Order{})
)

// textMember is a text of an object of a request and of a stored record, by its index in both.
type textMember struct {
	source, target int
	isTrimmed      bool
}

// sharedTexts returns the texts that an object of a request and a stored record share.
func sharedTexts(s schema.Section, object, record any) []textMember {
	var texts []textMember
	source, target := reflect.TypeOf(object), reflect.TypeOf(record)
	for i := range source.NumField() {
		into, shared := target.FieldByName(source.Field(i).Name)
		if !shared || into.Type.Kind() != reflect.String {
			continue
		}
		key, _, _ := strings.Cut(source.Field(i).Tag.Get("json"), ",")
		f, _ := s.FieldOf(key)
		isTrimmed := f.Trimmed || f.Kind == schema.Digits || f.Kind == schema.Email
		texts = append(texts, textMember{source: i, target: into.Index[0], isTrimmed: isTrimmed})
	}
	return texts
}

// copyTexts sets the texts of a stored record that a request gives; blank ones stay as they were (PROTOCOL.md 2).
func copyTexts(texts []textMember, object, record any) {
	source, target := reflect.ValueOf(object), reflect.ValueOf(record).Elem()
	for _, m := range texts {
		text := source.Field(m.source).String()
		if isBlank(text) {
			continue
		}
		if m.isTrimmed {
			text = strings.TrimSpace(text)
		}
		target.Field(m.target).SetString(text)
	}
}
