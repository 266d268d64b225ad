package form

import (
	"cmp"
	"testing"

	"frontdesk/internal/schema"
	"frontdesk/internal/termwidth"
)

// TestLabels_FitIntoTheirColumn: a label that is cut off names nothing.
func TestLabels_FitIntoTheirColumn(t *testing.T) {
	for _, r := range []*schema.Request{
		schema.AddCustomerFields, schema.AddOrderFields, schema.AddTicketFields, schema.UpdateTicketFields,
	} {
		for _, s := range r.Sections {
			for _, f := range s.Fields {
				label := cmp.Or(f.Short, f.Label)
				if f.Required {
					label += "*"
				}
				if room := labelColumn - 3; termwidth.Width(label) > room && !f.Names {
					t.Errorf("%s of %s has the label %q: %d columns are too few", f.Key, r.Operation, label, room)
				}
			}
		}
	}
}
