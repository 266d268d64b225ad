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
	type made struct {
		ID   int64 `record:"id"`
		Note any   `record:"note"`
	}
	filled := newTemplate(
		`{"id":0,"city":"","customerLevel":0,"maxCreditAmt":0,"isApi":false,"isGuest":false,"note":null,"other":null}`,
		"record", stored{}, made{},
	)()
	for _, c := range []struct {
		stored stored
		made   made
		want   string
	}{
		{stored{}, made{}, `{"id":0,"city":"","customerLevel":0,"maxCreditAmt":0,"isApi":false,"isGuest":false}`},
		{
			stored{"Köln \"x\" <b>", -3, 1e21, true, "no"},
			made{7, []int{1}},
			`{"id":7,"city":"Köln \"x\" <b>","customerLevel":-3,"maxCreditAmt":1e+21,"isApi":true,"isGuest":false,"note":[1]}`,
		},
	} {
		body, err := filled.record(&c.stored, &c.made).MarshalJSON()
		if err != nil || string(body) != c.want {
			t.Errorf("%s, %v; want %s", body, err, c.want)
		}
	}
}
