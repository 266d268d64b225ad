package service

import (
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// orderFilter is what a pull of orders asks for (PROTOCOL.md 4.7): every filter that is given must
// match, and one that no record can answer lets nothing pass. viewId and sortParam are no filters.
func (s *Service) orderFilter(req wire.OrderPull) (store.Filter, error) {
	var f store.Filter
	nothing := func(string) { f.Nothing() }
	for _, c := range []struct {
		value string
		ask   func(string)
	}{
		{req.CustomerIDsRequired, among(&f, store.CustomerID)},
		{req.CustomerIDs, among(&f, store.CustomerID)},
		{req.LeadIDs, among(&f, store.CustomerID)}, // contact records call the owning customer's id leadId
		{req.OrderIDs, among(&f, store.OrderID)},
		{req.EnquiryIDs, among(&f, store.EnquiryID)},
		{req.CreatorIDs, among(&f, store.OrderCreator)},
		{req.CreatorOrAssignedIDs, among(&f, store.OrderCreator, store.OrderAgent)},
		{req.AssignToIDs, among(&f, store.OrderAgent)},
		{req.AssignIDs, among(&f, store.OrderAgent)},
		{req.NotAssignToIDs, notAmong(&f, store.OrderAgent)},
		{req.Name, f.Named},
		{req.Phone, f.Phone},
		{req.Email, f.Email},
		{req.Country, is(&f, store.Country)},
		{req.City, is(&f, store.City)},
		{req.State, is(&f, store.State)},
		{req.ZoneIDs, oneOf(&f, store.Zone)},
		{whole(req.SecondarySourceID), is(&f, store.SecondarySource)},
		{req.Statuses, oneOf(&f, store.DeliveryStatus)},
		{req.SubStatuses, oneOf(&f, store.SubStatusOf)},
		{req.ERPOrderID, is(&f, store.ERPOrderID)},
		{req.ERPInvoiceID, is(&f, store.ERPInvoiceNo)},
		{req.UnitID, is(&f, store.UnitName)},
		{req.BlockID, is(&f, store.BlockName)},
		{req.LeadPriorities, nothing},
		{req.ClientReferenceIDs, nothing},
		{req.ApprovedIDs, nothing},
		{req.ApprovalDesignationIDs, nothing},
		{req.PricingStatus, nothing},
		{req.BookingStatus, nothing},
		{req.BookingSubStatus, nothing},
	} {
		where(c.value, c.ask)
	}
	for i, value := range req.List() {
		where(value, func(value string) { f.OrderAttribute(i+1, value) })
	}
	err := s.orderSpans(&f, req)
	return f, err
}

func (s *Service) orderSpans(f *store.Filter, req wire.OrderPull) error {
	const untold store.Column = ""
	for _, d := range []struct {
		column      store.Column
		from, start string
		to, end     string
	}{
		{store.OrderAdded, "generationStartDate", req.GenerationStartDate, "generationEndDate", req.GenerationEndDate},
		{store.OrderCreated, "createStartDate", req.CreateStartDate, "createEndDate", req.CreateEndDate},
		{store.NextFollowUp, "nextFollowupStartDate", req.NextFollowupStartDate, "nextFollowupEndDate", req.NextFollowupEndDate},
		{untold, "lastFollowupStartDate", req.LastFollowupStartDate, "lastFollowupEndDate", req.LastFollowupEndDate},
		{untold, "expectedClosureStartDate", req.ExpectedClosureStartDate, "expectedClosureEndDate", req.ExpectedClosureEndDate},
		{untold, "bookingStartDate", req.BookingStartDate, "bookingEndDate", req.BookingEndDate},
		{untold, "agreementStartDate", req.AgreementStartDate, "agreementEndDate", req.AgreementEndDate},
	} {
		if err := span(f, s.Zone, d.column, d.from, d.start, d.to, d.end); err != nil {
			return err
		}
	}
	return nil
}
