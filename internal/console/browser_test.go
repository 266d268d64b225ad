package console

import (
	"runtime"
	"testing"
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
