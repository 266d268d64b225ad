package cli_test

import (
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cli/clitest"
)

func TestPatience_EndsOnlyWithoutTheEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := false
		stop := clitest.AfterRunning(time.Minute, func() { late = true })
		<-time.After(59 * time.Second)
		stop()
		<-time.After(time.Hour)
		synctest.Wait()
		if late {
			t.Error("it ended after the event")
		}
		clitest.AfterRunning(time.Minute, func() { late = true })
		<-time.After(61 * time.Second)
		synctest.Wait()
		if !late {
			t.Error("it waits on")
		}
	})
}
