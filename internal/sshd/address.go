package sshd

import (
	"fmt"
	"net"
	"net/netip"
	"path"
	"strings"

	"frontdesk/internal/safetext"
)

// patterns are addresses, networks (10.0.0.0/8) and patterns with * and ?, each with ! before it for "not".
type patterns []string

// setFrom reads from="…". Names of hosts would need the word of whoever answers for their addresses: they are refused.
func (e *entry) setFrom(value string) error {
	p, err := readPatterns(value)
	e.from = p
	return err
}

func readPatterns(value string) (patterns, error) {
	var all patterns
	for one := range strings.SplitSeq(value, ",") {
		bare := strings.TrimPrefix(one, "!")
		_, notNetwork := netip.ParsePrefix(bare)
		if strings.Trim(bare, "0123456789abcdefABCDEF:.*?") != "" && notNetwork != nil || bare == "" {
			return nil, fmt.Errorf("%q is neither an address nor a network nor a pattern of addresses", safetext.LineFromText(one))
		}
		all = append(all, one)
	}
	return all, nil
}

// allow says whether an address is among them; no patterns allow all.
func (p patterns) allow(address netip.Addr) bool {
	if len(p) == 0 {
		return true
	}
	allowed := false
	for _, one := range p {
		bare, not := strings.CutPrefix(one, "!")
		if !matches(bare, address) {
			continue
		}
		if not {
			return false
		}
		allowed = true
	}
	return allowed
}

func matches(pattern string, address netip.Addr) bool {
	if network, err := netip.ParsePrefix(pattern); err == nil {
		return network.Contains(address)
	}
	if exact, err := netip.ParseAddr(pattern); err == nil {
		return exact.Unmap() == address
	}
	found, err := path.Match(strings.ToLower(pattern), address.String())
	return err == nil && found
}

// addressOf is the address of a connection's other end; one that is no IP address is the zero one.
func addressOf(a net.Addr) netip.Addr {
	if a == nil {
		return netip.Addr{}
	}
	if at, err := netip.ParseAddrPort(a.String()); err == nil {
		return at.Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

// subnet is what one person can have many addresses of: a /64 of IPv6.
func subnet(a netip.Addr) netip.Addr {
	if !a.Is6() {
		return a
	}
	network, err := a.Prefix(64)
	if err != nil {
		return a
	}
	return network.Addr()
}
