package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
)

var money = desk.View{Name: "Money", Filter: `queue:"Second line" -is:closed`, Queues: []string{"BL"}, Open: true}

func TestASavedViewIsAddedAndTheRestOfTheFileStaysAsItIs(t *testing.T) {
	for before, after := range map[string]string{
		"":                                    "[[views]]\n",
		"# mine\ntheme = \"dark\" # at night": "[[views]]\n",
		"[[views]]\nname = \"Old\"\n[keys.inbox]\nupdate = \"U\"\n":                                    "[[views]]\n",
		"# two\r\naccount = \"acme\"\r\n[accounts.acme]\r\nlimit = 5\r\n":                              "[[accounts.acme.views]]\n",
		"account = \"acme\"\n[[views]]\nname = \"Old\"\n[accounts.acme]\nlimit = 5\n[accounts.beta]\n": "[[views]]\n",
		"account = \"acme\"\n[[views]]\nname = \"Top\"\n[[accounts.acme.views]]\nname = \"Old\"\n":     "[[accounts.acme.views]]\n",
	} {
		path := writeConfig(t, before)
		views, err := config.SaveView(path, "acme", money)
		if err != nil {
			t.Errorf("%q: %v", before, err)
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(content), before) || !strings.Contains(string(content)[len(before):], after) {
			t.Errorf("%q became %q, %v", before, content, err)
		}
		c, err := config.LoadAccount(environment(t), path, "")
		if err != nil || len(c.Views) != len(views) {
			t.Errorf("%q: %v %v", before, c.Views, err)
			continue
		}
		if last := c.Views[len(c.Views)-1]; last.Name != "Money" || last.Filter != money.Filter || !last.Open || last.Queues[0] != "BL" {
			t.Errorf("%q: %+v", before, last)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Error(info, err)
		}
	}
}

func TestTheFirstSavedViewMakesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "config.toml")
	if _, err := config.SaveView(path, "", money); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	views, err := config.SaveView(path, "", desk.View{Name: "Second", Filter: "is:open"})
	if err != nil || len(views) != 2 || views[0].Name != "Money" {
		t.Error(views, err)
	}
}

func TestAViewThatCannotBeSavedLeavesTheFileAsItIs(t *testing.T) {
	for _, c := range []struct{ file, name, want string }{
		{"[[views]]\nname = \"MÖNEY\"\n", "money", "there is a view “MÖNEY” already"},
		{"views = [{name = \"Old\"}]\n", "New", "cannot be added to"},
		{"views = 3\n", "New", "must be a list"},
		{"theme = \"dark", "New", ":1:"},
		{"", " ", "needs a name"},
	} {
		path := writeConfig(t, c.file)
		if _, err := config.SaveView(path, "", desk.View{Name: c.name}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.file, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != c.file {
			t.Errorf("%q became %q, %v", c.file, after, err)
		}
	}
}

func TestAViewCannotBeAddedToAListOfViewsAndItIsSaidHow(t *testing.T) {
	const before = "views = [{name = \"Old\", filter = \"is:open\"}]\n"
	path := writeConfig(t, before)
	_, err := config.SaveView(path, "", money)
	const want = ": write each of its views as [[views]], then new ones can be added"
	if err == nil || !strings.HasPrefix(err.Error(), "the view cannot be added to views = [...] in ") || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("said %v", err)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != before {
		t.Errorf("the file became %q, %v", content, err)
	}
}

func TestViews_AFaultyFilterIsNamedWithFileAndPlace(t *testing.T) {
	path := writeConfig(t, "[[views]]\nname = \"A\"\n[[views]]\nname = \"B\"\nfilter = \"refund is:opne\"\n")
	_, err := load(environment(t), path)
	want := path + ": views[2].filter: column 11: is:opne is not understood; known are open, closed, escalated, unread, late, risk"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}
