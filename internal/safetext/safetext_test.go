package safetext

import (
	"strings"
	"testing"
)

func TestCleanLine(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"words stay", "Refund not received", "Refund not received"},
		{"signs are no tags", "a < b and c > d <3", "a < b and c > d <3"},
		{"placeholders are no tags", "Dear <name>, press <Ctrl>+C", "Dear <name>, press <Ctrl>+C"},
		{"one inline tag is not a markup", "if a<b>c then", "if a<b>c then"},
		{"tags are what someone wrote", "How do I use <head> & <b>bold</b>?", "How do I use <head> & <b>bold</b>?"},
		{"escaped once", "R&amp;D &lt;3", "R&D <3"},
		{"escaped three times", "R&amp;amp;amp;D", "R&D"},
		{"escaped tags", "&lt;b&gt;late&lt;/b&gt; &lt;script&gt;x&lt;/script&gt;", "<b>late</b> <script>x</script>"},
		{"addresses keep their parameters", "https://a.example/?x=1&copy=2&currency=INR", "https://a.example/?x=1&copy=2&currency=INR"},
		{"an ampersand stays", "AT&T & sons", "AT&T & sons"},
		{"no-break spaces fold", "a&nbsp;&nbsp; b\u00a0", "a b"},
		{"white space folds", "  a \t b\r\n\n c ", "a b c"},
		{"escaped too deep is shown", "&amp;amp;amp;amp;amp;lt;", "＆amp;lt;"},
		{"escape is shown", "a\x1b[2Jb\x7f", "a␛[2Jb␡"},
		{"direction is not changed", "photo\u202egpj", "photo\ufffdgpj"},
		{"nothing visible", "\u200b \ufeff", ""},
		{"a mark gets a base", "\u0301a", "◌\u0301a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := LineFromEscaped(c.raw).String(); got != c.want {
				t.Errorf("CleanLine(%q) = %q, want %q", c.raw, got, c.want)
			}
		})
	}
}

func TestCleanBlock(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"lines stay", "a\n  b\n\nc", "a\n  b\n\nc"},
		{"line ends of all kinds", "a\r\nb\rc\u0085d\u2028e\vf\fg", "a\nb\nc\nd\ne\nf\ng"},
		{"tabs", "a\tb", "a    b"},
		{"empty ends go", "\n\n  a  \n\n", "  a"},
		{"paragraphs", "<p>a</p><p>b<br>c</p>", "a\n\nb\nc"},
		{"lists", "<p>do:</p><ul><li>x<li>y<ol start=3><li>p</li><li><p>q</p></li></ol></ul>", "do:\n\n• x\n• y\n  3. p\n  4. q"},
		{"tables", "<table><tr><th>A<th>B<tr><td>1<td><p>2</p><p>3</p></table>", "A | B\n1 | 2 3"},
		{"layout tables", "<table><tr><td><p>a</p><p>b</p></td></tr></table>", "a\n\nb"},
		{"links name their target", `<a href="https://a.example/x">here</a> <a href="javascript:void(0)">there</a>`, "here (https://a.example/x) there"},
		{"links do not say it twice", `<a href="https://a.example/">a.example</a>`, "a.example"},
		{"images", `<img src="/i.png" alt="The plug"> <img src="data:image/png;base64,AA"> x`, "The plug (/i.png) x"},
		{"preformatted", "<pre>a\n  b</pre>c", "a\n  b\n\nc"},
		{"crossed and unclosed", "<p>a <b>b <i>c</b> d</i><p>e", "a b c d\n\ne"},
		{"cut off in a tag", `<p>a</p><div style="color`, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := BlockFromHTML(c.raw).String(); got != c.want {
				t.Errorf("CleanBlock(%q) =\n%s\nwant\n%s", c.raw, got, c.want)
			}
			if got := NewHTML(c.raw).Text().String(); got != c.want {
				t.Errorf("Rich.Plain(%q) = %q, want %q", c.raw, got, c.want)
			}
		})
	}
}

func TestPlainReadsNeitherEntitiesNorTags(t *testing.T) {
	const s = "use &lt;b&gt; or <b>x</b>\n a  b "
	if got := BlockFromText(s).String(); got != s {
		t.Errorf("Plain = %q", got)
	}
	if got, want := LineFromText(s).String(), strings.ReplaceAll(s, "\n", " "); got != want {
		t.Errorf("PlainLine = %q, want %q", got, want)
	}
}

func TestLongTextIsCutBetweenCharacters(t *testing.T) {
	family := "👨‍👩‍👧‍👦"
	got := LineFromEscaped(strings.Repeat(family, 100)).String()
	if want := strings.Repeat(family, 36) + "…"; got != want {
		t.Errorf("cut to %q", got)
	}
	if got := LineFromEscaped(strings.Repeat("x", 256)).String(); strings.HasSuffix(got, "…") {
		t.Error("256 runes were cut")
	}
}

