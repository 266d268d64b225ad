package wire_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"frontdesk/internal/wire"
)

// protocolText is PROTOCOL.md by the numbers of its sections, each with its heading.
type protocolText map[string]string

var (
	numberedHeading = regexp.MustCompile(`(?m)^##+ (\d+(?:\.\d+)?) `)
	pointer         = regexp.MustCompile(`\b\d\.\d+\b`)
)

func protocol(t *testing.T) protocolText {
	t.Helper()
	text, err := os.ReadFile("PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	all := protocolText{}
	at := numberedHeading.FindAllSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		all[string(text[m[2]:m[3]])] = string(text[m[0]:end])
	}
	return all
}

// names reports whether a section, or one that it points to, names a member.
func (p protocolText) names(section, member string) bool {
	if strings.HasPrefix(member, "attr") {
		member = "attr1" // to attr15
	}
	for _, number := range append(pointer.FindAllString(p[section], -1), section) {
		if strings.Contains(p[number], "`"+member+"`") {
			return true
		}
	}
	return false
}

func TestProtocol_DescribesEveryOperation(t *testing.T) {
	described, at := protocol(t), map[string]string{}
	for _, info := range wire.Operations() {
		number := fmt.Sprintf("4.%d", info.Section)
		heading := fmt.Sprintf("### %s %s\n", number, strings.TrimSuffix(info.Title, " by date range"))
		if !strings.HasPrefix(described[number], heading) {
			t.Errorf("%s is not headed %q", number, heading)
		}
		for _, path := range []string{info.Path, info.Alias} {
			if at[path] == "" {
				at[path] = number
			}
			if !strings.Contains(described[at[path]], path) {
				t.Errorf("%s does not name %s", at[path], path)
			}
		}
	}
}

func TestProtocol_NamesEveryMember(t *testing.T) {
	described := protocol(t)
	for _, s := range []section{
		customerInfo, contactInfo, enquiryInfo, orderInfo, customerRecord, contactRecord, ticketRecord, detailRecord, pulledRecord,
		articleRecord, categoryRecord, orderRecord, addedCustomer, getCustomer, pullCustomer, addedOrder, updatedOrder, pullOrder,
		addTicket, updateTicket, getTicket, pullTicket, searchFAQ,
	} {
		number, _, _ := strings.Cut(s.name, " ")
		for member := range s.all() {
			if !described.names(number, member) {
				t.Errorf("PROTOCOL.md %s does not name %s", s.name, member)
			}
		}
	}
}
