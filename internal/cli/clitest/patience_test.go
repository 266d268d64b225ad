package clitest

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestPatience_EndsOnlyWithoutTheEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := false
		stop := afterRunning(time.Minute, func() { late = true })
		<-time.After(59 * time.Second)
		stop()
		<-time.After(time.Hour)
		synctest.Wait()
		if late {
			t.Error("it ended after the event")
		}
		afterRunning(time.Minute, func() { late = true })
		<-time.After(61 * time.Second)
		synctest.Wait()
		if !late {
			t.Error("it waits on")
		}
	})
}
