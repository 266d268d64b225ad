package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/ui/theme"
)

// element is a text or rectangle of a picture.
type element struct {
	Name       string
	attributes map[string]string
	text       string
}

// elementsOf reads a picture as an XML parser does, and fails if it is none.
func elementsOf(t *testing.T, svg []byte) []element {
	t.Helper()
	var all []element
	in := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{Name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += strings.TrimRight(string(token), "\n")
			}
		}
	}
}

func textsOf(t *testing.T, svg []byte) []element {
	t.Helper()
	var texts []element
	for _, e := range elementsOf(t, svg) {
		if e.Name == "text" {
			texts = append(texts, e)
		}
	}
	return texts
}

func options(width, height int) Options {
	return Options{Width: width, Height: height, Paper: PaperOf(theme.New(true, false)), Title: "a test"}
}

func TestSVG_TextStaysTextAtItsPlace(t *testing.T) {
	frame := "  Refund \x1b[1mnot\x1b[m received      5d\n 画面 ok 👨‍👩‍👧!"
	texts := textsOf(t, SVG(frame, options(40, 2)))
	type place struct{ text, x, y, width string }
	want := []place{
		{"Refund", "16.8", "12", "50.4"},
		{"not", "75.6", "12", "25.2"},
		{"received", "109.2", "12", "67.2"},
		{"5d", "226.8", "12", "16.8"},
		{"画", "8.4", "28", "16.8"},
		{"面", "25.2", "28", "16.8"},
		{"ok", "50.4", "28", "16.8"},
		{"👨‍👩‍👧", "75.6", "28", "16.8"},
		{"!", "92.4", "28", "8.4"},
	}
	if len(texts) != len(want) {
		t.Fatalf("%d texts, want %d: %v", len(texts), len(want), texts)
	}
	for i, w := range want {
		a := texts[i].attributes
		if got := (place{texts[i].text, a["x"], a["y"], a["textLength"]}); got != w {
			t.Errorf("text %d is %v, want %v", i, got, w)
		}
	}
}

func TestSVG_LooksAsTheTerminal(t *testing.T) {
	paper := PaperOf(theme.New(true, false))
	for name, c := range map[string]struct{ frame, want string }{
		"bold":             {"\x1b[1mx\x1b[m", "font-weight:bold"},
		"underlined blank": {"\x1b[4m \x1b[m", "text-decoration:underline"},
		"a colour":         {"\x1b[38;2;1;2;255mx\x1b[m", "fill:#0102ff"},
		"its own colour":   {"\x1b[31mx\x1b[m", "fill:" + paper.Own[1]},
		"a bright one":     {"\x1b[94mx\x1b[m", "fill:" + paper.Own[12]},
		"a background":     {"\x1b[48;2;9;9;9mx\x1b[m", `<rect x="0" y="0" width="8.4" height="16" fill="#090909"/>`},
		"reversed":         {"\x1b[7mx\x1b[m", "fill:" + paper.Background},
		"behind reversed":  {"\x1b[7mx\x1b[m", `fill="` + paper.Text + `"/>`},
	} {
		if svg := string(SVG(c.frame, options(5, 1))); !strings.Contains(svg, c.want) {
			t.Errorf("%s: no %s in\n%s", name, c.want, svg)
		}
	}
}

func TestSVG_HostileTextIsValidAndHarmless(t *testing.T) {
	hostile, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "hostile.txt"))
	if err != nil {
		t.Fatal(err)
	}
	frames := append(strings.Split(string(hostile), "\n"),
		`</text><script>alert(1)</script>`, `" onload="alert(1)`, "]]>&lt;&amp;&nbsp;<!--", "\x00\x01\x0b￾￿\xff\xc3", "\x1b]8;;javascript:alert(1)\x07link\x1b]8;;\x07",
	)
	for _, frame := range frames {
		o := options(60, 3)
		o.Title = frame
		svgs := [][]byte{SVG(frame, o), Animate([]Frame{{0, "x"}, {time.Second, frame}}, 2*time.Second, o)}
		for _, svg := range svgs {
			for _, e := range elementsOf(t, svg) {
				switch e.Name {
				case "svg", "title", "style", "rect", "g", "text":
				default:
					t.Errorf("%q makes an element %s", frame, e.Name)
				}
				for name := range e.attributes {
					if strings.HasPrefix(name, "on") || strings.HasSuffix(name, "href") {
						t.Errorf("%q makes an attribute %s", frame, name)
					}
				}
			}
		}
	}
}

func TestAnimate_RowsAreDrawnOnceForAsLongAsTheyStay(t *testing.T) {
	frames := []Frame{{0, "always\none"}, {time.Second, "always\ntwo"}, {3 * time.Second, "always\none"}}
	svg := Animate(frames, 4*time.Second, options(10, 2))
	drawn := map[string]int{}
	for _, e := range textsOf(t, svg) {
		drawn[e.text]++
	}
	if drawn["always"] != 1 || drawn["one"] != 2 || drawn["two"] != 1 {
		t.Errorf("it draws %v", drawn)
	}
	for _, want := range []string{
		"{0%{visibility:visible}25.00%{visibility:hidden}}",
		"{0%{visibility:hidden}25.00%{visibility:visible}75.00%{visibility:hidden}}",
		"{0%{visibility:hidden}75.00%{visibility:visible}}",
		"animation:t0 4s step-end infinite",
	} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
}

func TestCast_WritesWhatChanges(t *testing.T) {
	frames := []Frame{{0, "a\nb"}, {1500 * time.Millisecond, "a\n\x1b[1mc\x1b[m"}, {2 * time.Second, "a\n\x1b[1mc\x1b[m"}}
	cast, err := Cast(frames, 3*time.Second, options(10, 2))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(cast)), "\n")
	var header castHeader
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil || header.Version != 2 || header.Width != 10 || header.Height != 2 {
		t.Errorf("the header is %+v, %v", header, err)
	}
	want := []string{
		`[0,"o","\u001b[?25l\u001b[2J\u001b[1;1H\u001b[m\u001b[2Ka\u001b[2;1H\u001b[m\u001b[2Kb"]`,
		`[1.5,"o","\u001b[2;1H\u001b[m\u001b[2K\u001b[1mc\u001b[m"]`,
		`[3,"o","\u001b[m"]`,
	}
	if got := lines[1:]; strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("it writes\n%s", strings.Join(got, "\n"))
	}
}
