package store

import (
	"strconv"
	"time"

	"frontdesk/assets/sample"
)

func sampleEmployee(a *sample.Agent) Employee {
	return Employee{ID: a.ID, Code: a.Code, Email: a.Email, Name: a.Name}
}

// sampleCustomer makes a customer; known are the employees by id.
func sampleCustomer(c *sample.Customer, known map[int64]Employee) Customer {
	return Customer{
		ID: c.ID, Created: seconds(c.Created), Modified: seconds(c.Modified), Name: c.Name, Code: c.Code, Website: c.Website,
		Address: c.Address, City: c.City, State: c.State, Country: c.Country, PinCode: c.PinCode, Latitude: c.Latitude, Longitude: c.Longitude,
		Type: c.Type, Classification: c.Classification, CurrentStatus: c.CurrentStatus, CompanyStatus: c.CompanyStatus,
		Zone: strconv.FormatInt(c.Zone, 10), Level: c.Level,
		Individual: !c.Organization, Organization: c.Organization, ChannelPartner: c.Partner,
		PrimarySource: c.PrimarySource, SecondarySource: c.SecondarySource, Assigned: known[c.AssignedID], CreatorID: c.CreatorID,
		Remarks: c.Remarks, Feedback: c.Feedback, CreditDays: c.CreditDays, CreditLimit: c.CreditLimit, Outstanding: c.Outstanding,
		Enquiries: c.Enquiries, Contacts: each(c.Contacts, sampleContact),
	}
}

func sampleContact(p *sample.Contact) Contact {
	return Contact{
		ID: p.ID, Name: p.Name, Gender: p.Gender, Age: p.Age, CountryCode: p.Country, Phone: p.Phone, AdditionalPhone: p.Additional,
		Email: p.Email, MaritalStatus: p.MaritalStatus, Primary: p.Primary, PhoneMasked: p.PhoneMasked, EmailMasked: p.EmailMasked,
		EnquiryID: p.EnquiryID, OrderID: p.OrderID, Created: seconds(p.Created),
	}
}

// sampleSale makes an order with the enquiry that it grew out of.
func sampleSale(o *sample.Order) OrderAggregate {
	agent := sampleEmployee(&o.Agent)
	return OrderAggregate{
		Enquiry: Enquiry{ID: o.EnquiryID, CustomerID: o.CustomerID, Assigned: agent},
		Order: Order{
			ID: o.ID, CustomerID: o.CustomerID, EnquiryID: o.EnquiryID, Added: seconds(o.Created), ContactID: o.ContactID, CreatorID: agent.ID,
			Assigned: agent, CreateDate: o.Created.Format(time.DateTime), CreatedAt: seconds(o.Created),
			DeliveryStatus: o.DeliveryStatus, ERPOrderID: o.ERPOrderID, ERPInvoiceNo: o.ERPInvoiceNo, InvoiceNo: o.InvoiceNo,
			InvoiceDate: o.Invoiced.Format(time.DateTime), UnitName: o.Unit, BlockName: o.Block, TicketID: o.TicketID,
			PaymentMode: o.PaymentMode, DealDetails: o.Deal, Remarks: o.Remarks, Associate: o.Associate(),
		},
	}
}
