package safetext_test

import (
	"strings"
	"testing"

	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
)

func TestSections_FollowTheHeadings(t *testing.T) {
	const raw = `<p>First of all.</p><h1>Refunds</h1><p>Wait <b>five</b> days.</p>` +
		`<h2 style="x">By&nbsp;card</h2><ol><li>Look<li>Wait</ol><h2>By cash</h2><p>See <a href="https://example.org/c">cash</a></p>` +
		`<h1></h1><h1>Returns</h1><table><tr><td><h3>cell</h3></td><td>b</td></tr></table>`
	for name, body := range map[string]string{"as it is": raw, "escaped": strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(raw)} {
		want := []struct {
			title string
			level int
			text  string
		}{
			{"Refunds", 1, "Refunds\n\nWait five days.\n\nBy card\n\n1. Look\n2. Wait\n\nBy cash\n\nSee cash (https://example.org/c)"},
			{"By card", 2, "By card\n\n1. Look\n2. Wait"},
			{"By cash", 2, "By cash\n\nSee cash (https://example.org/c)"},
			{"Returns", 1, "Returns\n\ncell | b"},
		}
		got := safetext.NewHTML(body).Sections()
		if len(got) != len(want) {
			t.Fatalf("%s: %d sections, want %d: %+v", name, len(got), len(want), got)
		}
		for i, w := range want {
			if g := got[i]; g.Title.String() != w.title || g.Level != w.level || g.Text.String() != w.text {
				t.Errorf("%s: section %d is %+v, want %+v", name, i+1, g, w)
			}
		}
	}
	for _, without := range []string{"", "Plain text.", "<p>No heading</p>", "h2 is not a heading"} {
		if got := safetext.NewHTML(without).Sections(); len(got) > 0 {
			t.Errorf("%q has the sections %+v", without, got)
		}
	}
}

func TestSections_AreSanitised(t *testing.T) {
	for _, bad := range texttest.Hostile(t) {
		for _, s := range safetext.NewHTML("<h2>" + bad.Text + "</h2><p>" + bad.Text + "</p>").Sections() {
			for _, text := range []string{s.Title.String(), s.Text.String()} {
				if err := texttest.Forbidden(text); err != nil {
					t.Errorf("%s: %v", bad.Name, err)
				}
			}
		}
	}
}
