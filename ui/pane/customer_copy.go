package pane

import (
	"slices"
	"strconv"

	"frontdesk/internal/desk"
)

// CopyTargets is what can be copied of the customer, each with what it is: phone numbers and addresses that are not masked,
// and the customer's number.
func (p *Customer) CopyTargets() [][2]string {
	var all [][2]string
	if p.record.Has {
		for i := range p.record.Value.Contacts {
			all = appendReaches(all, &p.record.Value.Contacts[i])
		}
	}
	if p.id != 0 {
		all = append(all, [2]string{"Customer number", strconv.FormatInt(p.id, 10)})
	}
	return all
}

func appendReaches(all [][2]string, c *desk.Contact) [][2]string {
	for _, r := range contactMethods(c) {
		isThere := slices.ContainsFunc(all, func(other [2]string) bool { return other[1] == r.value })
		if !isThere && !desk.IsMasked(r.value) {
			all = append(all, [2]string{joined(r.label, c.Name.String()), r.value})
		}
	}
	return all
}
