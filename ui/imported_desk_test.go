package ui_test

import (
	"os"
	"path/filepath"
	"testing"

	"frontdesk/ui/uitest"
)

// TestImportedDesk_ShowsQueuesArticlesAndRiskOfATeamsFiles: the ticket was opened 7 of its 8 hours ago.
func TestImportedDesk_ShowsQueuesArticlesAndRiskOfATeamsFiles(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"desk.toml": "[[queue]]\nkey = \"BILL\"\nname = \"Billing desk\"\n[[queue]]\nkey = \"HELP\"\nname = \"Help\"\n" +
			"[[sla]]\nwithin = \"8h\"\n",
		"tickets.csv": "ticket_id,title,queue,created\nT-1,Drum does not turn,HELP,2026-11-20 07:00\n" +
			"T-2,Invoice is wrong,BILL,2026-11-20 01:00\nT-3,New one,HELP,2026-11-20 14:00\n",
		"articles/Orders/parcel.md": "---\ntitle: Where is my parcel\n---\nLook at **tracking**.\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	uitest.Run(t, uitest.Options{Width: 160, Height: 45, Files: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("At risk 2", "!58m SLA T-1", "−5h02 SLA T-2", "7h58 SLA T-3", "T-3 · Unattended · Help")
		s.Press("u")
		s.RequireText("Queue")
		s.Press("tab")
		s.RequireText("Billing desk · BILL", "Help · HELP")
		s.Press("esc")
		s.Press("f")
		s.Type("parcel")
		s.RequireText("Where is my parcel")
	})
}
