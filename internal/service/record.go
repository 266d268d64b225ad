package service

import (
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// date writes a moment in the service's zone; none as an empty text.
func (s *Service) date(at int64, layout string) string {
	if at == 0 {
		return ""
	}
	return time.Unix(at, 0).In(s.Zone).Format(layout)
}

func (s *Service) ticketRecord(t store.Ticket, v *vocabulary) wire.TicketRecord {
	t = s.measured(t, v)
	sub := v.subStatuses[t.SubStatus]
	return wire.TicketRecord{
		ID: t.TaskID, TicketID: t.TicketID, FolderID: t.FolderID, Priority: t.PriorityLevel, CreatorID: t.CreatorID,
		ContactID: t.ContactID, ProductID: t.ProductID, AssignedToID: t.AssignedID, CustomerFeedback: int64(t.Rating),
		LastConversationID: t.LastTalkID, TotalConversationCount: t.Talks, LastConversationTime: t.LastTalk * 1000,
		Type: t.Type, TypeName: t.TypeName, Status: sub.Status, StatusName: sub.StatusName, SubStatus: t.SubStatus, SubStatusName: sub.Name,
		Email: t.Email, Phone: t.Phone, OrderID: t.OrderID, QueueKey: t.QueueKey, QueueName: v.queues[t.QueueKey], Detail: t.Detail,
		ERPOrderID: t.ERPOrderID, TicketEmail: t.TicketEmail, MergeTicketID: t.MergedInto, SKUCode: t.SKUCode, ProductName: t.ProductName,
		CreatorName: t.CreatorName, AssignedToName: t.AssignedName, AssignedToEmail: t.AssignedEmail, FolderColor: t.FolderColor,
		IsUnread: t.Unread, IsOutOfSLA: t.OutOfSLA, IsCallBack: t.Callback, IsEscalated: t.Escalated,
		Date: s.date(t.Created, wire.TicketTimeLayout), TaskEndDate: s.date(t.Due, wire.TicketTimeLayout),
		LastFollowUp: s.date(t.LastFollowUp, wire.TicketTimeLayout), NextFollowUp: s.date(t.NextFollowUp, wire.TicketTimeLayout),
		TaskTitle: t.Title, TicketURL: t.URL, Folders: []string{},
	}
}

func (s *Service) detailRecord(t store.Ticket, v *vocabulary) wire.DetailRecord {
	t = s.measured(t, v)
	sub := v.subStatuses[t.SubStatus]
	record := wire.DetailRecord{
		TicketID: t.TicketID, TaskID: t.TaskID, Title: t.Title, Detail: t.Detail,
		Date: s.date(t.Created, wire.DetailTimeLayout), NextFollowUp: s.date(t.NextFollowUp, wire.DetailTimeLayout),
		LastFollowUp: s.date(t.LastFollowUp, wire.DetailTimeLayout), LastConvesation: s.date(t.LastTalk, wire.DetailTimeLayout),
		TaskEndDate: s.date(t.Due, wire.DetailTimeLayout), TAT: t.TAT, SLA: t.SLA, SLAStatus: t.SLAStatus,
		Status: sub.StatusName, SubStatus: sub.Name, SubStatusKey: t.SubStatus, Priority: t.Priority,
		QueueKey: t.QueueKey, QueueName: v.queues[t.QueueKey], Disposition: t.Disposition, CallBack: yes(t.Callback),
		CreatorName: t.CreatorName, AssignedToName: t.AssignedName, AssigneeCode: t.AssigneeCode, Email: t.Email, Phone: t.Phone,
		TicketEmail: t.TicketEmail, OrderID: t.OrderID, PrimarySource: t.PrimarySource, LastSource: t.LastSource,
		MergedTicketID: t.MergedInto, CustomerFeedback: t.Feedback, URL: t.URL, FTR: t.FTR, FolderID: t.FolderID,
		ContactID: t.ContactID, ProductID: t.ProductID, CreatorID: t.CreatorID, CustomerID: t.CustomerID, AssignedID: t.AssignedID,
		TicketCloseEmpID: t.ClosedByID, CustomerRating: t.Rating, LastConversationID: t.LastTalkID, TotalConversations: t.Talks,
		Attachments: []wire.Attachment{},
	}
	for _, a := range t.Attachments {
		record.Attachments = append(record.Attachments, wire.Attachment(a))
	}
	return record
}

func (s *Service) pulledRecord(t store.Ticket, v *vocabulary) wire.PullTicketRecord {
	return wire.PullTicketRecord{DetailRecord: s.detailRecord(t, v), TaskTitle: t.Title, AdditionalInfo: objectOrEmpty(t.Additional)}
}

func (s *Service) history(notes []store.Note, v *vocabulary) wire.History {
	var h wire.History
	for _, n := range notes {
		h.Notes = append(h.Notes, wire.NoteRecord{
			Date: s.date(n.At, wire.DetailTimeLayout), CreatorName: n.CreatorName, Detail: n.Detail,
			SubStatus: v.subStatuses[n.SubStatus].Name, SubStatusKey: n.SubStatus, QueueKey: n.QueueKey,
			Disposition: n.Disposition, CallbackTime: s.date(n.Callback, wire.TicketTimeLayout),
		})
	}
	return h
}
