package settings_test

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"frontdesk/internal/settings"
)

type server struct {
	Listen string        `toml:"listen" doc:"{address} to listen on"`
	Drain  time.Duration `toml:"drain" min:"1s" max:"5m" such:"10s 1m" doc:"how long to go on"`
	Inner  struct {
		Most int `toml:"most" max:"9" doc:"{number} of clients"`
	} `toml:"limits" env:"SERVER_" flag:"limit-" doc:"the limits"`
}

func TestSettings_TagsAreAllThatIsSaidOfASetting(t *testing.T) {
	s := server{Listen: "127.0.0.1:1"}
	all, origins := settings.Kinds{}.Of(&s), settings.Origins{}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	settings.AddFlags(flags, all)
	if err := flags.Parse([]string{"--limit-most", "4"}); err != nil {
		t.Fatal(err)
	}
	file := map[string]any{"drain": "20s", "limits": map[string]any{"most": int64(2)}}
	if err := settings.Read("file: ", file, all); err != nil {
		t.Fatal(err)
	}
	origins.Record("", "", file, all)
	if err := origins.Environment("", func(string) string { return "3" }, all); err != nil || s.Inner.Most != 3 {
		t.Fatal(s, err)
	}
	if err := origins.Flags("", flags, all); err != nil {
		t.Fatal(err)
	}
	if s.Listen != "127.0.0.1:1" || s.Drain != 20*time.Second || s.Inner.Most != 4 {
		t.Errorf("got %+v", s)
	}
	if origins["limits.most"].String() != "--limit-most" || origins["drain"].String() != "drain in the file" || len(origins) != 2 {
		t.Errorf("got %v", origins)
	}
	for file, want := range map[string]string{
		"drian":  "file: drian is not a setting; did you mean drain?",
		"limits": `file: limits must be a table, not "x"`,
		"drain":  `file: drain must be a time from 1s to 5m0s such as "10s" or "1m", not "x"`,
	} {
		if err := settings.Read("file: ", map[string]any{file: "x"}, all); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if usage := flags.FlagUsages(); !strings.Contains(usage, "--limit-most number   number of clients") {
		t.Error(usage)
	}
}

func TestSettings_AMistakeInATagIsFoundWhenItIsRead(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a limit that is no number was taken")
		}
	}()
	settings.Kinds{}.For(&struct {
		Most int `toml:"most" max:"many"`
	}{}, "").Value()
}
