package markdown_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const documents = "../../testdata/markdown"

// draw draws a body and checks each line.
func draw(t testing.TB, r *markdown.Renderer, key, raw string, options markdown.Options) []string {
	t.Helper()
	page, err := r.Render(t.Context(), key, safetext.NewHTML(raw), options)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range page.Lines {
		requireCleanLine(t, i, line, options)
	}
	return page.Lines
}

// requireCleanLine checks that a line fits and harms no terminal.
func requireCleanLine(t testing.TB, i int, line string, options markdown.Options) {
	t.Helper()
	if err := safetext.ValidateFrame(line); err != nil {
		t.Errorf("line %d: %v: %.200q", i, err, line)
	}
	if err := texttest.Forbidden(line); err != nil {
		t.Errorf("line %d: %v", i, err)
	}
	if w := termwidth.Width(line); w > options.Width {
		t.Errorf("line %d is %d columns wide, %d are there: %.200q", i, w, options.Width, line)
	}
	if strings.Contains(line, "\n") {
		t.Errorf("line %d holds a line break", i)
	}
	if at := strings.LastIndex(line, "\x1b["); at >= 0 && !strings.HasPrefix(line[at:], "\x1b[m") {
		t.Errorf("line %d leaves its style open: %.200q", i, line)
	}
}

// dark and light are the themes of articles.
var dark, light = theme.New(true, false), theme.New(false, false)

func TestMarkdown_ArticlesLookAsTheyDid(t *testing.T) {
	files, err := filepath.Glob(documents + "/*.html")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d documents, %v", len(files), err)
	}
	looks := map[string]markdown.Options{"plain": {Width: 76}}
	for _, width := range []int{40, 76, 120} {
		looks[fmt.Sprint("dark", width)] = markdown.Options{Width: width, Theme: dark}
		looks[fmt.Sprint("light", width)] = markdown.Options{Width: width, Theme: light}
	}
	r := markdown.NewRenderer()
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for name, options := range looks {
			golden := strings.TrimSuffix(file, ".html") + "." + name + ".golden"
			t.Run(filepath.Base(golden), func(t *testing.T) {
				compareGolden(t, golden, strings.Join(draw(t, r, file, string(raw), options), "\n")+"\n")
			})
		}
	}
}

// compareGolden compares with a golden file, in which ESC is written as ␛.
func compareGolden(t *testing.T, golden, got string) {
	t.Helper()
	got = strings.NewReplacer("\x1b", "␛", "\a", "␇").Replace(got)
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s (-update rewrites it):\n%s", filepath.Base(golden), got)
	}
}

func TestMarkdown_HostileTextIsHarmless(t *testing.T) {
	r := markdown.NewRenderer()
	for _, c := range texttest.Hostile(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			options := markdown.Options{Width: 40, Theme: dark}
			short := c.Text[:min(len(c.Text), 8<<10)]
			if texttest.Race { // it finds nothing more in the long ones, which take half a minute
				c.Text = short
			}
			draw(t, r, c.Name, c.Text, options)
			draw(t, r, c.Name+" in HTML", "<ul><li><b>"+short+"</b><table><tr><td>"+short+"<td>x<tr><td>a<td>b</table>", options)
			draw(t, r, c.Name+" in one column", short, markdown.Options{Width: 1})
		})
	}
}

func TestMarkdown_TextOfEveryScriptIsUnchanged(t *testing.T) {
	r := markdown.NewRenderer()
	for _, s := range texttest.Honest(t) {
		lines := draw(t, r, s, s, markdown.Options{Width: 1000})
		if got := strings.Join(lines, "\n"); got != strings.TrimSpace(s) {
			t.Errorf("drawn as %q: %q", got, s)
		}
	}
}

