package cli

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// percent returns the percentage of new memory after which garbage is collected.
func percent() uint64 {
	of := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(of)
	return of[0].Value.Uint64()
}

func TestMemory_IsCollectedAsUsualAfterTheFirstTime(t *testing.T) {
	t.Setenv("GOGC", "")
	const usual = 100
	defer debug.SetGCPercent(debug.SetGCPercent(usual)) // tests have another one
	delayFirstCollection()
	if percent() != laterFirst {
		t.Errorf("the first collection comes at %d %%", percent())
	}
	for i := 0; percent() != usual; i++ { // the cleanup runs behind a collection, on another goroutine
		if i == 5000 {
			t.Fatalf("after %d collections they still come at %d %%", i, percent())
		}
		runtime.GC()
	}
	t.Setenv("GOGC", "50")
	if delayFirstCollection(); percent() != usual {
		t.Errorf("with GOGC set, collections come at %d %%", percent())
	}
}
