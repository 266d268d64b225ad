package desk

import "frontdesk/internal/safetext"

// Customer is a customer record (PROTOCOL.md 3.1): what people look for first by name,
// and all of it as labelled fields.
type Customer struct {
	ID             int64
	AccountID      int64 // cmId
	Name           safetext.Line
	Code           safetext.Line // customerCode
	Type           InternedLine  // customerType
	Classification InternedLine
	Status         InternedLine // currentStatus
	City           InternedLine
	Country        InternedLine
	Zone           int64 // 0 when none
	AssignedTo     int64 // 0 when nobody
	Organization   bool
	ChannelPartner bool
	Deleted        bool
	Created        UnixTime // generationDate
	Modified       UnixTime // lastModificationTime
	Remarks        safetext.Block
	Contacts       []Contact
	Fields         []LabeledValue // every member that holds something, contacts apart, in the document's order, unknown ones last
	Groups         []FieldGroup   // members of the account's own that are blocks
}

// PrimaryContact is the contact that is marked so, else the first one; nil when there is none.
func (c *Customer) PrimaryContact() *Contact {
	for i := range c.Contacts {
		if c.Contacts[i].Primary {
			return &c.Contacts[i]
		}
	}
	if len(c.Contacts) > 0 {
		return &c.Contacts[0]
	}
	return nil
}

// Contact is a contact record of a customer (PROTOCOL.md 3.2).
type Contact struct {
	ID          int64
	CustomerID  int64         // leadId
	Name        safetext.Line // contactPerson
	Phone       safetext.Line
	CountryCode safetext.Line
	OtherPhone  safetext.Line // additionalPhone
	Email       safetext.Line
	Primary     bool
	Active      bool
	Created     UnixTime
	Fields      []LabeledValue // every member that holds something, in the document's order, unknown ones last
	Groups      []FieldGroup   // members of the account's own that are blocks
}
