package service

import (
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// orderFilter is what a pull of orders asks for (PROTOCOL.md 4.7): every filter that is given must
// match, and one that no record can answer lets nothing pass. viewId and sortParam are no filters.
func (s *Service) orderFilter(req wire.PullOrderRequest) (store.Filter, error) {
	var f store.Filter
	nothing := func(string) { f.MatchNone() }
	for _, c := range []struct {
		value string
		ask   func(string)
	}{
		{req.CustomerIDsRequired, idIn(&f, store.CustomerID)},
		{req.CustomerIDs, idIn(&f, store.CustomerID)},
		{req.LeadIDs, idIn(&f, store.CustomerID)}, // contact records call the owning customer's id leadId
		{req.OrderIDs, idIn(&f, store.OrderID)},
		{req.EnquiryIDs, idIn(&f, store.EnquiryID)},
		{req.CreatorIDs, idIn(&f, store.OrderCreator)},
		{req.CreatorOrAssignedIDs, idIn(&f, store.OrderCreator, store.OrderAssignee)},
		{req.AssignToIDs, idIn(&f, store.OrderAssignee)},
		{req.AssignIDs, idIn(&f, store.OrderAssignee)},
		{req.NotAssignToIDs, idNotIn(&f, store.OrderAssignee)},
		{req.Name, f.NameContains},
		{req.Phone, f.ReachableByPhone},
		{req.Email, f.ReachableByEmail},
		{req.Country, equals(&f, store.Country)},
		{req.City, equals(&f, store.City)},
		{req.State, equals(&f, store.State)},
		{req.ZoneIDs, in(&f, store.Zone)},
		{formatID(req.SecondarySourceID), equals(&f, store.SecondarySource)},
		{req.Statuses, in(&f, store.DeliveryStatus)},
		{req.SubStatuses, in(&f, store.EnquirySubStatus)},
		{req.ERPOrderID, equals(&f, store.ERPOrderID)},
		{req.ERPInvoiceID, equals(&f, store.ERPInvoiceNo)},
		{req.UnitID, equals(&f, store.UnitName)},
		{req.BlockID, equals(&f, store.BlockName)},
		{req.LeadPriorities, nothing},
		{req.ClientReferenceIDs, nothing},
		{req.ApprovedIDs, nothing},
		{req.ApprovalDesignationIDs, nothing},
		{req.PricingStatus, nothing},
		{req.BookingStatus, nothing},
		{req.BookingSubStatus, nothing},
	} {
		ifSet(c.value, c.ask)
	}
	for i, value := range req.Values() {
		ifSet(value, func(value string) { f.OrderAttribute(i+1, value) })
	}
	err := s.orderSpans(&f, req)
	return f, err
}

func (s *Service) orderSpans(f *store.Filter, req wire.PullOrderRequest) error {
	const untold store.Column = ""
	for _, d := range []struct {
		column      store.Column
		from, start string
		to, end     string
	}{
		{store.OrderReceived, "generationStartDate", req.GenerationStartDate, "generationEndDate", req.GenerationEndDate},
		{store.OrderCreated, "createStartDate", req.CreateStartDate, "createEndDate", req.CreateEndDate},
		{store.NextFollowUp, "nextFollowupStartDate", req.NextFollowupStartDate, "nextFollowupEndDate", req.NextFollowupEndDate},
		{untold, "lastFollowupStartDate", req.LastFollowupStartDate, "lastFollowupEndDate", req.LastFollowupEndDate},
		{untold, "expectedClosureStartDate", req.ExpectedClosureStartDate, "expectedClosureEndDate", req.ExpectedClosureEndDate},
		{untold, "bookingStartDate", req.BookingStartDate, "bookingEndDate", req.BookingEndDate},
		{untold, "agreementStartDate", req.AgreementStartDate, "agreementEndDate", req.AgreementEndDate},
	} {
		if err := datesBetween(f, s.Zone, d.column, d.from, d.start, d.to, d.end); err != nil {
			return err
		}
	}
	return nil
}
