package service

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// The failures of customer and order operations beside those of PROTOCOL.md 5.1.
var (
	errNameAndContactRequired = &apiError{http.StatusBadRequest, "name, e-mail id and phone number are required"}
	errCustomerName           = &apiError{http.StatusBadRequest, "customer_name is missing"}
	errDigits                 = &apiError{http.StatusBadRequest, "a phone number should be a string of digits"}
	errCustomerID             = &apiError{http.StatusBadRequest, "service_customer_id is missing"}
	errNoCustomer             = &apiError{http.StatusNotFound, "the customer does not exist"}
	errAmbiguousCustomer      = &apiError{http.StatusBadRequest, "several customers have that name; customer_id is required"}
	errNoContact              = &apiError{http.StatusNotFound, "contact_id does not exist at this customer"}
	errNoEnquiry              = &apiError{http.StatusNotFound, "enquiry_id does not exist at this customer"}
	errNoOrder                = &apiError{http.StatusNotFound, "order_id does not exist"}
)

// storeErrors are what a caller reads when a write names what is not there.
var storeErrors = map[error]*apiError{
	store.ErrCustomerNotFound: errNoCustomer, store.ErrAmbiguousCustomer: errAmbiguousCustomer, store.ErrEnquiryNotFound: errNoEnquiry, store.ErrOrderNotFound: errNoOrder,
}

// toAPIError is the failure that a store's error stands for, else that error.
func toAPIError(err error) error {
	for cause, f := range storeErrors {
		if errors.Is(err, cause) {
			return f
		}
	}
	return err
}

// reachable says whether a phone or an e-mail address stands in customer_info or with a contact.
func reachable(c wire.CustomerInfo, contacts []wire.ContactInfo) bool {
	return !isBlank(c.Phone) || !isBlank(c.Email) || slices.ContainsFunc(contacts, func(p wire.ContactInfo) bool {
		return !isBlank(p.Phone) || !isBlank(p.Email)
	})
}

// checkBlocks checks the blocks that customer and order operations share.
func checkBlocks(c wire.CustomerInfo, contacts []wire.ContactInfo, e wire.EnquiryInfo) error {
	if !digits(c.Phone) || slices.ContainsFunc(contacts, func(p wire.ContactInfo) bool { return !digits(p.Phone) }) {
		return errDigits
	}
	if len(contacts) > maxGiven {
		return errGiven
	}
	return checkFieldSizes(c.AdditionalFields, c.AssociateFields, e.AdditionalFields, e.AssociateFields)
}

// digits says that a phone holds nothing but digits, or nothing.
func digits(phone string) bool { return strings.Trim(strings.TrimSpace(phone), "0123456789") == "" }

// parseID reads the id of something that must exist, 0 when none is given; an id that the service cannot have
// given names nothing.
func parseID(id string, otherwise error) (int64, error) {
	n, err := wire.ParseLooseInt(strings.TrimSpace(id))
	if err != nil || n.Valid && n.Value < 1 {
		return 0, otherwise
	}
	return n.Value, nil
}

// account checks cm_id and cmId (PROTOCOL.md 6.1).
func (s *Service) account(name string, id int64) error {
	switch {
	case id < 1:
		return &apiError{http.StatusBadRequest, name + " must be greater than 0"}
	case id != s.AccountID:
		return &apiError{http.StatusForbidden, name + " is not this account's"}
	}
	return nil
}
