package safetext

import (
	"net/url"
	"strings"
)

// NamesOtherHost says whether words hold the address of another host, or of a mailbox of another domain, than the
// address that a link leads to.
func NamesOtherHost(words, to string) bool {
	target := hostOf(to)
	all := strings.Fields(words)
	for _, word := range all {
		host := hostOf(word)
		isAddress := len(all) == 1 || strings.Contains(word, "://") || strings.Contains(word, "@") || strings.HasPrefix(host, "www.")
		if isAddress && isHost(host) && strings.TrimPrefix(host, "www.") != strings.TrimPrefix(target, "www.") {
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
