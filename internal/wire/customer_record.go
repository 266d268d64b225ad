package wire

import (
	"time"
)

// This file holds PROTOCOL.md 3.1 and 3.2 and the responses of 4.1 to 4.4, as our service writes them: numbers as
// numbers, flags as booleans.

// CustomerRecord is a customer record.
type CustomerRecord struct {
	ID                 int64           `json:"id"`
	CMID               int64           `json:"cmId"`
	IsOrganization     bool            `json:"isOrganization"`
	IsChannelPartner   bool            `json:"isChannelPartner"`
	Name               string          `json:"name"`
	Website            string          `json:"website"`
	Address            string          `json:"address"`
	State              string          `json:"state"`
	City               string          `json:"city"`
	Country            string          `json:"country"`
	Latitude           string          `json:"latitude"`
	Longitude          string          `json:"longitude"`
	CurrentStatus      string          `json:"currentStatus"`
	CompanyStatus      string          `json:"companyStatus"`
	GenerationDate     string          `json:"generationDate"` // CustomerTimeLayout
	LastModification   DateTimeParts   `json:"lastModificationTime"`
	CreatorID          int64           `json:"creatorId"`
	ChannelPartnerID   int64           `json:"channelPartnerId"`
	RatePlanID         int64           `json:"ratePlanId"`
	CampaignID         int64           `json:"campaignId"`
	CampaignItemID     int64           `json:"campaignItemId"`
	CampaignActivityID int64           `json:"campaignActivityId"`
	CustomerLevel      int64           `json:"customerLevel"`
	Zone               int64           `json:"zone"`
	CompanyParentID    int64           `json:"companyParentId"`
	AssignedToID       int64           `json:"assignedToId"`
	MaxCreditPeriod    int64           `json:"maxCreditPeriod"`
	HistoryEmpID       int64           `json:"historyEmpId"`
	ChannelPartnerEmp  int64           `json:"channelPartnerEmpId"`
	SyncedStepNumber   int64           `json:"syncedStepNumber"`
	SalesAdminZone     int64           `json:"salesAdminZone"`
	ReferralID         int64           `json:"referralId"`
	TotalEnquiries     int64           `json:"totalNoOfEnquiries"`
	MaxCreditAmt       float64         `json:"maxCreditAmt"`
	OutstandingAmount  float64         `json:"outStandingAmount"`
	Remarks            string          `json:"remarks"`
	CustomerCode       string          `json:"customerCode"`
	PINCode            string          `json:"pinCode"`
	Classification     string          `json:"classification"`
	CustomerType       string          `json:"customerType"`
	CrossRemarks       string          `json:"crossRemarks"`
	ImageReferenceID   string          `json:"imageReferenceId"`
	SyncdLocationID    string          `json:"syncdLocationId"`
	Feedback           string          `json:"feedbackOnCustomer"`
	Deleted            bool            `json:"deleted"`
	IsExistingCustomer bool            `json:"isExistingCustomer"`
	IsExistingContact  bool            `json:"isExistingContact"`
	SyncStatus         bool            `json:"syncStatus"`
	IsAPI              bool            `json:"isApi"`
	Contacts           []ContactRecord `json:"contacts"`
}

// ContactRecord is an element of a customer record's contacts.
type ContactRecord struct {
	ID               int64         `json:"id"`
	CMID             int64         `json:"cmId"`
	LeadID           int64         `json:"leadId"` // the customer's id
	ParentContactID  int64         `json:"parentContactId"`
	SubOfficeID      int64         `json:"subOfficeId"`
	CreatorID        int64         `json:"creatorId"`
	Age              int64         `json:"age"`
	EnquiryID        int64         `json:"enquiryId"`
	OrderID          int64         `json:"orderId"`
	ContactPerson    string        `json:"contactPerson"`
	Gender           string        `json:"gender"`
	Phone            string        `json:"phone"`
	AdditionalPhone  string        `json:"additionalPhone"`
	Email            string        `json:"email"`
	MaritalStatus    string        `json:"maritalStatus"`
	PhoneCountryCode string        `json:"phoneCountryCode"`
	IsPrimaryContact bool          `json:"isPrimaryContact"`
	IsActive         bool          `json:"isActive"`
	IsGuest          bool          `json:"isGuest"`
	IsMergeEnable    bool          `json:"isMergeEnable"`
	IsMobileMasked   bool          `json:"isMobileMasked"`
	IsEmailMasked    bool          `json:"isEmailMasked"`
	ShowBirthYear    bool          `json:"showBirthYear"`
	GenerationDate   DateTimeParts `json:"generationDate"`
}

// DateTimeParts is a date-time as a JSON object of six numbers, all 0 where it is not known. Months count from 0.
type DateTimeParts struct {
	Year       int `json:"year"`
	Month      int `json:"month"` // 0 is January
	DayOfMonth int `json:"dayOfMonth"`
	HourOfDay  int `json:"hourOfDay"`
	Minute     int `json:"minute"`
	Second     int `json:"second"`
}

// NewDateTimeParts returns the parts of a time in its own location.
func NewDateTimeParts(t time.Time) DateTimeParts {
	return DateTimeParts{t.Year(), int(t.Month()) - 1, t.Day(), t.Hour(), t.Minute(), t.Second()}
}

// SaveCustomerResponse is an Add Customer response, and our service's Update Customer response.
type SaveCustomerResponse struct {
	Status   string        `json:"status"`
	Message  string        `json:"message"`
	Customer SavedCustomer `json:"customer"`
}

// SavedCustomer is the object customer of a SaveCustomerResponse.
type SavedCustomer struct {
	Result      bool   `json:"result"`
	CustomerID  int64  `json:"customer_id"`
	Action      string `json:"action"`
	ActionEvent string `json:"action_event"` // EventCustomerAdded, EventCustomerUpdated
	ContactID   int64  `json:"contact_id"`
}

// The values of action_event (PROTOCOL.md 1.5). EventCustomerUpdated is specific to our service.
const (
	EventCustomerAdded   = "ADD_CUSTOMER"
	EventCustomerUpdated = "UPDATE_CUSTOMER"
	EventOrderAdded      = "ADD_ORDER"
	EventOrderUpdated    = "ORDER_FIELD_UPDATION"
)

// GetCustomerResponse is a Get Customer response.
type GetCustomerResponse struct {
	Details CustomerRecord `json:"Customer Details"`
	Status  string         `json:"status"`
}

// CustomerNotFoundResponse is a Get Customer response if no record matches: the text is in place of the record, and
// in message as in every error response (PROTOCOL.md 5.2).
type CustomerNotFoundResponse struct {
	Details string `json:"Customer Details"`
	Message string `json:"message"`
	Status  string `json:"status"`
}
