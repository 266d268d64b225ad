package service

import "testing"

func TestARecordHasWhatIsStoredWhereItBelongs(t *testing.T) {
	type stored struct {
		Place  string  `record:"city"`
		Level  int     `record:"customerLevel"`
		Credit float64 `record:"maxCreditAmt"`
		API    bool    `record:"isApi"`
		Kept   string
	}
	filled := newTemplate(`{"id":0,"city":"","customerLevel":0,"maxCreditAmt":0,"isApi":false,"note":null}`, stored{}, "record")
	for _, c := range []struct {
		stored stored
		others map[string]any
		want   string
	}{
		{stored{}, nil, `{"id":0,"city":"","customerLevel":0,"maxCreditAmt":0,"isApi":false}`},
		{
			stored{"Köln \"x\" <b>", -3, 1e21, true, "no"},
			map[string]any{"id": int64(7), "note": []int{1}},
			`{"id":7,"city":"Köln \"x\" <b>","customerLevel":-3,"maxCreditAmt":1e+21,"isApi":true,"note":[1]}`,
		},
	} {
		body, err := filled.record(c.stored, c.others).MarshalJSON()
		if err != nil || string(body) != c.want {
			t.Errorf("%s, %v; want %s", body, err, c.want)
		}
	}
}
