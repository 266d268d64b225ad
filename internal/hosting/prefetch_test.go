package hosting

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/wire"
)

// TestPrefetch_OneForAllSessions has three agents share an account, whose articles are asked for one at a time.
func TestPrefetch_OneForAllSessions(t *testing.T) {
	for name, c := range map[string]struct {
		isOn        bool
		least, most int64 // searches in the first 70 seconds: one every two seconds after the first ten
	}{
		"turned on": {true, 25, 30}, "turned off": {false, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			env := func(name string) string {
				return map[string]string{"XDG_DATA_HOME": dir, "XDG_CONFIG_HOME": dir, "XDG_CACHE_HOME": dir}[name]
			}
			settings, err := config.LoadAccount(env, "", "")
			if err != nil {
				t.Fatal(err)
			}
			settings.FAQPrefetch = c.isOn
			synctest.Test(t, func(t *testing.T) {
				var searches atomic.Int64
				d := newAccounts(settings, env, nil, slog.New(slog.DiscardHandler))
				d.onCallDone = func(_ context.Context, call client.CallResult) {
					if call.Op.Name == wire.SearchFAQ.Name {
						searches.Add(1)
					}
				}
				for range 3 {
					if _, err := d.get(t.Context(), accountID{}); err != nil {
						t.Fatal(err)
					}
				}
				<-time.After(70 * time.Second)
				if n := searches.Load(); n < c.least || n > c.most {
					t.Errorf("articles were searched for %d times", n)
				}
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
