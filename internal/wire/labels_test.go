package wire

import "testing"

// A field has one label, in forms and in records: that of the form. A second one in the records' table would be a second
// name for it.
func TestRecords_FieldsOfFormsHaveTheLabelOfTheForm(t *testing.T) {
	for record, sections := range requestSections {
		labels := formLabels(record)
		for _, s := range sections {
			for _, f := range s.Fields {
				if f.Record != "" && labels[f.Record] != f.Label {
					t.Errorf("forms call %s of a %s %q and %q", f.Record, record, f.Label, labels[f.Record])
				}
			}
		}
		for _, row := range fieldRows {
			if name := row.Cells[0]; row.Section == record && labels[name] != "" && row.Cells[1] != "" {
				t.Errorf("fields.txt calls %s of a %s %q; forms call it %q: leave the label out", name, record, row.Cells[1], labels[name])
			}
		}
		shown := map[string]string{}
		for _, f := range readFields(record) {
			shown[f.name] = f.label
		}
		for name, label := range labels {
			if shown[name] != label {
				t.Errorf("%s of a %s is shown as %q, forms call it %q", name, record, shown[name], label)
			}
		}
	}
	for _, row := range fieldRows {
		for _, f := range readFields(row.Section) {
			if f.label == "" {
				t.Errorf("%s of a %s has no label", f.name, row.Section)
			}
		}
	}
}
