package wire_test

import (
	"fmt"
	"iter"
	"strings"
)

// The tables of PROTOCOL.md, member by member, so that every row of them is held to.

// section is one table: its members by type, a type a line.
type section struct{ name, members string }

var (
	customerRecord = section{"3.1 Customer record", `
		number: id cmId creatorId channelPartnerId ratePlanId campaignId campaignItemId campaignActivityId customerLevel zone
		number: companyParentId assignedToId maxCreditPeriod historyEmpId channelPartnerEmpId syncedStepNumber salesAdminZone
		number: referralId totalNoOfEnquiries
		decimal: maxCreditAmt outStandingAmount
		boolean: isOrganization isChannelPartner deleted isExistingCustomer isExistingContact syncStatus isApi
		string: name website address state city country latitude longitude currentStatus companyStatus remarks customerCode pinCode
		string: classification customerType crossRemarks imageReferenceId syncdLocationId feedbackOnCustomer
		text date: generationDate
		date: lastModificationTime
		array: contacts`}
	contactRecord = section{"3.2 Contact record", `
		number: id cmId leadId parentContactId subOfficeId creatorId age enquiryId orderId
		string: contactPerson gender phone additionalPhone email maritalStatus phoneCountryCode
		boolean: isPrimaryContact isActive isGuest isMergeEnable isMobileMasked isEmailMasked showBirthYear
		date: generationDate`}
	customerInfo = section{"2.1 customer_info", `
		string: customer_name phone email_id locality city state country address pincode type classification customer_code customer_id
		string: customer_assign_emp_name customer_assign_emp_code customer_assign_emp_email zone customer_remarks remarks
		string: primary_source secondary_source tertiary_source
		boolean: individual organization channel_partner update
		object: additional_fields associate_fields`}
	contactInfo = section{"2.2 contact_info", `
		string: contact_id title first_name last_name contact_person_name country_code contact_person_phone contact_person_email
		string: additional_contact_phone dob gender
		boolean: update matchEmailPhone`}
	enquiryInfo = section{"2.3 enquiry_info", `
		string: enquiry_id assign_emp_name assign_emp_code assign_emp_email round_robin_key next_follow_up_date action subStatus remarks
		object: additional_fields associate_fields
		boolean: update`}
	orderInfo = section{"2.4 order_info", `
		string: order_id assign_emp_name assign_emp_code assign_emp_email delivery_status erp_order_id erp_invoice_no create_date remarks
		string: invoice_no invoice_date unit_name block_name ticket_id encryptOrder payment_mode dealDetails
		object: associate_fields
		boolean: update`}
	getCustomer = section{"4.3 Get Customer", `
		number or text: service_customer_id
		string: email_id phone`}
	pullCustomer = section{"4.4 Pull Customer", `
		number: cm_id
		string: createStartDate createEndDate name phone email designationType customer_id customerCode zoneIdStr assignedToIdStr
		string: attr1 attr2 attr3 attr4 attr5 attr6 attr7 attr8 attr9 attr10 attr11 attr12 attr13 attr14 attr15
		boolean: isAllCustomerPage isOrganisation
		boolean or text: isIndividual isChannelPartner
		number or text: zone_id assignedToId primarySourceId secondarySourceId tertiarySourceId limit offset`}
	pullOrderFilters = section{"4.7 Pull Order, the list of filters", `
		string: customer_Ids name enquiryIds generationStartDate generationEndDate nextFollowupStartDate nextFollowupEndDate
		string: lastFollowupStartDate lastFollowupEndDate expectedClosureStartDate expectedClosureEndDate customerIds statusStr
		string: subStatusStr creatorOrAssignedIdStr assignToIdsStr creatorIdStr notAssignToIdsStr country city state leadPriorityStr
		string: clientReferenceIds approvedIds pricingStatus
		string: attr1 attr2 attr3 attr4 attr5 attr6 attr7 attr8 attr9 attr10 attr11 attr12 attr13 attr14 attr15
		number or text: secondarySourceId`}
	pullOrderOthers = section{"4.7 Pull Order, other keys", `
		string: phone email leadIdStr viewId orderIds erpOrderId createStartDate createEndDate bookingStatus bookingSubStatus
		string: bookingStartDate bookingEndDate assignIdStr zoneIdStr blockId unitId approvalDesignationIds agreementStartDate
		string: agreementEndDate erpInvoiceId sortParam limit offset`}
	pullOrder = section{"4.7 Pull Order", "number: cmId\n" + pullOrderFilters.members + "\n" + pullOrderOthers.members}

	ticketRecord = section{"3.3 Ticket record", `
		number: id folderId priority creatorId enquiryId contactId productId referenceId assignedToId pendingTaskId agencyBriefId
		number: customerFeedback lastConversationId totalConversationCount lastConversationTime
		string: type status substatus lastConversationType statusName substatusName typeName lastConversationTypeName
		string: email phone orderId queueKey detail erpOrderId ticketEmail twitterUserId facebookUserId associativefile
		string: playStoreReviewId mergeTicketId skuCode productName queueName creatorName assignedToName assignedToEmail folderColor
		string: encryptedPhone encryptedEmail ticketId date taskEnddate lastFollowUp nextFollowUp taskTitle ticketURL ticketCreatorURL
		boolean: isUnread isOutOfSLA isCallBack isEscalated
		array: folders`}
	detailRecord = section{"3.4 Ticket detail record", `
		string: date nextFollowUp lastFollowUp lastConvesationTime tat sla status lastSource title orderId primarySource ticketEmail
		string: ticketId detail mergedTicketId creatorName priority attachment assignedToName callBack queueKey queueName slaStatus
		string: disposition taskEnddate customer_feedback url substatus substatusKey assigneeCode ftr email phone
		number: taskId folderId contactId productId creatorId customerId assignedId pendingTaskId ticketCloseEmpId customer_rating
		number: lastConversationId total_conversations
		array: attachments`}
	pulledRecord  = section{"3.4 Pull Ticket's additions", detailRecord.members + "\nnumber: referenceId\nstring: taskTitle\nobject: additional_info"}
	articleRecord = section{"3.5 Article", `
		number: id categoryId
		string: title detail type categoryName parentCategoryName enabled createDate`}
	categoryRecord = section{"3.6 Category", "number: id\nstring: name detail parentCategoryName categoryPath"}
	addTicket      = section{"4.8 Add Ticket", "string: title ticket_details due_date email_id"}
	updateTicket   = section{"4.9 Update Ticket", "string: ticket_id sub_status queue comment callback_time disposition"}
	getTicket      = section{"4.10 Get Ticket", `
		string: ticket_ids conversation_type history_type assigned disposed response landing_queue create resolved include_emailbody`}
	pullTicket = section{"4.11 Pull Ticket", "string: start_date end_date\nnumber: limit"}
	searchFAQ  = section{"4.12 Search FAQ Content", "string: search_key"}

	addedCustomer = section{"4.1 Add Customer, customer", "boolean: result\nnumber: customer_id contact_id\nstring: action action_event"}
	addedOrder    = section{"4.5 Add Order, Order", "boolean: result\nnumber: order_id customer_id enquiry_id contact_id\nstring: action action_event"}
	updatedOrder  = section{"4.6 Update Order, Order", "boolean: result\nnumber: customer_id enquiry_id contact_id\nstring: action action_event"}
	orderRecord   = section{"3.7 Order record", orderInfo.members + "\nnumber: customer_id enquiry_id contact_id\nstring: customer_name"}
)

