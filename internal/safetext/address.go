package safetext

import "strings"

// Address is an address as it was received, sanitised for display and longer than a Line. Whether it is a link that may
// be followed is not known; package weblink decides that.
type Address struct{ s string }

// String returns the address.
func (a Address) String() string { return a.s }

// IsEmpty reports whether there is no address.
func (a Address) IsEmpty() bool { return a.s == "" }

// asAddress keeps blanks: what is shown is what is judged.
var asAddress = policy{max: longestAddress, oneLine: true}

// ampersands decodes what services escape in addresses. No other entity is decoded, because "&copy=2" is a part of a
// query and no sign.
var ampersands = strings.NewReplacer("&amp;", "&", "&AMP;", "&", "&#38;", "&", "&#x26;", "&", "&#X26;", "&")

// maxUnescape is how often an address may have been escaped.
const maxUnescape = 3

// AddressFromHTML sanitises an address of a response: escaped ampersands are decoded, the rest is literal.
func AddressFromHTML(raw string) Address {
	s := cutRaw(strings.TrimSpace(raw), maxRawLine)
	for range maxUnescape {
		s = ampersands.Replace(s)
	}
	return Address{asAddress.clean(s)}
}
