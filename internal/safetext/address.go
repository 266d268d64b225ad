package safetext

import (
	"net/url"
	"strings"
)

// longestAddress is what browsers and terminals agree on.
const longestAddress = 2083

// safeURL is the address of a link when it leads somewhere by http, https or mailto, written in ASCII.
func safeURL(address string) (string, bool) {
	address = strings.TrimSpace(address)
	if address == "" || len(address) > longestAddress {
		return "", false
	}
	u, err := url.Parse(address)
	if err != nil || !allowedScheme(u) {
		return "", false
	}
	s := u.String()
	return s, isLinkTarget(s)
}

func allowedScheme(u *url.URL) bool {
	switch u.Scheme {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}

// isLinkTarget says whether s may stand in a hyperlink sequence: a known scheme and printable ASCII.
func isLinkTarget(s string) bool {
	if len(s) > longestAddress {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	for _, scheme := range []string{"http://", "https://", "mailto:"} {
		if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}

// textIsURL says whether the text of a link is its address already.
func textIsURL(text, to string) bool {
	bare := func(s string) string {
		s = strings.TrimSuffix(strings.TrimSpace(s), "/")
		for _, p := range []string{"mailto:", "https://", "http://", "www."} {
			s = strings.TrimPrefix(s, p)
		}
		return s
	}
	return bare(text) == bare(to)
}

// imageText is what stands for an image: its description and, when asked for and not of the data kind, its address.
func imageText(t tag, address bool) string {
	alt, src := t.attr("alt"), t.attr("src")
	switch {
	case !address || src == "" || len(src) > longestAddress || strings.HasPrefix(strings.ToLower(src), "data:"):
		return alt
	case alt == "":
		alt = "image"
	}
	return alt + " (" + src + ")"
}
