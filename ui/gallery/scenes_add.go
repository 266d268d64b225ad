package gallery

var newTicketScenes = []Scene{
	{Name: "new-ticket", Shows: "the form of a new ticket", Way: []Step{press("n")}, Wide: true},
	{Name: "new-ticket-incomplete", Shows: "what is needed is missing", Way: []Step{press("n", "ctrl+s")}},
	{Name: "new-ticket-wrong-date", Shows: "a due date that does not exist", Way: []Step{
		press("n"), typed("Voucher does not work"), press("tab", "tab"), typed("2026-02-30"), press("ctrl+s"),
	}},
	{Name: "new-ticket-opened", Shows: "it was opened", Way: []Step{press("n"), typed("Voucher does not work"), press("ctrl+s")}, Wide: true},
	{Name: "new-ticket-unknown", Shows: "the answer was lost", Way: []Step{
		press("n"), typed("Voucher does not work"),
		{Net: []Fault{{Does: Gone, Op: "add-ticket"}}, Press: []string{"ctrl+s"}},
	}},
}
