package service

import (
	"cmp"
	"strconv"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// customerRecord writes a customer as PROTOCOL.md 3.1 has it; what the service does not keep is 0. The record
// has one member for two of the request: the one of the same name goes first, so that a change of it shows.
func (s *Service) customerRecord(c store.Customer) wire.CustomerRecord {
	record := wire.CustomerRecord{
		ID: c.ID, CMID: s.AccountID, IsOrganization: c.Organization, IsChannelPartner: c.ChannelPartner,
		Name: c.Name, Website: c.Website, Address: c.Address, State: c.State, City: c.City, Country: c.Country,
		Latitude: c.Latitude, Longitude: c.Longitude, CurrentStatus: c.CurrentStatus, CompanyStatus: c.CompanyStatus,
		GenerationDate: s.date(c.Created, wire.CustomerTimeLayout), LastModification: s.parts(c.Modified),
		CreatorID: c.CreatorID, CustomerLevel: int64(c.Level), Zone: numeric(c.Zone), AssignedToID: c.Assigned.ID,
		MaxCreditPeriod: int64(c.CreditDays), TotalEnquiries: int64(c.Enquiries), MaxCreditAmt: c.CreditLimit, OutstandingAmount: c.Outstanding,
		Remarks: cmp.Or(c.Remarks, c.CustomerRemarks), CustomerCode: c.Code, PINCode: c.PinCode, Classification: c.Classification,
		CustomerType: c.Type, Feedback: c.Feedback, IsAPI: c.FromAPI, Contacts: []wire.ContactRecord{},
	}
	for _, p := range c.Contacts {
		record.Contacts = append(record.Contacts, s.contactRecord(c.ID, p))
	}
	return record
}

func (s *Service) contactRecord(customer int64, p store.Contact) wire.ContactRecord {
	return wire.ContactRecord{
		ID: p.ID, CMID: s.AccountID, LeadID: customer, CreatorID: p.CreatorID, Age: s.age(p), EnquiryID: p.EnquiryID, OrderID: p.OrderID,
		ContactPerson: contactName(p), Gender: p.Gender, Phone: p.Phone, AdditionalPhone: p.AdditionalPhone, Email: p.Email,
		MaritalStatus: p.MaritalStatus, PhoneCountryCode: p.CountryCode, IsPrimaryContact: p.Primary, IsActive: true,
		IsMobileMasked: p.PhoneMasked, IsEmailMasked: p.EmailMasked, GenerationDate: s.parts(p.Created),
	}
}

// contactName is a contact's name, put together where it was given in parts.
func contactName(p store.Contact) string {
	if !isBlank(p.Name) {
		return p.Name
	}
	return joined(p.Title, p.FirstName, p.LastName)
}

// age is told, or counted from a date of birth that can be read.
func (s *Service) age(p store.Contact) int64 {
	born, err := time.Parse(time.DateOnly, p.DOB)
	if err != nil {
		return int64(p.Age)
	}
	now := s.Now().In(s.Zone)
	years := now.Year() - born.Year()
	if now.Month() < born.Month() || now.Month() == born.Month() && now.Day() < born.Day() {
		years--
	}
	return int64(max(years, 0))
}

// parts writes a moment as six numbers in the service's zone.
func (s *Service) parts(at int64) wire.DateTimeParts {
	return wire.NewDateTimeParts(time.Unix(at, 0).In(s.Zone))
}

// orderRecord writes an order as PROTOCOL.md 3.7 has it.
func (s *Service) orderRecord(o store.Order) any {
	return wire.OrderRecord{
		OrderInfo: wire.OrderInfo{
			ID: strconv.FormatInt(o.ID, 10), AssignName: o.Assigned.Name, AssignCode: o.Assigned.Code, AssignEmail: o.Assigned.Email,
			DeliveryStatus: o.DeliveryStatus, ERPOrderID: o.ERPOrderID, ERPInvoiceNo: o.ERPInvoiceNo, CreateDate: o.CreateDate,
			Remarks: o.Remarks, InvoiceNo: o.InvoiceNo, InvoiceDate: o.InvoiceDate, UnitName: o.UnitName, BlockName: o.BlockName,
			TicketID: o.TicketID, EncryptOrder: o.EncryptOrder, PaymentMode: o.PaymentMode, DealDetails: o.DealDetails,
			AssociateFields: decodeCustomFields(o.Associate), Update: true,
		},
		CustomerID: o.CustomerID, EnquiryID: o.EnquiryID, ContactID: o.ContactID, CustomerName: o.CustomerName,
	}
}

// numeric reads a whole number that was given as text; other text is 0.
func numeric(s string) int64 {
	n, err := wire.ParseLooseInt(s)
	if err != nil {
		return 0
	}
	return n.Value
}
