package safetext

import (
	"html"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	basics "github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	tables "github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
)

// Sizes of the pieces that an article is read in, in bytes of HTML. A piece ends with a block; a single block
// longer than maxPiece is cut inside, a table between rows of which nextPiece is full.
const (
	firstPiece = 4 << 10
	nextPiece  = 12 << 10
	maxPiece   = 32 << 10
	maxRich    = 4 << 20   // of a body at all
	maxRawLine = 256 << 10 // of one line, raw
)

// truncateInput cuts a raw body to what is read of it at most.
func truncateInput(raw string) string {
	return cutRaw(raw, maxRich)
}

// cutRaw cuts what is raw to a number of bytes, between two runes, before any work is done on it.
func cutRaw(raw string, limit int) string {
	if len(raw) <= limit {
		return raw
	}
	cut := limit
	for cut > limit-utf8.UTFMax && !utf8.RuneStart(raw[cut]) {
		cut--
	}
	return raw[:cut] + ellipsis
}

// sections reads decoded, cleaned HTML as markdown piece by piece.
func sections(s string, yield func(Markdown) bool) {
	p := &markdownWriter{}
	w := &treeBuilder{writer: p}
	goal := firstPiece
	all := tokens(s)
	for i := 0; i < len(all); i++ {
		t := all[i]
		if p.b.Len() >= goal && w.mayCut(t, p.b.Len()) {
			if !p.flushChunk(w, yield) {
				return
			}
			goal = nextPiece
		}
		for t.element == nil && len(t.text) > maxPiece {
			cut := cutText(t.text, maxPiece)
			w.words(t.text[:cut])
			t.text = t.text[cut:]
			if !p.flushChunk(w, yield) {
				return
			}
		}
		w.token(t, all[i+1:])
	}
	w.finish()
	p.emit(yield)
}

// mayCut says whether a piece may end before t.
func (w *treeBuilder) mayCut(t token, size int) bool {
	if size >= maxPiece {
		return true
	}
	starts := t.element != nil && t.kind == block && !t.end
	if w.inDataTable() {
		return starts && t.as == "tr" && w.cells == 0 && size >= nextPiece
	}
	return starts && w.pre == 0
}

// cutText finds the last white space before limit, or the last whole rune.
func cutText(s string, limit int) int {
	if i := strings.LastIndexAny(s[:limit], " \n"); i > limit/2 {
		return i + 1
	}
	for limit > 1 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return limit
}

// markdownWriter writes HTML of few kinds, well nested, without attributes that say nothing.
type markdownWriter struct {
	b     strings.Builder
	cells int
	link  struct {
		from int
		to   string
	}
}

// flushChunk ends the piece: what is open is closed, handed over, and opened again in the next.
func (p *markdownWriter) flushChunk(w *treeBuilder, yield func(Markdown) bool) bool {
	for i := len(w.stack) - 1; i >= 0; i-- {
		if w.stack[i].opened {
			p.closeElement(w.stack[i])
		}
	}
	if !p.emit(yield) {
		return false
	}
	for _, n := range w.stack {
		n.opened = n.opened && n.kind == block
		if n.opened {
			n.first += n.items
			n.items = 0
			p.reopen(n)
		}
	}
	return true
}

// reopen goes on with a block in a new piece. A table gets an empty row to head it, or its next row would.
func (p *markdownWriter) reopen(n *node) {
	p.open(n)
	if n.name == "table" {
		p.b.WriteString("<tr><td></td></tr>")
	}
}

func (p *markdownWriter) emit(yield func(Markdown) bool) bool {
	source := p.b.String()
	p.b.Reset()
	md := markdown(source)
	return md == "" || yield(Markdown{md})
}

func (p *markdownWriter) open(n *node) {
	switch {
	case n.name == "td":
		p.cells++
	case p.inCell(n):
		p.b.WriteByte(' ')
		if n.as == "li" {
			p.b.WriteString("• ")
		}
		return
	case n.name == "a":
		p.link.to, _ = safeURL(n.attr("href"))
		p.link.from = p.b.Len()
		return
	case n.name == "ol":
		p.b.WriteString(`<ol start="` + strconv.Itoa(n.first+n.items) + `">`)
		return
	}
	p.b.WriteString("<" + n.name + ">")
}

func (p *markdownWriter) closeElement(n *node) {
	switch {
	case n.name == "td":
		p.cells--
	case p.inCell(n):
		p.b.WriteByte(' ')
		return
	case n.name == "a":
		p.anchor()
		return
	}
	p.b.WriteString("</" + n.name + ">")
}

// inCell says whether a block stands in a cell of a table, which markdown keeps on one line.
func (p *markdownWriter) inCell(n *node) bool {
	return p.cells > 0 && n.kind == block && n.name == "div"
}

