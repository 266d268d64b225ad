package pane

import (
	"slices"

	"frontdesk/internal/desk"
)

// customerGroup is what belongs together in a customer's record, by the labels that package wire gives its members.
type customerGroup struct {
	title  string
	labels []string
}

// headLabels stand in the first lines already.
var headLabels = []string{"Name", "Customer", "Code", "Type", "Classification", "Status"}

// customerGroups are the groups below contacts, tickets and orders; whatever belongs to none stands under More.
var customerGroups = []customerGroup{
	{"Who", []string{"Organisation", "Channel partner", "Company status", "Level", "Website", "Existing customer"}},
	{"Where", []string{"Address", "PIN code", "City", "State", "Country", "Zone", "Sales zone", "Latitude", "Longitude"}},
	{"Notes", []string{"Remarks", "Cross remarks", "Feedback"}},
	{"Credit", []string{"Credit limit", "Credit period", "Outstanding", "Rate plan"}},
	{"Sources", []string{
		"Primary source", "Secondary source", "Tertiary source", "Campaign", "Campaign item", "Campaign activity", "Referral", "Enquiries",
	}},
	{"Account", []string{
		"Account", "Assigned to", "Creator", "Parent company", "Channel partner id", "Channel partner's employee", "Employee in history",
	}},
	{"Dates", []string{"Created", "Changed"}},
}

const moreTitle = "More"

// grouped sorts a record's fields into the groups, in the order of the groups' labels; empty groups are left out.
func grouped(fields []desk.Field) []titledPairs {
	taken := slices.Clone(headLabels)
	var all []titledPairs
	for _, g := range customerGroups {
		taken = append(taken, g.labels...)
		var pairs []pair
		for _, label := range g.labels {
			if i := slices.IndexFunc(fields, func(f desk.Field) bool { return f.Label.String() == label }); i >= 0 {
				pairs = append(pairs, pair{label, fields[i].Value.String()})
			}
		}
		if len(pairs) > 0 {
			all = append(all, titledPairs{g.title, pairs})
		}
	}
	var more []pair
	for _, f := range fields {
		if label := f.Label.String(); !slices.Contains(taken, label) {
			more = append(more, pair{label, f.Value.String()})
		}
	}
	if len(more) > 0 {
		all = append(all, titledPairs{moreTitle, more})
	}
	return all
}

// titledPairs is labelled values under a title.
type titledPairs struct {
	title string
	pairs []pair
}
