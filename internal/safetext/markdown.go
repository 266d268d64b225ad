package safetext

import (
	"html"
	"strings"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	basics "github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	tables "github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
)

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
