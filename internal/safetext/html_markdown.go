package safetext

import (
	"html"
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

// htmlChunks converts decoded, sanitised HTML to markdown in chunks.
func htmlChunks(s string, yield func(Markdown) bool) {
	p := &markdownWriter{}
	b := &treeBuilder{writer: p}
	goal := firstPiece
	all := tokens(s)
	for i := 0; i < len(all); i++ {
		t := all[i]
		if p.b.Len() >= goal && b.mayCut(t, p.b.Len()) {
			if !p.flushChunk(b, yield) {
				return
			}
			goal = nextPiece
		}
		for t.element == nil && len(t.text) > maxPiece {
			cut := cutText(t.text, maxPiece)
			rest := t.text[cut:]
			t.text = t.text[:cut]
			b.addText(t)
			t.text = rest
			if !p.flushChunk(b, yield) {
				return
			}
		}
		b.addToken(t, all[i+1:])
	}
	b.finish()
	p.emit(yield)
}

// mayCut reports whether a chunk may end before t.
func (b *treeBuilder) mayCut(t token, size int) bool {
	if size >= maxPiece {
		return true
	}
	starts := t.element != nil && t.kind == block && !t.end
	if b.inDataTable() {
		return starts && t.as == "tr" && b.cells == 0 && size >= nextPiece
	}
	return starts && b.pre == 0
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
	b         strings.Builder
	cells     int
	afterList string // the element of the last list, if nothing stands behind it
	link      struct {
		from    int
		address string
	}
}

// flushChunk ends a chunk: it closes the open elements, yields the chunk, and reopens the blocks in the next.
func (w *markdownWriter) flushChunk(b *treeBuilder, yield func(Markdown) bool) bool {
	afterList := w.afterList
	for i := len(b.stack) - 1; i >= 0; i-- {
		if b.stack[i].opened {
			w.closeElement(b.stack[i])
		}
	}
	w.afterList = ""
	if !w.emit(yield) {
		return false
	}
	defer func() { w.afterList = afterList }()
	for _, n := range b.stack {
		n.opened = n.opened && n.kind == block
		if n.opened {
			w.reopen(n)
		}
	}
	return true
}

// reopen reopens a block in a new chunk. A table gets an empty header row; otherwise its next row would become the
// header.
func (w *markdownWriter) reopen(n *node) {
	if n.name == "li" { // without its label
		w.b.WriteString("<li>")
		return
	}
	w.open(n)
	if n.name == "table" {
		w.b.WriteString("<tr><td></td></tr>")
	}
}

func (w *markdownWriter) emit(yield func(Markdown) bool) bool {
	source := w.b.String()
	w.b.Reset()
	md := markdown(source)
	return md == "" || yield(Markdown{md})
}

func (w *markdownWriter) open(n *node) {
	switch {
	case n.name == "td":
		w.cells++
	case w.inCell(n):
		w.b.WriteByte(' ')
		if n.as == "li" {
			w.b.WriteString(n.marker() + " ")
		}
		return
	case n.name == "a":
		w.link.address = n.attr("href")
		w.link.from = w.b.Len()
		return
	case isList(n.name):
		w.openList(n)
		return
	}
	w.b.WriteString("<" + n.name + ">")
	if n.name == "li" || n.name == "blockquote" || n.name == "table" {
		w.afterList = ""
	}
	if n.name == "li" && n.label != "" && !n.list.plain {
		w.b.WriteString(n.label + hardBlank)
	}
}

func (w *markdownWriter) closeElement(n *node) {
	switch {
	case n.name == "td":
		w.cells--
	case w.inCell(n):
		w.b.WriteByte(' ')
		return
	case n.name == "a":
		w.anchor()
		return
	}
	name := n.name
	if isList(name) {
		name = n.listElement()
		w.afterList = name
	}
	w.b.WriteString("</" + name + ">")
}

// inCell reports whether a block is in a table cell, which markdown keeps on one line.
func (w *markdownWriter) inCell(n *node) bool {
	return w.cells > 0 && n.kind == block && n.name == "div"
}

// anchor turns the text since the link's start into a link. Without a safe target the address is text; if the text is
// the address itself, it is left as it is.
func (w *markdownWriter) anchor() {
	address := w.link.address
	w.link.address = ""
	if address == "" || w.b.Len() < w.link.from {
		return
	}
	s := w.b.String()
	before, text := s[:w.link.from], s[w.link.from:]
	words := strings.ReplaceAll(text, ampersand, "&")
	to, ok := safeURL(address)
	switch {
	case !ok:
		if note := linkNote(words, address); note != "" {
			w.text(" "+note, flowing)
		}
	case !textIsURL(words, to):
		w.b.Reset()
		w.b.WriteString(before + `<a href="` + html.EscapeString(to) + `">` + text + "</a>")
	}
}

func (w *markdownWriter) voidElement(t tag) {
	if t.as != "br" {
		w.afterList = ""
	}
	switch {
	case t.as == "img":
		w.text(imageText(t), flowing)
	case t.as == "input":
		w.text(inputText(t), flowing)
	case w.cells > 0:
		w.b.WriteByte(' ')
	default:
		w.b.WriteString("<" + t.as + ">")
	}
}

func (w *markdownWriter) text(s string, as whiteSpace) {
	if strings.TrimSpace(s) != "" {
		w.afterList = ""
	}
	if as != typedLines {
		w.b.WriteString(escapeText.Replace(s))
		return
	}
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			w.b.WriteString("<br>")
			body := strings.TrimLeft(line, " ")
			w.b.WriteString(strings.Repeat(hardBlank, len(line)-len(body)))
			line = body
		}
		w.b.WriteString(escapeTyped.Replace(line))
	}
}

var (
	escapeText  = strings.NewReplacer("&", ampersand, "<", "&lt;", ">", "&gt;")
	escapeTyped = strings.NewReplacer("&", ampersand, "<", "&lt;", ">", "&gt;", "  ", " "+hardBlank)
)

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

// hardBlank replaces a blank that is meant, in the same way.
const hardBlank = "\uE001"

// listEnd stands between two lists, in the same way, and becomes ListEnd.
const listEnd = "\uE002"

// ListEnd is a line between two lists that would otherwise be one.
const ListEnd = "<!-- -->"

// finishMarks replaces the marks of the conversion.
var finishMarks = strings.NewReplacer(hardBlank, "\u00a0", listEnd, ListEnd)

// markdown converts well-nested HTML to markdown; if that fails, it returns the text.
func markdown(source string) string {
	md, err := convert().ConvertString(source)
	if err != nil {
		md = escapeLines(html.UnescapeString(plainText(source)))
	}
	md = strings.Trim(finishLines(md), "\n")
	return policy{}.clean(finishMarks.Replace(md))
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