// anchor makes a link of what was written since its start; without a safe target, or when the text is the
// address itself, the text stands alone.
func (p *markdownWriter) anchor() {
	to := p.link.to
	p.link.to = ""
	if to == "" || p.b.Len() < p.link.from {
		return
	}
	s := p.b.String()
	before, text := s[:p.link.from], s[p.link.from:]
	if textIsURL(strings.ReplaceAll(text, ampersand, "&"), to) {
		return
	}
	p.b.Reset()
	p.b.WriteString(before + `<a href="` + html.EscapeString(to) + `">` + text + "</a>")
}

func (p *markdownWriter) void(t tag) {
	switch {
	case t.as == "img":
		p.text(imageText(t, true), false)
	case p.cells > 0:
		p.b.WriteByte(' ')
	default:
		p.b.WriteString("<" + t.as + ">")
	}
}

func (p *markdownWriter) text(s string, _ bool) { p.b.WriteString(escapeText.Replace(s)) }

var escapeText = strings.NewReplacer("&", ampersand, "<", "&lt;", ">", "&gt;")

// convert is made once; it holds no state between calls.
var convert = sync.OnceValue(func() *converter.Converter {
	return converter.NewConverter(converter.WithPlugins(
		basics.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(commonmark.WithListEndComment(false)),
		strikethrough.NewStrikethroughPlugin(),
		tables.NewTablePlugin(
			tables.WithHeaderPromotion(true),
			tables.WithNewlineBehavior(tables.NewlineBehaviorPreserve),
			tables.WithCellPaddingBehavior(tables.CellPaddingBehaviorMinimal),
		),
	))
})

// ampersand stands for "&" while HTML is converted, so that the converter's own entities can be told from the
// text's. It is private use, which no cleaned text holds.
const ampersand = "\uE000"

// markdown converts well nested HTML; what cannot be converted is shown as text.
func markdown(source string) string {
	md, err := convert().ConvertString(source)
	if err != nil {
		md = escapeLines(html.UnescapeString(plainText(source, true)))
	}
	md = strings.Trim(finishLines(md), "\n")
	return unlimited.clean(md)
}

// finishLines puts the ampersands back. Code blocks keep everything: nothing decodes there.
func finishLines(md string) string {
	if !strings.Contains(md, ampersand) && !strings.Contains(md, "://") {
		return md
	}
	var b strings.Builder
	fence := ""
	for line := range strings.Lines(md) {
		mark := fenceOf(line)
		switch {
		case fence == "" && mark == "":
			finishLine(&b, line)
			continue
		case fence == "":
			fence = mark
		case strings.HasPrefix(mark, fence):
			fence = ""
		}
		b.WriteString(strings.ReplaceAll(line, ampersand, "&"))
	}
	return b.String()
}

// fenceOf is the run of backquotes that opens or closes a code block on this line.
func fenceOf(line string) string {
	s := strings.TrimLeft(line, " >-0123456789.")
	n := len(s) - len(strings.TrimLeft(s, "`"))
	if n < 3 {
		return ""
	}
	return s[:n]
}

// unescapeAddress undoes what the converter escapes in an address that stands in the text: renderers take
// addresses as they are.
var unescapeAddress = strings.NewReplacer(`\_`, "_", `\~`, "~", ampersand, "&")

// finishLine finishes a line outside of code.
func finishLine(b *strings.Builder, line string) {
	for {
		at := strings.Index(line, "http")
		if at < 0 {
			b.WriteString(escapeEntities(line))
			return
		}
		end := at + len("http")
		if rest := line[end:]; strings.HasPrefix(rest, "://") || strings.HasPrefix(rest, "s://") {
			end += addressLen(rest)
		}
		b.WriteString(escapeEntities(line[:at]))
		b.WriteString(unescapeAddress.Replace(line[at:end]))
		line = line[end:]
	}
}

// addressLen is how far an address goes at most.
func addressLen(s string) int {
	if n := strings.IndexAny(s, " \n)]<>|\""); n >= 0 {
		return n
	}
	return len(s)
}

// escapeEntities puts ampersands back, as "&amp;" where html.UnescapeString would see an entity.
func escapeEntities(s string) string {
	parts := strings.Split(s, ampersand)
	var b strings.Builder
	b.WriteString(parts[0])
	for _, rest := range parts[1:] {
		probe := "&" + rest[:min(len(rest), maxName+1)]
		b.WriteByte('&')
		if strings.HasPrefix(rest, "amp") || html.UnescapeString(probe)[0] != '&' {
			b.WriteString("amp;")
		}
		b.WriteString(rest)
	}
	return b.String()
}
