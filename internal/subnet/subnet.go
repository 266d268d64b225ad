// Package subnet returns the networks of an address, so that limits count the addresses of one network together.
package subnet

import "net/netip"

// siteBits is the length of the largest IPv6 network that internet providers usually give to a single subscriber;
// siteShare is how many times the limit of an address such a network may use, since it can also hold an office or
// several subscribers.
const (
	siteBits  = 48
	siteShare = 4
)

// Of returns the networks in which an address counts, the smallest first: an IPv4 address itself, or the /64 and the
// /48 of an IPv6 address. The zero Addr counts as one address.
func Of(a netip.Addr) []netip.Prefix {
	a = a.Unmap().WithZone("")
	lengths := []int{a.BitLen()}
	if a.Is6() {
		lengths = []int{64, siteBits}
	}
	var networks []netip.Prefix
	for _, bits := range lengths {
		if n, err := a.Prefix(bits); err == nil {
			networks = append(networks, n)
		}
	}
	return networks
}

// Share returns the factor by which the limit of an address is multiplied for a network that Of returned.
func Share(n netip.Prefix) int {
	if n.Bits() == siteBits {
		return siteShare
	}
	return 1
}
