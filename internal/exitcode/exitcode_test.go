package exitcode_test

import (
	"fmt"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

func TestOf_RefusedBecauseItIsReadOnlyMeansThatNothingWasSent(t *testing.T) {
	err := fmt.Errorf("%w; nothing was sent", &client.Error{Op: wire.AddTicket.OperationInfo, Kind: client.ReadOnly})
	if got := exitcode.Of(err); got != exitcode.Usage {
		t.Errorf("exit code %d", got)
	}
}
