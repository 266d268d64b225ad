package hosting

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// recordPath is the path of a record's id in a JSON body, separated by dots. An array on the path matches each of its
// elements.
type recordPath struct{ record, path string }

// recordPaths are the paths of the records that a write names in its request and its response. Records that it adds are
// only in the response.
type recordPaths struct{ request, answer []recordPath }

var writtenRecords = map[string]recordPaths{
	wire.AddTicket.Name:      {answer: []recordPath{{"ticket_id", "ticket_id"}, {"ticket_id", "ticket.ticketId"}}},
	wire.UpdateTicket.Name:   {request: []recordPath{{"ticket_id", "ticket_id"}}},
	wire.AddCustomer.Name:    {answer: []recordPath{{"customer_id", "customer.customer_id"}}},
	wire.UpdateCustomer.Name: {request: []recordPath{{"customer_id", "customer_info.customer_id"}}},
	wire.AddOrder.Name: {
		answer:  []recordPath{{"order_id", "Order.order_id"}, {"customer_id", "Order.customer_id"}},
		request: []recordPath{{"customer_id", "customer_info.customer_id"}},
	},
	wire.UpdateOrder.Name: {
		request: []recordPath{{"order_id", "order_info.order_id"}, {"customer_id", "customer_info.customer_id"}},
		answer:  []recordPath{{"customer_id", "Order.customer_id"}},
	},
}

// maxRecords limits the records that are listed for one write.
const maxRecords = 20

// recordsOf lists the ids of the records that a write changed or added, such as ticket_id=7135, without their content.
func recordsOf(call client.CallResult) []string {
	paths := writtenRecords[call.Op.Name]
	found := collect(nil, call.Request, paths.request)
	answered := collect(nil, call.Answer, paths.answer)
	if call.Op.Name == wire.AddOrder.Name { // the added order comes first
		found, answered = answered, found
	}
	for _, record := range answered {
		if !slices.Contains(found, record) {
			found = append(found, record)
		}
	}
	return found[:min(len(found), maxRecords)]
}

// collect appends the records at the given paths of a body.
func collect(into []string, body []byte, paths []recordPath) []string {
	var parsed any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if len(paths) == 0 || d.Decode(&parsed) != nil {
		return into
	}
	for _, p := range paths {
		for _, id := range idsAt(parsed, strings.Split(p.path, ".")) {
			if record := p.record + "=" + id; id != "" && id != "0" && !slices.Contains(into, record) {
				into = append(into, record)
			}
		}
	}
	return into
}

// idsAt returns the strings and numbers at a path. Names of JSON members match in any case.
func idsAt(value any, path []string) (ids []string) {
	switch value := value.(type) {
	case []any:
		for _, element := range value[:min(len(value), maxRecords)] {
			ids = append(ids, idsAt(element, path)...)
		}
	case map[string]any:
		for name, member := range value {
			if len(path) > 0 && strings.EqualFold(name, path[0]) {
				ids = append(ids, idsAt(member, path[1:])...)
			}
		}
		slices.Sort(ids)
	case string:
		if len(path) == 0 {
			ids = append(ids, safetext.LineFromText(value).String())
		}
	case json.Number:
		if len(path) == 0 {
			ids = append(ids, value.String())
		}
	}
	return ids
}
