package pane

import (
	"slices"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func TestCustomerPane_GroupsStayWhenALabelIsReworded(t *testing.T) {
	field := func(member, label string) desk.LabeledValue {
		return desk.LabeledValue{Member: member, Label: safetext.LineFromText(label), Value: safetext.BlockFromText("something")}
	}
	s := &customerRenderer{Customer: &Customer{}}
	s.record.Value.Customer = &desk.Customer{Fields: []desk.LabeledValue{
		field("website", "Web address"), field("crossRemarks", "Said elsewhere"), field("primary_source", "First source"),
		field("customerCode", "Their code"), field("", "Website"), field("favouriteColour", "Favourite colour"),
	}}
	var got []string
	for _, g := range s.grouped() {
		for _, p := range g.pairs {
			got = append(got, g.title+": "+p.label)
		}
	}
	want := []string{"Who: Web address", "Notes: Said elsewhere", "Sources: First source", "More: Website", "More: Favourite colour"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
