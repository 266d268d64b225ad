package wire_test

import (
	"fmt"
	"testing"
	"time"
)

func TestADateIsReadInItsOneFormOrShownAsItCame(t *testing.T) {
	parts := func(year, month, day, hour, minute, second any) string {
		return fmt.Sprintf(`{"year":%v,"month":%v,"dayOfMonth":%v,"hourOfDay":%v,"minute":%v,"second":%v}`, year, month, day, hour, minute, second)
	}
	for sent, want := range map[string]string{
		`"Nov 20, 2026 2:05:09 PM"`:                              "2026-11-20 14:05:09",
		`"Nov 20, 2026 02:05:09 PM"`:                             "2026-11-20 14:05:09",
		`"Nov 20, 2026 2:05:09\u202fPM"`:                         "2026-11-20 14:05:09",
		`"Nov 20, 2026, 2:05:09\u202fPM"`:                        "2026-11-20 14:05:09",
		`"Nov 20, 2026 2:05:09\u00a0pm"`:                         "2026-11-20 14:05:09",
		`" Nov 20, 2026 12:00:00 AM "`:                           "2026-11-20 00:00:00",
		`"Nov 20, 2026 12:00:00 PM"`:                             "2026-11-20 12:00:00",
		`"Feb 29, 2028 1:00:00 AM"`:                              "2028-02-29 01:00:00",
		`"Feb 29, 2026 1:00:00 AM"`:                              "",
		`"Nov 20, 2026 13:05:09 PM"`:                             "",
		`"Nov 20, 2026 2:05:09"`:                                 "",
		`"Nov 20, 2026 2:05 PM"`:                                 "",
		`"20 Nov, 2026 14:05"`:                                   "",
		`"11/20/2026 2:05:09 PM"`:                                "",
		`"2026-11-20 14:05:09"`:                                  "",
		`1795183509000`:                                          "",
		parts(2026, 0, 31, 0, 0, 0):                              "2026-01-31 00:00:00",
		parts(2026, 11, 31, 23, 59, 59):                          "2026-12-31 23:59:59",
		parts(`"2026"`, `"1"`, `28.0`, 0, 0, 0):                  "2026-02-28 00:00:00",
		parts(2028, 1, 29, 0, 0, 0):                              "2028-02-29 00:00:00",
		parts(2026, 1, 29, 0, 0, 0):                              "",
		parts(2026, 12, 1, 0, 0, 0):                              "",
		parts(2026, -1, 1, 0, 0, 0):                              "",
		parts(2026, 3, 31, 0, 0, 0):                              "",
		parts(2026, 0, 0, 0, 0, 0):                               "",
		parts(2026, 0, 32, 0, 0, 0):                              "",
		parts(2026, 0, 1, 24, 0, 0):                              "",
		parts(2026, 0, 1, 0, 60, 0):                              "",
		parts(2026, 0, 1, 0, 0, 60):                              "",
		parts(0, 0, 1, 0, 0, 0):                                  "",
		parts(10000, 0, 1, 0, 0, 0):                              "",
		parts(2026, `"x"`, 1, 0, 0, 0):                           "",
		parts(2026, `null`, 1, 0, 0, 0):                          "",
		parts(2026, `""`, 1, 0, 0, 0):                            "",
		parts(2026, 1.5, 1, 0, 0, 0):                             "",
		parts(2026, `{"a":1}`, 1, 0, 0, 0):                       "",
		parts(`1e30`, 1, 1, 0, 0, 0):                             "",
		`{"year":2026,"month":0,"dayOfMonth":1}`:                 "",
		`[` + parts(2026, 0, 31, 0, 0, 0) + `]`:                  "2026-01-31 00:00:00",
		`{"Year":2026,"month":0,"dayOfMonth":1,"hourOfDay":1}`:   "",
		`{"year":{"year":{"year":[[[[[[[[[[[[[]]]]]]]]]]]]]}}}`:  "",
		`{"year":2026,"month":0,"dayOfMonth":1,"hourOfDay":"9"}`: "",
	} {
		for _, member := range []string{"generationDate", "lastModificationTime"} {
			c := pullCustomer1(t, fmt.Sprintf("%q:%s", member, sent))
			at := max(c.Created, c.Modified)
			switch {
			case want == "" && (at != 0 || len(c.Fields) != 3):
				t.Errorf("%s %s was read as %v; shown are %v", member, sent, at.In(berlinZone(t)), c.Fields)
			case want != "" && at.In(berlinZone(t)).Format(time.DateTime) != want:
				t.Errorf("%s %s was read as %v", member, sent, at.In(berlinZone(t)))
			}
		}
	}
}
