package gallery

var newTicketScenes = []Scene{
	{Name: "new-ticket", Description: "the form of a new ticket", Steps: []Step{press("n")}, WideGolden: true},
	{Name: "new-ticket-incomplete", Description: "what is needed is missing", Steps: []Step{press("n", "ctrl+s")}},
	{Name: "new-ticket-wrong-date", Description: "a due date that does not exist", Steps: []Step{
		press("n"), typed("Voucher does not work"), press("tab", "tab"), typed("2026-02-30"), press("ctrl+s"),
	}},
	{Name: "new-ticket-opened", Description: "it was opened", Steps: []Step{press("n"), typed("Voucher does not work"), press("ctrl+s")}, WideGolden: true},
	{Name: "new-ticket-unknown", Description: "the answer was lost", Steps: []Step{
		press("n"), typed("Voucher does not work"),
		{Net: []Fault{{Kind: Gone, Op: "add-ticket"}}, Press: []string{"ctrl+s"}},
	}},
}