func TestMarkdown_LiteralMarkupOfTheCustomerStays(t *testing.T) {
	r := markdown.NewRenderer()
	for _, s := range []string{
		`a ~~b~~ ~c~ *d* _e_ \f \\g \*h`, `# no heading`, `1. no item`, `- no item`, `> no quote`, `[a](b) ![c](d) [e]: f`,
		"`code` ```x", `a | b`, `x &amp;amp; y`, `<b>not closed`, `=== :: +`, `http://a%zz/b_c_d`, `[ ] not done`, `AT&T &lt;tag&gt; &nosuch;`,
		`asa_b_c@mail.example www.shop.example/a_b_c`, `\`, `\\`, `|`, `|a|b|`, `||`, `** **`,
	} {
		want := safetext.NewHTML(s).Text().String()
		lines := draw(t, r, s, s, markdown.Options{Width: 200})
		if got := stripStyles(strings.Join(lines, "\n")); got != want {
			t.Errorf("%q is drawn as %q, want %q", s, got, want)
		}
	}
}

func TestMarkdown_AddressIsShownAsWritten(t *testing.T) {
	r := markdown.NewRenderer()
	for _, s := range []string{
		"https://help.example/a/b-c_d.html?x=1&y=2%20z;#part-3", "http://127.0.0.1:8080", "https://shop.example/a(b)c/*!$'",
		"http://a.example:99999999/", "https://a.example/%zz", "https://a.example/é/日本", "https://a.example/#", "https://a.example/x?",
		"https://[::1]/a", "https://a.example/[x]", "https://user:pass@a.example/", "HTTPS://A.example/X", "http://a_b.example/c_d_e",
	} {
		lines := draw(t, r, s, "see "+s+" there", markdown.Options{Width: 200})
		if got := stripStyles(strings.Join(lines, "\n")); got != "see "+s+" there" {
			t.Errorf("%q is drawn as %q", s, got)
		}
	}
}

// stripStyles removes links and styles.
func stripStyles(s string) string {
	for {
		at := strings.IndexByte(s, 0x1b)
		if at < 0 {
			return s
		}
		end := strings.IndexAny(s[at:], "m\a")
		if strings.HasPrefix(s[at:], "\x1b]") {
			end = strings.IndexByte(s[at:], '\a')
		}
		s = s[:at] + s[at+end+1:]
	}
}

func TestMarkdown_WithoutColourNoneIsDrawn(t *testing.T) {
	raw, err := os.ReadFile(documents + "/guide.html")
	if err != nil {
		t.Fatal(err)
	}
	drawn := strings.Join(draw(t, markdown.NewRenderer(), "guide", string(raw), markdown.Options{Width: 76}), "\n")
	if colour := regexp.MustCompile("\x1b\\[[0-9;:]*[34][0-9][0-9;:]*m").FindString(drawn); colour != "" {
		t.Errorf("there is a colour: %q", colour)
	}
	if !strings.Contains(drawn, "\x1b[1m") {
		t.Error("nothing is bold")
	}
}

func TestMarkdown_CancelStopsTheRendering(t *testing.T) {
	r := markdown.NewRenderer()
	ctx, leave := context.WithCancel(t.Context())
	leave()
	page, err := r.Render(ctx, "long", safetext.NewHTML(newArticle(500<<10)), markdown.Options{Width: 76})
	if !errors.Is(err, context.Canceled) || len(page.Lines) > 0 {
		t.Errorf("%d lines, error %v", len(page.Lines), err)
	}
	if _, ok := r.Cached("long", markdown.Options{Width: 76}); ok {
		t.Error("half an article is kept")
	}
}

func TestMarkdown_CacheDependsOnThemeAndWidth(t *testing.T) {
	r := markdown.NewRenderer()
	options := markdown.Options{Width: 40, Theme: dark}
	draw(t, r, "a", "<b>hello</b>", options)
	if p, ok := r.Cached("a", options); !ok || len(p.Lines) != 1 {
		t.Errorf("kept %v %v", p, ok)
	}
	for _, other := range []markdown.Options{{Width: 41, Theme: dark}, {Width: 40}, {Width: 40, Theme: light}} {
		if _, ok := r.Cached("a", other); ok {
			t.Errorf("kept for %v too", other)
		}
	}
}

func TestMarkdown_ChangedArticleIsRenderedAgain(t *testing.T) {
	r := markdown.NewRenderer()
	options := markdown.Options{Width: 40}
	for _, body := range []string{"<p>Hold it 5 seconds</p>", "<p>Hold it 10 seconds</p>"} {
		rich := safetext.NewHTML(body)
		key := fmt.Sprintf("article 7, %x", rich.Hash())
		want := rich.Text().String()
		for range 2 { // the second time from memory
			if got := strings.Join(draw(t, r, key, body, options), "\n"); got != want {
				t.Errorf("drawn is %q, want %q", got, want)
			}
		}
	}
}

func TestMarkdown_ManySessionsRenderAtOnce(t *testing.T) {
	r := markdown.NewRenderer()
	raw := newArticle(20 << 10)
	want := strings.Join(draw(t, r, "alone", raw, markdown.Options{Width: 60}), "\n")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			key := fmt.Sprint("article ", i%3)
			p, err := r.Render(t.Context(), key, safetext.NewHTML(raw), markdown.Options{Width: 60})
			if err != nil || strings.Join(p.Lines, "\n") != want {
				t.Errorf("%s was drawn differently: %v", key, err)
			}
		})
	}
	all.Wait()
}

func FuzzDraw(f *testing.F) {
	for _, c := range texttest.Hostile(f) {
		if len(c.Text) < 4<<10 {
			f.Add(c.Text, 40)
		}
	}
	f.Add("<table><tr><td>a<td>b<tr><td colspan=2><ul><li>c</table>", 20)
	f.Fuzz(func(t *testing.T, raw string, width int) {
		if width < 1 || width > 300 {
			t.Skip()
		}
		draw(t, markdown.NewRenderer(), "x", raw, markdown.Options{Width: width, Theme: dark})
	})
}

func TestMarkdown_SixteenColourTerminalGetsOnlyItsOwnColours(t *testing.T) {
	const raw = "<h2>Before you send it</h2><p>See <code>E18</code> and <a href='https://help.example.com/e18'>this page</a>.</p><blockquote>Quoted</blockquote>"
	for name, options := range map[string]markdown.Options{"dark": {Width: 60, Theme: theme.NewANSI16(true)}, "light": {Width: 60, Theme: theme.NewANSI16(false)}} {
		drawn := strings.Join(draw(t, markdown.NewRenderer(), name, raw, options), "\n")
		if strings.Contains(drawn, "38;") || strings.Contains(drawn, "48;") {
			t.Errorf("%s: a colour beyond the sixteen: %q", name, drawn)
		}
		if !regexp.MustCompile(`\x1b\[(\d+;)*[39][0-7]m`).MatchString(drawn) {
			t.Errorf("%s: no colour at all: %q", name, drawn)
		}
	}
}
