package schema

// CustomerFilters are the filters of Pull Customer (PROTOCOL.md 4.4).
var CustomerFilters = Section{Fields: []Field{
	{Key: "name", Usage: "of this name"},
	{Key: "phone", Usage: "with this phone number"},
	{Key: "email", Usage: "with this e-mail `address`"},
	{Key: "customerCode", Flag: "code", Usage: "with this customer `code`"},
	{Key: "customer_id", Flag: "id", Usage: "with this `id`"},
	{Key: "zoneIdStr", Flag: "zone", Usage: "of these zones" + listed},
	{Key: "zone_id", Usage: "of this zone"},
	{Key: "assignedToIdStr", Flag: "assigned-to", Usage: "assigned to these employees" + listed},
	{Key: "designationType", Flag: "designation", Usage: "of this designation `type`"},
	{Key: "isOrganisation", Flag: "organisation", Usage: "organisations alone"},
	{Key: "isIndividual", Flag: "individual", Usage: "persons alone"},
	{Key: "isChannelPartner", Flag: "channel-partner", Usage: "channel partners alone"},
	{Key: "primarySourceId", Flag: "source", Usage: "from this primary source"},
	{Key: "secondarySourceId", Flag: "secondary-source", Usage: "from this secondary source"},
	{Key: "tertiarySourceId", Flag: "tertiary-source", Usage: "from this tertiary source"},
	{Kind: Attributes, Flag: "attr", Usage: attributes},
	{Key: "isAllCustomerPage", Flag: "all-customers", Usage: "search as the page of all customers does"},
	{Key: "limit", Kind: Limit, Usage: "print at most so many customers of each day, 1 to 10000"},
	{Key: "offset", Kind: Offset, Usage: "leave out so many customers of each day"},
}}

// Ends of the help of filters.
const (
	listed     = ", `ids` joined by commas"
	attributes = "with this attribute, N from 1 to 15; may be given several times"
)

// OrderFilters are the filters of Pull Order (PROTOCOL.md 4.7). The interface requires at least one of those up to the
// attributes.
var OrderFilters = Section{Fields: []Field{
	{Key: "customerIds", Flag: "customer", Usage: "of these customers" + listed},
	{Key: "name", Usage: "of customers of this name"},
	{Key: "enquiryIds", Flag: "enquiry", Usage: "of these enquiries" + listed},
	{Key: "generationStartDate", Kind: Day, Flag: "from", Usage: "added from this `day` on"},
	{Key: "generationEndDate", Kind: Day, Flag: "to", Usage: "added up to this `day`"},
	{Key: "nextFollowupStartDate", Kind: Day, Flag: "follow-up-from", Usage: "with a next follow-up from this `day` on"},
	{Key: "nextFollowupEndDate", Kind: Day, Flag: "follow-up-to", Usage: "with a next follow-up up to this `day`"},
	{
		Key: "lastFollowupStartDate", Kind: Day,
		Flag: "last-follow-up-from", Usage: "with a last follow-up from this `day` on",
	},
	{Key: "lastFollowupEndDate", Kind: Day, Flag: "last-follow-up-to", Usage: "with a last follow-up up to this `day`"},
	{Key: "expectedClosureStartDate", Kind: Day, Flag: "closure-from", Usage: "expected to close from this `day` on"},
	{Key: "expectedClosureEndDate", Kind: Day, Flag: "closure-to", Usage: "expected to close up to this `day`"},
	{Key: "statusStr", Flag: "status", Usage: "with one of these statuses, joined by commas"},
	{Key: "subStatusStr", Flag: "sub-status", Usage: "with one of these sub-statuses, joined by commas"},
	{Key: "creatorOrAssignedIdStr", Flag: "creator-or-assigned", Usage: "made by or assigned to these employees" + listed},
	{Key: "assignToIdsStr", Flag: "assigned-to", Usage: "assigned to these employees" + listed},
	{Key: "creatorIdStr", Flag: "creator", Usage: "made by these employees" + listed},
	{Key: "notAssignToIdsStr", Flag: "not-assigned-to", Usage: "assigned to others than these employees" + listed},
	{Key: "country", Usage: "of customers in this country"},
	{Key: "city", Usage: "of customers in this town"},
	{Key: "state", Usage: "of customers in this state"},
	{Key: "leadPriorityStr", Flag: "priority", Usage: "with one of these priorities, joined by commas"},
	{Key: "secondarySourceId", Flag: "secondary-source", Usage: "of customers from this secondary source"},
	{Key: "clientReferenceIds", Flag: "client-reference", Usage: "with these client references" + listed},
	{Key: "approvedIds", Flag: "approved", Usage: "with these approvals" + listed},
	{Key: "pricingStatus", Flag: "pricing-status", Usage: "with this pricing status"},
	{Kind: Attributes, Flag: "attr", Usage: attributes},
	{Key: "phone", Usage: "and of customers with this phone number"},
	{Key: "email", Usage: "and of customers with this e-mail `address`"},
	{Key: "leadIdStr", Flag: "lead", Usage: "and of these leads" + listed},
	{Key: "viewId", Flag: "view", Usage: "as this view has it, by its `id`"},
	{Key: "orderIds", Flag: "order", Usage: "and these orders alone" + listed},
	{Key: "erpOrderId", Flag: "erp-order", Usage: "and with this `id` in your own books"},
	{Key: "createStartDate", Kind: Day, Flag: "created-from", Usage: "and ordered from this `day` on"},
	{Key: "createEndDate", Kind: Day, Flag: "created-to", Usage: "and ordered up to this `day`"},
	{Key: "bookingStatus", Flag: "booking-status", Usage: "and with this booking status"},
	{Key: "bookingSubStatus", Flag: "booking-sub-status", Usage: "and with this booking sub-status"},
	{Key: "bookingStartDate", Kind: Day, Flag: "booking-from", Usage: "and booked from this `day` on"},
	{Key: "bookingEndDate", Kind: Day, Flag: "booking-to", Usage: "and booked up to this `day`"},
	{Key: "assignIdStr", Flag: "assigned", Usage: "and assigned to these, by the booking" + listed},
	{Key: "zoneIdStr", Flag: "zone", Usage: "and of these zones" + listed},
	{Key: "blockId", Flag: "block", Usage: "and of this block"},
	{Key: "unitId", Flag: "unit", Usage: "and of this unit"},
	{Key: "approvalDesignationIds", Flag: "approval-designation", Usage: "and approved by these designations" + listed},
	{Key: "agreementStartDate", Kind: Day, Flag: "agreement-from", Usage: "and with an agreement from this `day` on"},
	{Key: "agreementEndDate", Kind: Day, Flag: "agreement-to", Usage: "and with an agreement up to this `day`"},
	{Key: "erpInvoiceId", Flag: "erp-invoice", Usage: "and with this invoice in your own books"},
	{Key: "sortParam", Flag: "sort", Usage: "sort by this, as the service understands it"},
	{Key: "limit", Kind: Limit, Usage: "print at most so many orders, 1 to 10000"},
	{Key: "offset", Kind: Offset, Usage: "leave out so many orders"},
}}
