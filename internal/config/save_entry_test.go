package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
)

var money = desk.View{Name: "Money", Filter: `is:open queue:"Second line" -is:closed`}

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
		views, err := config.ViewsIn(path, "acme").Add(money)
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
		if last := c.Views[len(c.Views)-1]; last.Name != "Money" || last.Filter != money.Filter {
			t.Errorf("%q: %+v", before, last)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Error(info, err)
		}
	}
}

func TestTheFirstSavedViewMakesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "config.toml")
	if _, err := config.ViewsIn(path, "").Add(money); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	views, err := config.ViewsIn(path, "").Add(desk.View{Name: "Second", Filter: "is:open"})
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
		if _, err := config.ViewsIn(path, "").Add(desk.View{Name: c.name}); err == nil || !strings.Contains(err.Error(), c.want) {
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
	_, err := config.ViewsIn(path, "").Add(money)
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
	want := path + ":5: views[2].filter: column 11: is:opne is not understood; known are open, closed, escalated, unread, unattended, late, risk"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestSavedEntries_AreRenamedAndRemovedAndTheRestStays(t *testing.T) {
	const file = "# mine\ntheme = \"dark\"\n\n# first\n[[views]]\nname = \"Old\" # was\nfilter = \"is:open\"\n\n# about money\n[[views]]\n" +
		"filter = \"queue:BL\"\nname = 'Money'\n\n[keys.inbox]\nupdate = \"U\"\n\n[[macros]]\nname = \"Sent\"\ncomment = \"\"\"\n[[views]]\nname = 1\n\"\"\"\n" +
		"[macros.set.issue]\nkind = \"Late\"\n\n[[macros]]\nname = \"No answer\"\ncallback = \"+2d\"\n"
	path := writeConfig(t, file)
	is := func(want string) {
		t.Helper()
		if content, err := os.ReadFile(path); err != nil || string(content) != want {
			t.Errorf("the file is\n%s\nwant\n%s", content, want)
		}
	}
	views, err := config.ViewsIn(path, "").Rename("Money", "Cash “1”")
	if err != nil || len(views) != 2 || views[1].Name != "Cash “1”" {
		t.Fatal(views, err)
	}
	is(strings.Replace(file, "name = 'Money'", "name = 'Cash “1”'", 1))
	if views, err = config.ViewsIn(path, "").Remove("Cash “1”"); err != nil || len(views) != 1 || views[0].Name != "Old" {
		t.Fatal(views, err)
	}
	is(strings.Replace(file, "[[views]]\nfilter = \"queue:BL\"\nname = 'Money'\n", "", 1))
	if views, err = config.ViewsIn(path, "").Remove("Old"); err != nil || len(views) != 0 {
		t.Fatal(views, err)
	}
	macros, err := config.MacrosIn(path, "").Remove("Sent")
	if err != nil || len(macros) != 1 || macros[0].Name != "No answer" {
		t.Fatal(macros, err)
	}
	if macros, err = config.MacrosIn(path, "").Rename("No answer", "Not reached"); err != nil || macros[0].Callback != "+2d" {
		t.Fatal(macros, err)
	}
	made := macro.Macro{Name: "Refund", Key: "r", Blocks: map[string]string{}, SubStatus: "CL", Comment: "Dear {{customer|there}},\nyour \"refund\" is on its way."}
	if macros, err = config.MacrosIn(path, "").Add(made); err != nil || len(macros) != 2 {
		t.Fatal(macros, err)
	}
	c, err := config.LoadAccount(environment(t), path, "")
	if err != nil || len(c.Views) != 0 || len(c.Macros) != 2 || c.Macros[0].Name != "Not reached" || c.Macros[1].Comment != made.Comment || c.Theme != "dark" {
		t.Errorf("%+v %+v, %v", c.Views, c.Macros, err)
	}
}

func TestSavedEntries_WhatCannotBeChangedLeavesTheFile(t *testing.T) {
	for _, c := range []struct {
		file, want string
		do         func(path string) error
	}{
		{"[[views]]\nname = \"A\"\n[[views]]\nname = \"B\"\n", "there is a view “B” already", func(path string) error {
			_, err := config.ViewsIn(path, "").Rename("A", "b")
			return err
		}},
		{"[[views]]\nname = \"A\"\n", "the configuration has no view “C”", func(path string) error {
			_, err := config.ViewsIn(path, "").Remove("C")
			return err
		}},
		{"views = [{name = \"A\"}]\n", "change the file by hand", func(path string) error {
			_, err := config.ViewsIn(path, "").Remove("A")
			return err
		}},
		{"[[macros]]\nname = \"A\"\ncallback = \"+2d\"\n", "changes nothing", func(path string) error {
			_, err := config.MacrosIn(path, "").Add(macro.Macro{Name: "B"})
			return err
		}},
	} {
		path := writeConfig(t, c.file)
		if err := c.do(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.file, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != c.file {
			t.Errorf("%q became %q, %v", c.file, after, err)
		}
	}
}

func TestSavedMacro_WithTheAccountsOwnFieldsIsReadAgain(t *testing.T) {
	const blocks = "[[ticket_blocks]]\nblock = \"issue\"\nlabel = \"Issue\"\n[[ticket_blocks.fields]]\nkey = \"kind_of\"\nlabel = \"Kind\"\n[[ticket_blocks.fields]]\nkey = \"reason\"\nlabel = \"Reason\"\n"
	path := writeConfig(t, blocks)
	made := macro.Macro{Name: "Late", Blocks: map[string]string{"issue.reason": "Box \"1\"", "issue.kind_of": "Late"}}
	if _, err := config.MacrosIn(path, "").Add(made); err != nil {
		content, _ := os.ReadFile(path)
		t.Fatal(err, string(content))
	}
	c, err := config.LoadAccount(environment(t), path, "")
	if err != nil || len(c.Macros) != 1 || c.Macros[0].Blocks["issue.reason"] != "Box \"1\"" || c.Macros[0].Blocks["issue.kind_of"] != "Late" {
		t.Errorf("%+v, %v", c.Macros, err)
	}
	if all, err := config.MacrosIn(path, "").Remove("Late"); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != blocks {
		t.Errorf("the file is %q, %v", content, err)
	}
}
