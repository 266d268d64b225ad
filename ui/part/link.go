package part

import (
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// unmask takes the link from a text that reads as an address of another host than the link leads to, and puts the real
// address beside it: a reader trusts what is written, and a click follows what is not.
func (d *document) unmask(l *ast.Link) {
	to := string(l.Destination)
	if !namesOther(d.words(l), to) {
		return
	}
	parent := l.Parent()
	for n := range children(l) {
		parent.InsertBefore(parent, l, n)
	}
	parent.InsertBefore(parent, l, d.text(" ("))
	if address.MatchString(to) {
		parent.InsertBefore(parent, l, ast.NewAutoLink(ast.AutoLinkURL, ast.NewTextSegment(d.add(to))))
	} else {
		parent.InsertBefore(parent, l, d.text(to))
	}
	parent.ReplaceChild(parent, l, d.text(")"))
}

// words are all the text inside a node.
func (d *document) words(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(d.source))
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// namesOther says whether a text holds an address, and one of another host or another mailbox's domain than to.
func namesOther(words, to string) bool {
	real := hostOf(to)
	all := strings.Fields(words)
	for _, word := range all {
		host := hostOf(word)
		isAddress := len(all) == 1 || strings.Contains(word, "://") || strings.Contains(word, "@") || strings.HasPrefix(host, "www.")
		if isAddress && isHost(host) && strings.TrimPrefix(host, "www.") != strings.TrimPrefix(real, "www.") {
			return true
		}
	}
	return false
}

// likeDots are characters that read as the dot of a host's name, or as the slash behind it.
var likeDots = strings.NewReplacer("。", ".", "．", ".", "｡", ".", "․", ".", "／", "/", "⁄", "/", "∕", "/", "：", ":")

// hostOf is the host of an address as people write it, with or without a scheme, a mailbox, a port or a path.
func hostOf(s string) string {
	s = strings.ToLower(strings.Trim(likeDots.Replace(s), "()[]<>{}\"'“”„‘’«»,;!*_"))
	s = strings.TrimPrefix(s, "mailto:")
	if _, rest, hasScheme := strings.Cut(s, "://"); hasScheme {
		s = rest
	}
	if end := strings.IndexAny(s, "/?#\\"); end >= 0 {
		s = s[:end]
	}
	s = s[strings.LastIndexByte(s, '@')+1:]
	if name, port, found := strings.Cut(s, ":"); found && strings.Trim(port, "0123456789") == "" {
		s = name
	}
	s = strings.TrimSuffix(s, ".")
	if plain, err := url.PathUnescape(s); err == nil {
		s = plain
	}
	return s
}

// isHost says whether a text can be the name of a host: words with dots between them.
func isHost(s string) bool {
	last := strings.LastIndexByte(s, '.')
	return last > 0 && last < len(s)-1 && !strings.Contains(s, "..") && !strings.ContainsAny(s, " ,;&=")
}
