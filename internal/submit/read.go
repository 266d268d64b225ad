package submit

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// Fields of the forms that writing needs. FieldEntries, FieldChanged and FieldCustomerID occur in the values of a
// record only.
const (
	FieldSubStatus    = "sub_status"
	FieldQueue        = "queue"
	FieldDisposition  = "disposition"
	FieldCallback     = "callback_time"
	FieldEntries      = "entries" // the length of the timeline
	FieldCustomerName = "customer_info.customer_name"
	FieldCustomerID   = "customer_info.customer_id" // of an order's customer
	FieldChanged      = "changed"                   // when a customer was last modified
)

var (
	errUnknownKind = errors.New("this kind of form is unknown")
	errMissing     = errors.New("the service does not have this record; nothing was sent")
	errNowhere     = errors.New("the account id or the customer is missing, so the order cannot be searched")
)

// currentRecord is a record as read before a write.
type currentRecord struct {
	values wire.Values         // by field path; nil of a new record
	ticket *desk.TicketDetails // of a change of a ticket
}

// read reads the record that a form changes.
func (s *Sender) read(ctx context.Context, f Form) (currentRecord, error) {
	kind, known := kinds[f.Kind]
	if !known {
		return currentRecord{}, errUnknownKind
	}
	return kind.read(ctx, s, f)
}

func (s *Sender) ticket(ctx context.Context, id desk.ID) (*desk.TicketDetails, error) {
	found, _, err := s.Cache.GetTickets(ctx, []desk.ID{id})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errMissing
	}
	return &found[0], nil
}

// TicketValues returns a ticket's values for a form, with those of the account's own blocks.
func TicketValues(t *desk.TicketDetails, zones desk.TimeZones, blocks schema.Blocks) wire.Values {
	callback := ""
	if !t.Callback.IsZero() {
		callback = wire.FormatCallbackTime(zones.LocalUnix(t.Callback), zones.Account())
	}
	values := wire.Values{
		FieldSubStatus:   t.SubStatus.Key().Raw(),
		FieldQueue:       t.Queue.Key().Raw(),
		FieldDisposition: t.DispositionPath.String(),
		FieldCallback:    callback,
		FieldEntries:     strconv.Itoa(len(t.Timeline)),
	}
	maps.Copy(values, wire.TicketBlocks(blocks, t.Groups))
	return values
}

// CustomerValues returns a customer's values for a form; masked phones and e-mails are left out.
func CustomerValues(c *desk.Customer) wire.Values {
	values := wire.EditableCustomer(c)
	values[FieldChanged] = strconv.FormatInt(int64(c.Modified), 10)
	return values
}

// OrderValues returns an order's values for a form, with the customer's id.
func OrderValues(o *desk.Order) wire.Values {
	values := wire.EditableOrder(o)
	values[FieldCustomerID] = desk.NumericID(o.Customer).Raw()
	return values
}

// conflictsOf returns the paths of the values that changed since a form was opened. A field of an account's own block
// that was configured or removed since has not changed.
func conflictsOf(f Form, current wire.Values) map[string]bool {
	if f.Original == nil || current == nil {
		return nil
	}
	moved := map[string]bool{}
	for _, values := range []wire.Values{f.Original, current} {
		for path := range values {
			was, wasShown := f.Original[path]
			is, isShown := current[path]
			isBlock := f.Kind == wire.UpdateTicket.Name && strings.Contains(path, ".")
			if was != is && path != FieldChanged && path != FieldCustomerID && (wasShown == isShown || !isBlock) {
				moved[path] = true
			}
		}
	}
	return moved
}

// Rebase returns a form's values on top of the current record: a value that the agent left unchanged takes the record's
// current value, so that a forced write does not revert changes by others.
func Rebase(current wire.Values, f Form) wire.Values {
	out := maps.Clone(f.Values)
	for path, value := range out {
		then, opened := f.Original[path]
		if is, known := current[path]; opened && known && strings.TrimSpace(value) == then {
			out[path] = is
		}
	}
	return out
}

// changesOf returns the values that differ from the record. It drops emptied ones, because the service ignores empty
// values (PROTOCOL.md 2).
func changesOf(values, current wire.Values) wire.Values {
	out := wire.Values{}
	for path, value := range values {
		if value = strings.TrimSpace(value); value != "" && value != current[path] {
			out[path] = value
		}
	}
	return out
}
