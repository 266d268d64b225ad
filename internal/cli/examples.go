package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// examples are the command lines that help and the manual show, by command. A test checks that they parse.
var examples = map[string][]string{
	"": {
		"frontdesk",
		"frontdesk --account acme",
	},
	"ticket pull": {
		"frontdesk ticket pull --from yesterday --to today",
		"frontdesk ticket pull --from 2026-11-01 --to 2026-11-20 --json | jq -r '.[].ticketId'",
	},
	"ticket get": {
		"frontdesk ticket get 713548210331",
		"frontdesk ticket get 713548210331,713548210332 --json",
	},
	"ticket add": {
		"frontdesk ticket add --title 'Drum does not turn' --email asha@example.com --details - < story.txt",
		`frontdesk ticket add --title 'Drum does not turn' --ref "$(uuidgen)" --json`,
	},
	"ticket update": {
		"frontdesk ticket update 713548210331 --sub-status CL --comment 'Belt replaced'",
		"frontdesk ticket update 713548210331 --sub-status PS --callback 'tomorrow 10:00' --comment - < comment.txt",
		"frontdesk ticket update --from-csv updates.csv --dry-run",
		"frontdesk ticket update --from-csv updates.csv --resume updates.result.csv",
	},
	"customer pull": {
		"frontdesk customer pull --from 2026-11-01 --to today --code C-7",
		"frontdesk customer pull --from today --to today --attr 1=gold --json",
	},
	"customer get": {"frontdesk customer get 61046"},
	"customer add": {
		"frontdesk customer add --name 'Asha Rao' --phone 9876543210 --code C-7",
		"frontdesk customer add --name 'Rao & Sons' --organisation --contact-name 'Asha Rao' --contact-email asha@example.com --field tier=gold",
	},
	"customer update": {
		"frontdesk customer update 61046 --name 'Asha Rao' --city Pune",
		"frontdesk customer update 61046 --phone 9876543210 --dry-run",
	},
	"order pull": {
		"frontdesk order pull --customer 61046",
		"frontdesk order pull --from 2026-11-01 --to today --status Delivered --json",
	},
	"order add": {
		"frontdesk order add --customer-name 'Asha Rao' --erp-order E-7 --delivery Packed",
	},
	"order update": {
		"frontdesk order update 5258525 --customer-name 'Asha Rao' --delivery Delivered",
	},
	"faq search": {
		"frontdesk faq search refund card",
		"frontdesk faq search refund --titles",
	},
	"faq categories": {"frontdesk faq categories"},
	"api": {
		"frontdesk api",
		"frontdesk api get-ticket < body.json",
	},
	"ssh": {
		"frontdesk ssh --authorized-keys ~/.ssh/authorized_keys",
		"frontdesk ssh --listen 0.0.0.0:2222 --authorized-keys /etc/frontdesk/authorized_keys --audit audit.log --metrics 127.0.0.1:9222",
	},
	"serve": {
		"FRONTDESK_TOKEN=$(openssl rand -base64 24) frontdesk serve --db desk.db --sample",
		"frontdesk serve --config /etc/frontdesk.toml --credentials /etc/frontdesk.keys",
	},
	"desk init": {"frontdesk desk init mydesk"},
	"desk import": {
		"frontdesk desk import mydesk --db desk.db",
		"frontdesk desk import tickets.csv history.csv --db desk.db --time-zone Europe/Berlin",
	},
	"docs":        {"frontdesk docs", "frontdesk docs keys"},
	"desk export": {"frontdesk desk export copy-of-the-desk --db desk.db"},
	"backup":      {"frontdesk backup --db desk.db --to copy.db"},
}

// showExamples sets the examples of a command and of all commands below it.
func showExamples(c *cobra.Command) {
	path := strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), c.Root().Name()), " ")
	if lines := examples[path]; len(lines) > 0 && c.Example == "" {
		c.Example = "  " + strings.Join(lines, "\n  ")
	}
	for _, below := range c.Commands() {
		showExamples(below)
	}
}
