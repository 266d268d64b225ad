package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

// wholeCustomer is a customer record with every member of the interface, each with a value of its own.
const wholeCustomer = `{"status":"success","Customer Details":{
"id":61001,"cmId":1,"isOrganization":true,"isChannelPartner":true,"name":"Priya Natarajan","website":"priya.example.com",
"address":"4 Temple Road","state":"Tamil Nadu","city":"Chennai","country":"India","latitude":"13.0827","longitude":"80.2707",
"currentStatus":"Active","companyStatus":"Trading","generationDate":"Oct 12, 2026 10:15:00 AM",
"lastModificationTime":{"year":2026,"month":10,"dayOfMonth":2,"hourOfDay":9,"minute":5,"second":0},
"creatorId":70001,"channelPartnerId":70002,"ratePlanId":70003,"campaignId":70004,"campaignItemId":70005,"campaignActivityId":70006,
"customerLevel":70007,"zone":70008,"companyParentId":70009,"assignedToId":70010,"maxCreditPeriod":70011,"historyEmpId":70012,
"channelPartnerEmpId":70013,"syncedStepNumber":70014,"salesAdminZone":70015,"referralId":70016,"totalNoOfEnquiries":70017,
"maxCreditAmt":1500.5,"outStandingAmount":12.25,"remarks":"Rings twice","customerCode":"C-1234","pinCode":"600004",
"classification":"Gold","customerType":"Retail","crossRemarks":"Moved in May","imageReferenceId":"IMG-9","syncdLocationId":"LOC-9",
"feedbackOnCustomer":"Friendly","deleted":true,"isExistingCustomer":true,"isExistingContact":true,"syncStatus":true,"isApi":true,
"contacts":[{"id":80001,"cmId":1,"leadId":61001,"parentContactId":80002,"subOfficeId":80003,"creatorId":80004,"age":47,
"enquiryId":80005,"orderId":80006,"contactPerson":"Ravi Natarajan","gender":"Male","phone":"9876543210","additionalPhone":"9876500000",
"email":"ravi@example.com","maritalStatus":"Married","phoneCountryCode":"91","isPrimaryContact":true,"isActive":false,"isGuest":true,
"isMergeEnable":true,"isMobileMasked":true,"isEmailMasked":true,"showBirthYear":true,
"generationDate":{"year":2026,"month":9,"dayOfMonth":13,"hourOfDay":8,"minute":30,"second":0}}]}}`

// The number of the account is left out of a contact: it is the customer's.
func TestCustomer_EveryMemberOfTheRecordIsOnTheScreen(t *testing.T) {
	for name, window := range map[string][2]int{"narrow": {80, 120}, "wide": {200, 90}} {
		t.Run(name, func(t *testing.T) {
			o := uitest.Options{Width: window[0], Height: window[1], Desk: newCustomerDesk()}
			uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
				s.Net.Answer(getCustomer, wholeCustomer)
				if s.Press("C"); window[0] >= 100 {
					s.Press(":zoom")
				}
				s.Press("r") // there is room for all of it
				s.RequireText(
					"Priya Natarajan", "customer since Oct 2026", "C-1234", "Retail", "Gold", "Active", "Chennai, India", "4 Temple Road",
					"600004", "Tamil Nadu", "Rings twice", "! Deleted",
					"Ravi Natarajan", "not active", "+91 9876543210", "9876500000", "ravi@example.com",
					"Company", "Partner", "Trading", "priya.example.com", "Existing customer", "70008", "70015", "13.0827", "80.2707",
					"Moved in May", "Friendly", "1500.5", "70011", "12.25", "70003", "70004", "70005", "70006", "70016", "70017",
					"70007", "70010", "70001", "70009", "70002", "70013", "70012", "12 Oct", "2 Nov", "61001",
					"70014", "IMG-9", "LOC-9", "Existing contact", "Synced", "Made by API",
					"80001", "80002", "80003", "80004", "Age", "47", "80005", "80006", "Male", "Married", "Guest", "May be merged",
					"Birth year shown", "Phone masked", "E-mail masked", "Tue 13 Oct",
				)
				s.RequireNoText("2026-10-13")
			})
		})
	}
}

func TestCustomer_OrdersAreUnfoldedWhereThereIsRoom(t *testing.T) {
	one := `{"order_id":900,"erp_order_id":"ERP-1","delivery_status":"Packed","payment_mode":"Card","remarks":"Ring the lower bell"}`
	two := `{"order_id":901,"erp_order_id":"ERP-2","delivery_status":"Packed","payment_mode":"Cash","remarks":"Leave it at the door"}`
	for name, c := range map[string]struct {
		width, height int
		shows, hides  []string
	}{
		"tall":           {200, 50, []string{"Ring the lower bell", "Leave it at the door"}, nil},
		"one column":     {120, 36, []string{"Ring the lower bell", "Leave it at the door"}, nil},
		"room for one":   {120, 24, []string{"Ring the lower bell"}, []string{"Leave it at the door"}},
		"narrow windows": {80, 50, nil, []string{"Ring the lower bell", "Leave it at the door"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := uitest.Options{Width: c.width, Height: c.height, Desk: newCustomerDesk()}
			uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
				s.Net.Answer(pullOrder, `{"status":"success","totalCount":2,"message":[`+one+`,`+two+`]}`)
				s.Press("C", "C", "r")
				s.RequireText("ERP-1", "ERP-2")
				s.RequireText(c.shows...)
				s.RequireNoText(c.hides...)
			})
		})
	}
}

func TestCustomer_WholeRecordIsUnfoldedWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 160, Height: 60, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "tab")
		s.RequireText("▾ Whole record", "1500", "61001")
		s.Press("down", "down", "down", "down", "down", "enter")
		s.RequireText("▸ Whole record")
		s.RequireNoText("1500", "61001")
		s.Press("enter")
		s.RequireText("▾ Whole record", "── Credit", "1500")
	})
}
