package service

import (
	"errors"
	"strings"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// field is one text of a block and where it goes.
type field struct {
	into  *string
	given string
}

// fill takes the fields that were given; those sent empty stay as they were (PROTOCOL.md 2).
func fill(fields ...field) {
	for _, f := range fields {
		if !isBlank(f.given) {
			*f.into = f.given
		}
	}
}

// assign takes an employee when one is named at all.
func assign(into *store.Employee, code, email, name string) {
	if !isBlank(code + email + name) {
		*into = store.Employee{Code: strings.TrimSpace(code), Email: strings.TrimSpace(email), Name: strings.TrimSpace(name)}
	}
}

// patchCustomer lays customer_info over a customer, a new one or one that is there.
func (s *Service) patchCustomer(c *store.Customer, in wire.CustomerInfo) error {
	fill(
		field{&c.Name, in.Name}, field{&c.Phone, strings.TrimSpace(in.Phone)}, field{&c.Email, strings.TrimSpace(in.Email)},
		field{&c.Locality, in.Locality}, field{&c.City, in.City}, field{&c.State, in.State}, field{&c.Country, in.Country},
		field{&c.Address, in.Address}, field{&c.PinCode, in.PINCode}, field{&c.Type, in.Type}, field{&c.Classification, in.Classification},
		field{&c.Code, strings.TrimSpace(in.Code)}, field{&c.Zone, strings.TrimSpace(in.Zone)},
		field{&c.CustomerRemarks, in.CustomerRemarks}, field{&c.Remarks, in.Remarks},
		field{&c.PrimarySource, strings.TrimSpace(in.PrimarySource)}, field{&c.SecondarySource, strings.TrimSpace(in.SecondarySource)},
		field{&c.TertiarySource, strings.TrimSpace(in.TertiarySource)},
	)
	assign(&c.Assigned, in.AssignCode, in.AssignEmail, in.AssignName)
	if in.Individual || in.Organization || in.ChannelPartner {
		c.Individual, c.Organization, c.ChannelPartner = in.Individual, in.Organization, in.ChannelPartner
	} else if c.ID == 0 {
		c.Individual = true
	}
	var err1, err2 error
	c.Additional, err1 = mergeCustomFields(c.Additional, in.AdditionalFields)
	c.Associate, err2 = mergeCustomFields(c.Associate, in.AssociateFields)
	c.Modified = s.Now().Unix()
	if c.ID == 0 {
		c.Created, c.FromAPI = c.Modified, true
	}
	return errors.Join(err1, err2)
}

// patchEnquiry lays enquiry_info over an enquiry and says whether it holds anything.
func (s *Service) patchEnquiry(e *store.Enquiry, in wire.EnquiryInfo) (bool, error) {
	fill(
		field{&e.RoundRobin, in.RoundRobinKey}, field{&e.NextFollowUp, strings.TrimSpace(in.NextFollowUpDate)}, field{&e.Action, in.Action},
		field{&e.SubStatus, strings.TrimSpace(in.SubStatus)}, field{&e.Remarks, in.Remarks},
	)
	assign(&e.Assigned, in.AssignCode, in.AssignEmail, in.AssignName)
	e.FollowUpAt, _ = parseDateOrTime(e.NextFollowUp, s.Zone)
	var err1, err2 error
	e.Additional, err1 = mergeCustomFields(e.Additional, in.AdditionalFields)
	e.Associate, err2 = mergeCustomFields(e.Associate, in.AssociateFields)
	texts := in.ID + in.RoundRobinKey + in.NextFollowUpDate + in.Action + in.SubStatus + in.Remarks + in.AssignCode + in.AssignEmail + in.AssignName
	return !isBlank(texts) || len(in.AdditionalFields)+len(in.AssociateFields) > 0, errors.Join(err1, err2)
}
