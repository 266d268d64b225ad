package wire_test

import (
	"strings"
	"testing"

	"frontdesk/internal/wire"
)

func TestAnswersBeginWithAByteOrderMarkOrAreNamedByTheirEncoding(t *testing.T) {
	for name, list := range listOf {
		body := fillIn(`{"status":"success","message":[R1]}`, list.member)
		ids, err := list.read("\ufeff" + body)
		raw, rawErr := list.info.RawRecords([]byte("\ufeff" + body))
		if err != nil || rawErr != nil || len(ids) != 1 || len(raw) != 1 || wire.CheckResponse([]byte("\ufeff"+body)) != nil {
			t.Errorf("%s: %q, %v; %q, %v", name, ids, err, raw, rawErr)
		}
		wide := "\xff\xfe" + strings.Join(strings.Split(body, ""), "\x00") + "\x00"
		if _, err := list.read(wide); err == nil || !strings.Contains(err.Error(), "UTF-16") {
			t.Errorf("%s: an answer in UTF-16 is read as %v", name, err)
		}
		if err := wire.CheckResponse([]byte(wide)); err == nil || !strings.Contains(err.Error(), "UTF-16") {
			t.Errorf("%s: an answer in UTF-16 is read as %v", name, err)
		}
	}
}
