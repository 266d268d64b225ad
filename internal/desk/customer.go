package desk

import "frontdesk/internal/text"

// Customer is a customer record (PROTOCOL.md 3.1): what people look for first by name,
// and all of it as labelled fields.
type Customer struct {
	ID             int64
	Account        int64 // cmId
	Name           text.Line
	Code           text.Line // customerCode
	Type           Term      // customerType
	Classification Term
	Status         Term // currentStatus
	City           Term
	Country        Term
	Zone           int64 // 0 when none
	AssignedTo     int64 // 0 when nobody
	Organization   bool
	ChannelPartner bool
	Deleted        bool
	Created        Stamp // generationDate
	Modified       Stamp // lastModificationTime
	Remarks        text.Block
	Contacts       []Contact
	Fields         []Field // every member that holds something, contacts apart, in the document's order, unknown ones last
	Groups         []Group // members of the account's own that are blocks
}

// Primary is the contact that is marked so, else the first one; nil when there is none.
func (c *Customer) Primary() *Contact {
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
	Customer    int64     // leadId
	Name        text.Line // contactPerson
	Phone       text.Line
	CountryCode text.Line
	OtherPhone  text.Line // additionalPhone
	Email       text.Line
	Primary     bool
	Active      bool
	Created     Stamp
	Fields      []Field // every member that holds something, in the document's order, unknown ones last
	Groups      []Group // members of the account's own that are blocks
}
