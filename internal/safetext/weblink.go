package safetext

// This file decides where an address that arrived with a ticket leads, and whether a browser may be given it. Only
// addresses of http and https are links; everything else is text that can be read and copied.

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode"
)

// Site is the host of an account's own pages. The zero Site has none.
type Site struct{ base *url.URL }

// NewSite returns the site at an account's base URL; the zero Site if that is no address of http or https.
func NewSite(baseURL string) Site {
	base, ok := parseWeb(strings.TrimRight(baseURL, "/"))
	if !ok || base.RawQuery != "" || base.Fragment != "" {
		return Site{}
	}
	return Site{base}
}

// IsZero reports whether the account has no pages.
func (s Site) IsZero() bool { return s.base == nil }

// Host returns the host of the site's pages, with its port if that is not the usual one; empty for the zero Site.
func (s Site) Host() string {
	if s.base == nil {
		return ""
	}
	return s.base.Host
}

// Link is an address that a browser may be given. The zero Link is not one.
type Link struct {
	address, host string
	own           bool
}

// IsZero reports whether it is no link: what was read is text.
func (l Link) IsZero() bool { return l.address == "" }

// Address returns the whole address, in printable ASCII without blanks.
func (l Link) Address() string { return l.address }

// Host returns the host that the link leads to, with its port if that is not the usual one.
func (l Link) Host() string { return l.host }

// IsOwn reports whether the link leads to the account's own site.
func (l Link) IsOwn() bool { return l.own }

// Page returns the link to a page of the site, by a path below the base URL or by a whole address. It leads to the host
// of the site and nowhere else.
func (s Site) Page(address string) Link {
	if l := s.Link(address); l.own {
		return l
	}
	return Link{}
}

// Link returns the link to any host. An address without a host is a path below the base URL of the site.
func (s Site) Link(address string) Link {
	if !isReadable(address) {
		return Link{}
	}
	if !hasScheme(address) {
		if s.base == nil || !isPath(address) {
			return Link{}
		}
		joined, ok := parseWeb(s.base.String() + "/" + strings.TrimPrefix(address, "/"))
		if !ok || !s.isOwn(joined) {
			return Link{}
		}
		return s.link(joined)
	}
	whole, ok := parseWeb(address)
	if !ok {
		return Link{}
	}
	return s.link(whole)
}

// link returns the link to an address that was read. It is read once more as it will be written, because that is what
// the browser gets.
func (s Site) link(u *url.URL) Link {
	written := escapeAddress(u.String())
	again, ok := parseWeb(written)
	if !ok || len(written) > longestAddress || again.Scheme != u.Scheme || again.Host != u.Host {
		return Link{}
	}
	return Link{address: written, host: again.Host, own: s.isOwn(again)}
}

// isOwn reports whether an address is of the site's host: the same name and the same port, by http or https.
func (s Site) isOwn(u *url.URL) bool {
	return s.base != nil && u.Hostname() == s.base.Hostname() && u.Port() == s.base.Port()
}

// parseWeb reads an address of http or https with a host and without user information, and writes its host in one form.
func parseWeb(address string) (*url.URL, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "" || u.User != nil || !hasPlainHost(u) {
		return nil, false
	}
	u.Host = strings.ToLower(u.Host)
	if port := u.Port(); port == "" || port == map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		u.Host = strings.TrimSuffix(strings.TrimSuffix(u.Host, port), ":")
	}
	return u, true
}

// hasPlainHost reports whether the host is a name in ASCII, or an IP address. Letters of other scripts can look like
// another host's.
func hasPlainHost(u *url.URL) bool {
	name := u.Hostname()
	if strings.Contains(u.Host, "[") {
		at, err := netip.ParseAddr(name)
		return err == nil && at.Is6() && at.Zone() == ""
	}
	for _, r := range name {
		isLetter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !isLetter && (r < '0' || r > '9') && r != '-' && r != '.' {
			return false
		}
	}
	return name != "" && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "-")
}

// hasScheme reports whether an address begins with http: or https:, in any case.
func hasScheme(address string) bool {
	scheme, _, found := strings.Cut(address, ":")
	return found && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// isPath reports whether an address without a host is a path: nothing in its first part can be taken for a scheme, a
// host or a user.
func isPath(address string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(address, "/"), "/")
	first, _, _ = strings.Cut(first, "?")
	return first != "" && !strings.HasPrefix(address, "//") && !strings.ContainsAny(first, ":@") &&
		!strings.HasPrefix(first, ".")
}

// isReadable reports whether an address has only printable ASCII without backslashes, which browsers take for slashes,
// and letters, digits and marks of other scripts.
func isReadable(address string) bool {
	if address == "" || len(address) > longestAddress || strings.TrimSpace(address) != address {
		return false
	}
	for _, r := range address {
		switch {
		case r == '\\', r < ' ', r == 0x7f:
			return false
		case r > unicode.MaxASCII && !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark):
			return false
		}
	}
	return true
}

// escapeAddress writes what no address may hold, which net/url leaves alone in queries, with percent signs.
func escapeAddress(address string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(address) {
		switch c := address[i]; {
		case c <= ' ', c >= 0x7f, strings.IndexByte("\"'<>\\^`{|}", c) >= 0:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
