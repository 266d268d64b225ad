package wire_test

import (
	"strings"
	"testing"

	"frontdesk/internal/wire"
)

func TestBlocksWithinBlocksAreReadAsLabelledValues(t *testing.T) {
	for sent, want := range map[string]string{
		`{"awb":"X1"}`: "AWB: X1",
		`{"items":[{"sku":"K1","qty":2},{"sku":"K2"}],"shipment":{"awb":"S1"}}`: "Items SKU: K1 | Items qty: 2 | Items SKU: K2 | Shipment AWB: S1",
		`{"tags":["red","blue",3],"none":[],"nothing":{}}`:                      "Tags: red, blue, 3",
		`{"a":{"b":{"c":{"d":{"e":1}}}}}`:                                       `A b c d: {"e":1}`, // deeper than people read
		`[[1,[2]],{"x":"y"}]`:                                                   ": 1 | : 2 | X: y",
	} {
		page, err := wire.PullOrder.Decode(strings.NewReader(`{"status":"success","message":[{"order_id":1,"associate_fields":`+sent+`}]}`), wire.DecodeOptions{})
		if err != nil || len(page.Orders) != 1 || len(page.Orders[0].Groups) != 1 {
			t.Fatalf("%s: %+v, %v", sent, page, err)
		}
		var got []string
		for _, row := range page.Orders[0].Groups[0].Rows {
			for _, f := range row {
				got = append(got, f.Label.String()+": "+f.Value.String())
			}
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s reads %q, not %q", sent, strings.Join(got, " | "), want)
		}
	}
}
