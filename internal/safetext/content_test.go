package safetext_test

import (
	"strings"
	"testing"

	"frontdesk/internal/safetext"
)

// asText returns a body as commands print it.
func asText(body string) string { return safetext.NewHTML(body).Text().String() }

// contains fails for each part that a body does not have as text, or as markdown.
func contains(t *testing.T, body string, parts ...string) {
	t.Helper()
	text := asText(body)
	markdown := strings.NewReplacer(`\`, "", "&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(safetext.NewHTML(body).Markdown().String())
	for _, part := range parts {
		if !strings.Contains(text, part) || !strings.Contains(markdown, part) {
			t.Errorf("%q is not in\n%s\nor not in\n%s", part, text, markdown)
		}
	}
}

func TestCode_ThatSomeoneWroteIsShown(t *testing.T) {
	for body, parts := range map[string][]string{
		"<p>I have &lt;b&gt;bold&lt;/b&gt; and</p><pre>&lt;script&gt;\n  go();\n&lt;/script&gt;</pre>": {
			"<b>bold</b>", "<script>\n  go();\n</script>",
		},
		"<p>Write &amp;lt; for a sign, AT&amp;T</p>":                                                  {"Write &lt; for a sign, AT&T"},
		"&lt;p&gt;one&lt;/p&gt;&lt;p&gt;&amp;lt;b&amp;gt;x&amp;lt;/b&amp;gt;&lt;/p&gt;":               {"one", "<b>x</b>"},
		"I wrote <script>go()</script> before </body> and <head> in my page.":                         {"I wrote <script>go()</script> before </body> and <head> in my page."},
		"Put &lt;script&gt;go()&lt;/script&gt; there":                                                 {"Put <script>go()</script> there"},
		"<p>Never put <style>p{}</style> there, nor <script>go()</script>. END</p>":                   {"put <style>p{}</style> there", "<script>go()</script>. END"},
		"Use <i>it</i> but not <b> or </body> or <form>, <meta> and <title>":                          {"it", "not <b> or </body> or <form>, <meta> and <title>"},
		"My <address> is in <section> 4, the <main> door":                                             {"My <address> is in <section> 4, the <main> door"},
		"<p>A comment begins with <!-- and goes on</p>":                                               {"begins with <!-- and goes on"},
		"How do I add a <table> to my page? I tried <div> and <p>.":                                   {"add a <table> to my page? I tried <div> and <p>."},
		"<p>How do I add a <table> to my page?</p>":                                                   {"How do I add a <table> to my page?"},
		"Write <br> for a new line":                                                                   {"Write <br> for a new line"},
		"<h2> is too large":                                                                           {"<h2> is too large"},
		"<p>x</p><script>go()</script>":                                                               {"<script>go()</script>"},
		`<p>Watch <iframe src="https://v.example/1"></iframe> <video src="/v.mp4">or not</video></p>`: {"iframe (https://v.example/1)", "video (/v.mp4)", "or not"},
		"<div>A formula <math><mi>x</mi>=2</math> and <svg><path d='1'/></svg></div>":                 {"A formula [formula] and [image]"},
		"<p>&#x1b;[31m &#x202e;x</p>":                                                                 {"␛[31m \ufffdx"},
	} {
		contains(t, body, parts...)
	}
	page := "<html><head><title>Mail</title><style>p{}</style></head><body><p>Hello</p><script>x</script></body></html>"
	for _, body := range []string{page, "<!-- x -->\n" + page, "<!DOCTYPE html>" + page, "<style>p{}</style><p>Hello</p>", "<p>Hello</p><style>p{}</style>"} {
		if got := asText(body); got != "Hello" {
			t.Errorf("%q is shown as %q, though a page hides the rest", body, got)
		}
	}
}

func TestPlainText_WithATagOrTwoKeepsItsLines(t *testing.T) {
	for body, want := range map[string]string{
		"Order 4711:\n1x pump\n2x belt\n\nSee <b>page 2</b>.\n- leak\n- noise":        "Order 4711:\n1x pump\n2x belt\n\nSee page 2.\n- leak\n- noise",
		"Hello,\n\nfirst line\n<a href=\"https://x.example/p\">photo</a>\nthird line": "Hello,\n\nfirst line\nphoto (https://x.example/p)\nthird line",
		"Line one\nLine two\n\n<p>-- <br>Asha</p>":                                    "Line one\nLine two\n\n--\nAsha",
		"<div style=\"white-space:pre-wrap\">line1\nline2\n  line3</div>":             "line1\nline2\n  line3",
		"<p>a</p><span style='color:red; white-space: pre-line;'>b\nc</span>":         "a\n\nb\nc",
		"name    size\nbelt    <i>12</i>\n  small":                                    "name    size\nbelt    12\n  small",
		"Hello<br>world":                                       "Hello\nworld",
		"Hello <br> world <br> again":                          "Hello\nworld\nagain",
		"Hello<p>world":                                        "Hello\n\nworld",
		"<div>cut off <p>here":                                 "cut off\n\nhere",
		"one<br>\ntwo<br>\nthree":                              "one\ntwo\nthree",
		"one<br>two\nthree":                                    "one\ntwo\nthree",
		"one<br><br>two of\nthe source<br>three":               "one\n\ntwo of the source\nthree",
		"<div>a line\nof the source</div>":                     "a line of the source",
		"<div style='white-space:nowrap'>a\nb</div>":           "a b",
		"<html><body>a line\nof a page <b>x</b></body></html>": "a line of a page x",
		"Order:\n<p>1x pump\n2x belt\nAsha":                    "Order:\n\n1x pump\n2x belt\nAsha",
		"1 &lt; 2 &amp;\n<b>3</b>":                             "1 < 2 &\n3",
	} {
		if got := asText(body); got != want {
			t.Errorf("%q is shown as\n%s\nwant\n%s", body, got, want)
		}
		var lines []string
		for line := range strings.SplitSeq(want, "\n") {
			if words := strings.TrimLeft(line, " "); words != "" && !strings.Contains(line, "photo") && !strings.Contains(line, "  ") {
				lines = append(lines, words)
			}
		}
		shown := strings.NewReplacer(`\`, "", "**", "", "*", "", "&lt;", "<").Replace(safetext.NewHTML(body).Markdown().String())
		for _, line := range lines {
			if !strings.Contains("\n"+strings.ReplaceAll(strings.ReplaceAll(shown, "  \n", "\n"), "\u00a0", "")+"\n", "\n"+line+"\n") {
				t.Errorf("%q has no line %q in\n%s", body, line, shown)
			}
		}
	}
}

func TestLists_KeepTheirNumbersAndLetters(t *testing.T) {
	for body, want := range map[string]string{
		"<ol><li>Unplug<li>Wait</ol><ol><li>Press</ol>":                        "1. Unplug\n2. Wait\n\n1. Press",
		"<div><ol><li>A<li>B</ol></div><p>&nbsp;</p><div><ol><li>C</ol></div>": "1. A\n2. B\n\n1. C",
		"<ol type=a><li>Restart<li>Reset</ol>":                                 "a. Restart\nb. Reset",
		"<ol type=A start=27><li>x</ol>":                                       "AA. x",
		"<ol style='list-style-type: lower-roman'><li>x<li>y<li>z<li>w</ol>":   "i. x\nii. y\niii. z\niv. w",
		"<ol><li value=10>ten<li>eleven<li value=3>three</ol>":                 "10. ten\n11. eleven\n3. three",
		"<ol start=0><li>zero<li>one</ol>":                                     "0. zero\n1. one",
		"<ol start=-1><li>a<li>b</ol>":                                         "-1. a\n0. b",
		"<ol reversed><li>a<li>b</ol>":                                         "2. a\n1. b",
		"<ol start=5><li>a<ol type=i><li>b</ol><li>c</ol>":                     "5. a\n  i. b\n6. c",
		"<table><tr><td><ol type=a><li>x<li>y</ol><td>b</table>":               "a. x b. y | b",
		"<table><tr><td><ul><li>x<li>y</ul><td>b</table>":                      "• x • y | b",
	} {
		if got := asText(body); got != want {
			t.Errorf("%q is shown as\n%s\nwant\n%s", body, got, want)
		}
	}
	for body, want := range map[string]string{
		"<ol><li>a</ol><ol><li>b</ol>":                  "1. a\n\n<!-- -->\n\n1. b",
		"<ul><li>a</ul><ol><li>b</ol><ul><li>c</ul>":    "- a\n\n1. b\n\n- c",
		"<ol type=a><li>x<li>y</ol>":                    "- a.\u00a0x\n- b.\u00a0y",
		"<ul><li>a<ul><li>b</ul></ul><p>x</p><ul><li>c": "- a\n  - b\n\nx\n\n- c",
		"&lt;!-- --&gt;":                                `\<!-- --\>`,
	} {
		if got := safetext.NewHTML(body).Markdown().String(); got != want {
			t.Errorf("%q is\n%s\nwant\n%s", body, got, want)
		}
	}
}

func TestScripts_StruckTextAndBoxesAreShown(t *testing.T) {
	for body, want := range map[string]string{
		"10<sup>6</sup> pages, 5&nbsp;m<sup>2</sup>, 1:10<sup>-3</sup>":                                        "10⁶ pages, 5 m², 1:10⁻³",
		"19<sup>99</sup>, x<sub>1</sub>0, H<sub>2</sub>O":                                                      "19⁹⁹, x₁0, H₂O",
		"2<sup>k</sup>, e<sup>a/b</sup>, v<sub>max</sub>":                                                      "2^k, e^(a/b), v_max",
		"1<sup>st</sup>, Brand<sup>TM</sup>, note<sup>[1]</sup>":                                               "1st, BrandTM, note[1]",
		"10<sup><b>6</b></sup>, 2<sup>x<sup>2</sup></sup>":                                                     "10⁶, 2^(x²)",
		"&lt;sup&gt;2&lt;/sup&gt; <p>10<sup></sup>":                                                            "<sup>2</sup>\n\n10",
		"Was <del>19.99</del> now <ins>9.99</ins>, <s>no</s>":                                                  "Was ~~19.99~~ now 9.99, ~~no~~",
		"<input type=\"checkbox\" checked> paid <input type=checkbox> shipped <input type=radio checked=''> x": "[x] paid [ ] shipped [x] x",
		"<p>She said <q>no</q></p>":                                                                            "She said “no”",
	} {
		if got := asText(body); got != want {
			t.Errorf("%q is shown as %q, want %q", body, got, want)
		}
		if !strings.Contains(body, "<b>") {
			contains(t, body, strings.Split(want, "\n")...)
		}
	}
	if got := safetext.Fold("H₂O 5 m²"); got != "h2o 5 m2" {
		t.Errorf("a search for H2O looks for %q", got)
	}
}

func TestQuotes_AreMarkedInText(t *testing.T) {
	for body, want := range map[string]string{
		"<p>It says:</p><blockquote><p>E-77: blocked</p><p>x<br>y</p></blockquote><p>Help.</p>": "It says:\n\n> E-77: blocked\n>\n> x\n> y\n\nHelp.",
		"<blockquote>a<blockquote><pre>b\n c</pre></blockquote></blockquote>":                   "> a\n>\n> > b\n> >  c",
	} {
		if got := asText(body); got != want {
			t.Errorf("%q is shown as\n%s\nwant\n%s", body, got, want)
		}
	}
}

func TestLinks_OfEverySchemeSayWhereTheyLead(t *testing.T) {
	for body, want := range map[string]string{
		`<a href="tel:+18005550100">call</a>`:                           "call (tel:+18005550100)",
		`<a href="tel:+1-800-555-0100">+1 800 555 0100</a>`:             "+1 800 555 0100",
		`<a href="sms:+18005550101?body=hi">text us</a>`:                "text us (sms:+18005550101?body=hi)",
		`<a href="/kb/42">read this</a>`:                                "read this (/kb/42)",
		`<a href="../x?a=1&amp;copy=2">up</a>`:                          "up (../x?a=1&copy=2)",
		`<a href="//files.example/f.pdf">form</a>`:                      "form (//files.example/f.pdf)",
		`<a href="ftp://f.example/x">f</a>`:                             "f (ftp://f.example/x)",
		`<a href="whatsapp://send?phone=1">chat</a>`:                    "chat (whatsapp://send?phone=1)",
		`<a href="javascript:alert(1)">x</a>`:                           "x (javascript:alert(1))",
		`<a href="#top">top</a> <a href="javascript:void(0);">menu</a>`: "top menu",
		`<a href="https://пример.рф/путь">site</a>`:                     "site (https://пример.рф/путь)",
		`<a href="https://xn--e1afmkfd.xn--p1ai/">site</a>`:             "site (https://xn--e1afmkfd.xn--p1ai/)",
		`<a href="https://münchen.de/">site</a>`:                        "site (https://münchen.de/)",
		`<a href="https://例え.jp/">site</a>`:                             "site (https://例え.jp = xn--r8jz45g.jp/)",
		`<a href="https://аррӏе.com/">site</a>`:                         "site (https://аррӏе.com = xn--80ak6aa92e.com/)",
		`<a href="https://paypaı.com/">site</a>`:                        "site (https://paypaı.com = xn--paypa-r4a.com/)",
		`<a href="https://пример.рф/">https://пример.рф</a>`:            "https://пример.рф",
	} {
		if got := asText(body); got != want {
			t.Errorf("%q is shown as %q, want %q", body, got, want)
		}
		if !strings.Contains(want, "https://xn--") {
			contains(t, body, want)
		}
	}
	for _, body := range []string{`<a href="https://пример.рф/путь">x</a>`, `<a href="tel:1">x</a>`, `<a href="/x">x</a>`} {
		if md := safetext.NewHTML(body).Markdown().String(); strings.Contains(md, "](") {
			t.Errorf("%q becomes a link that a click follows: %s", body, md)
		}
	}
}

func TestPhoneDigits_AreWhatIsDialled(t *testing.T) {
	for typed, want := range map[string]string{
		"+91 98765 43210": "919876543210", "\u202a+44 (7700) 900‑123\u202c": "447700900123", "tel:+1-800-555-0100": "18005550100",
		"040/12.34": "0401234", "５５５": "555", "call me": "callme", "": "",
	} {
		if got := safetext.PhoneDigits(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}
