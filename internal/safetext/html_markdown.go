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

// Sizes of the chunks of an article, in bytes of HTML. A chunk ends with a block; a block longer than maxPiece is cut
// inside, and a table between rows from nextPiece on.
const (
	firstPiece = 4 << 10
	nextPiece  = 12 << 10
	maxPiece   = 32 << 10
	maxRich    = 4 << 20   // of a whole body
	maxRawLine = 256 << 10 // of the input of one line
)

// truncateInput limits a raw body to maxRich bytes.
func truncateInput(raw string) string {
	return cutRaw(raw, maxRich)
}

// cutRaw truncates raw input to limit bytes, at a rune boundary, before any processing.
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

// sections converts decoded, sanitised HTML to markdown in chunks.
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

// mayCut reports whether a chunk may end before t.
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

// cutText returns the position after the last white space before limit, or the last rune boundary.
func cutText(s string, limit int) int {
	if i := strings.LastIndexAny(s[:limit], " \n"); i > limit/2 {
		return i + 1
	}
	for limit > 1 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return limit
}

// markdownWriter writes well-nested HTML with few elements and only the necessary attributes, for the converter.
type markdownWriter struct {
	b     strings.Builder
	cells int
	link  struct {
		from int
		to   string
	}
}

// flushChunk ends a chunk: it closes the open elements, yields the chunk, and reopens the blocks in the next.
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

// reopen reopens a block in a new chunk. A table gets an empty header row; otherwise its next row would become the
// header.
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

// inCell reports whether a block is in a table cell, which markdown keeps on one line.
func (p *markdownWriter) inCell(n *node) bool {
	return p.cells > 0 && n.kind == block && n.name == "div"
}

// anchor turns the text since the link's start into a link; without a safe target, or if the text is the URL itself,
// the text is left as it is.
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

// convert returns the converter, which is created once and holds no state between calls.
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

// ampersand replaces "&" during the conversion, so that the converter's own entities can be distinguished from the
// text's. It is a private use character, which sanitised text does not contain.
const ampersand = "\uE000"

// markdown converts well-nested HTML to markdown; if that fails, it returns the text.
func markdown(source string) string {
	md, err := convert().ConvertString(source)
	if err != nil {
		md = escapeLines(html.UnescapeString(plainText(source, true)))
	}
	md = strings.Trim(finishLines(md), "\n")
	return unlimited.clean(md)
}

// finishLines restores the ampersands. In code blocks they are not escaped, because entities are not decoded there.
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

// fenceOf returns the run of backquotes that opens or closes a code block on a line.
func fenceOf(line string) string {
	s := strings.TrimLeft(line, " >-0123456789.")
	n := len(s) - len(strings.TrimLeft(s, "`"))
	if n < 3 {
		return ""
	}
	return s[:n]
}

// unescapeAddress reverts the converter's escapes in a bare URL, since renderers take URLs literally.
var unescapeAddress = strings.NewReplacer(`\_`, "_", `\~`, "~", ampersand, "&")

// finishLine restores the ampersands and URLs of a line outside code.
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

// addressLen returns the maximum length of the URL at the start of s.
func addressLen(s string) int {
	if n := strings.IndexAny(s, " \n)]<>|\""); n >= 0 {
		return n
	}
	return len(s)
}

// escapeEntities restores ampersands, as "&amp;" where html.UnescapeString would decode an entity.
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