func TestFloodsAreCut(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"marks", "Z" + strings.Repeat("\u0301", 5000) + "x", "Z" + strings.Repeat("\u0301", 8) + "x"},
		{"joiners", "a\u200d\u200d\u200db", "a\u200db"},
		{
			"joined letters", strings.Repeat("a\u200d", 20) + "a",
			strings.Repeat(strings.Repeat("a\u200d", 8)+"a", 2) + "a\u200da\u200da",
		},
		{"joiner after space", "a \u200db", "a b"},
		{"variation selectors", "☎\ufe0f\ufe0e\ufe0fx", "☎\ufe0fx"},
		{"number signs", strings.Repeat("\u0600", 9) + "1", strings.Repeat("\u0600", 8) + "\ufffd1"},
	} {
		if got := BlockFromText(c.raw).String(); got != c.want {
			t.Errorf("%s: %+q, want %+q", c.name, got, c.want)
		}
	}
}

func TestVariationSelectors_OnlyAfterCharactersThatHaveThem(t *testing.T) {
	const form, other = "\U000e0100", "\U000e0155"
	for _, c := range []struct{ name, raw, want string }{
		{"an ideograph keeps its form", "葛" + form + "飾", "葛" + form + "飾"},
		{"an ideograph of the supplementary plane", "𠮟" + form, "𠮟" + form},
		{"an ideograph has one form", "葛" + form + other + form, "葛" + form},
		{"a letter hides nothing", "a" + form + "b" + other, "ab"},
		{"a digit, a sign and a picture hide nothing", "1" + form + "!" + other + "☎" + form, "1!☎"},
		{"kana, Hangul and Devanagari have no such forms", "か" + form + "한" + other + "क" + form, "か한क"},
		{"a mark between ends it", "葛\u0301" + form, "葛\u0301"},
		{"another selector between ends it", "葛\ufe00" + form, "葛\ufe00"},
		{"an ideograph has three standard forms", "嗀\ufe00 嗀\ufe01 嗀\ufe02 嗀\ufe03", "嗀\ufe00 嗀\ufe01 嗀\ufe02 嗀"},
		{"letters hide nothing in standard selectors", "o\ufe00r\ufe01d\ufe0ee\ufe0fr\u180b", "order"},
		{"spaces and signs hide nothing", "- \ufe0f-\ufe0f.\ufe00€\ufe0e", "- -.€"},
		{"emoji are text or picture", "☎\ufe0e☎\ufe0f©\ufe0f❤\ufe0f", "☎\ufe0e☎\ufe0f©\ufe0f❤\ufe0f"},
		{"joined emoji", "🏳\ufe0f\u200d🌈👁\ufe0f\u200d🗨\ufe0f", "🏳\ufe0f\u200d🌈👁\ufe0f\u200d🗨\ufe0f"},
		{"keycaps", "1\ufe0f\u20e3#\ufe0f\u20e3x\ufe0f\u20e3", "1\ufe0f\u20e3#\ufe0f\u20e3x\u20e3"},
		{"emoji have no numbered form", "☎\ufe00❤\ufe05", "☎❤"},
		{"mathematical signs and a slashed zero", "∩\ufe00∩\ufe01 0\ufe00", "∩\ufe00∩ 0\ufe00"},
		{"full-width punctuation", "、\ufe01、\ufe02", "、\ufe01、"},
		{"Mongolian letters", "ᠠ\u180bᠠ\ufe00", "ᠠ\u180bᠠ"},
	} {
		for exit, got := range map[string]string{
			"PlainLine": LineFromText(c.raw).String(), "CleanLine": LineFromEscaped(c.raw).String(), "AllowRendered": FilterANSI(c.raw),
		} {
			if got != c.want {
				t.Errorf("%s, %s: %+q, want %+q", c.name, exit, got, c.want)
			}
		}
	}
}

func TestEmptiness(t *testing.T) {
	if !LineFromEscaped(" \u200b").IsEmpty() || !BlockFromHTML(" \n").IsEmpty() || !NewHTML("").IsEmpty() || NewHTML("x").IsEmpty() {
		t.Error("empty texts cannot be distinguished from others")
	}
}

func TestAddress_KeepsWhatIsPartOfAQueryAndWhatIsLong(t *testing.T) {
	long := "https://files.example.com/" + strings.Repeat("a", 1500)
	for raw, want := range map[string]string{
		"/t?a=1&amp;copy=2&lt=3":  "/t?a=1&copy=2&lt=3",
		"/t?a=1&amp;amp;b=2":      "/t?a=1&b=2",
		"\n/t\n":                  "/t",
		"/t\x1b]8;;x\a":           "/t␛]8;;x␇",
		"/t\u202e7\nx":            "/t\ufffd7 x",
		long:                      long,
		strings.Repeat("b", 3000): strings.Repeat("b", longestAddress-1) + "…",
	} {
		if got := AddressFromHTML(raw).String(); got != want {
			t.Errorf("%.60q became %.60q (%d), want %.60q", raw, got, len(got), want)
		}
	}
}
