package console

import (
	"runtime"
	"testing"

	"frontdesk/internal/config"
)

func TestBrowser_IsNeverStartedForAnAgentOverSSH(t *testing.T) {
	env := map[string]string{"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
	desktop := func(name string) string { return env[name] }
	if got := (Options{Hosted: true, Env: desktop}).browser(); got != nil {
		t.Errorf("over SSH %q would be started", got)
	}
	if got := (Options{Env: desktop}).browser(); len(got) == 0 {
		t.Error("a desktop has no browser")
	}
	none := func(string) string { return "" }
	if got := (Options{Env: none}).browser(); runtime.GOOS == "linux" && got != nil {
		t.Errorf("without a desktop %q would be started", got)
	}
}

func TestWelcome_IsForTheSampleDeskOnAScreenOfThisMachineAlone(t *testing.T) {
	sample := Options{Welcome: true, Env: func(string) string { return "" }}
	for name, c := range map[string]struct {
		change func(*Options)
		want   bool
	}{
		"the first start on the sample desk": {func(*Options) {}, true},
		"a later start":                      {func(o *Options) { o.Welcome = false }, false},
		"over SSH":                           {func(o *Options) { o.Hosted = true }, false},
		"in accessible mode":                 {func(o *Options) { o.Config.Accessible = true }, false},
		"on a terminal that reads line by line": {
			func(o *Options) { o.Env = func(name string) string { return map[string]string{"TERM": "dumb"}[name] } }, false,
		},
		"on a desk of the team's own": {func(o *Options) { o.Config.BaseURL = "https://desk.example.com" }, false},
		"with several accounts":       {func(o *Options) { o.Config.Accounts = []string{"acme", "beta"} }, false},
	} {
		o := sample
		o.Config = config.Config{}
		c.change(&o)
		if got := o.welcomes(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