// all goes over a table's members and their types.
func (s section) all() iter.Seq2[string, string] {
	return func(yield func(name, kind string) bool) {
		for line := range strings.Lines(s.members) {
			kind, names, _ := strings.Cut(strings.TrimSpace(line), ":")
			for name := range strings.FieldsSeq(names) {
				if !yield(name, kind) {
					return
				}
			}
		}
	}
}

// numbered goes over a table's members with a value for each that no other member has.
func (s section) numbered() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		n := 1000
		for name, kind := range s.all() {
			if n++; !yield(name, valueOf(kind, n)) {
				return
			}
		}
	}
}

// valueOf returns JSON of a type.
func valueOf(kind string, n int) string {
	switch kind {
	case "number", "number or text":
		return fmt.Sprint(n)
	case "decimal":
		return fmt.Sprintf("%d.25", n)
	case "boolean", "boolean or text":
		return "true"
	case "object":
		return fmt.Sprintf(`{"own":"s%d"}`, n)
	case "array":
		return `[]`
	case "text date":
		return fmt.Sprintf(`"Nov 20, %d 2:05:09 PM"`, n)
	case "date":
		return fmt.Sprintf(`{"year":%d,"month":10,"dayOfMonth":20,"hourOfDay":14,"minute":5,"second":9}`, n)
	default:
		return fmt.Sprintf(`"s%d"`, n)
	}
}

// object writes members as one JSON object.
func object(members iter.Seq2[string, string]) string {
	var all []string
	for name, value := range members {
		all = append(all, fmt.Sprintf("%q:%s", name, value))
	}
	return "{" + strings.Join(all, ",") + "}"
}
