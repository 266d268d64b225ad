package gallery

var inboxScenes = []Scene{
	{Name: "inbox", Shows: "the tickets of the last days", Wide: true},
	{Name: "inbox-empty", Shows: "no tickets in these days", Desk: Bare, Wide: true},
	{Name: "inbox-loading", Shows: "nothing has arrived yet", Net: []Fault{{Does: Hang, Op: "pull-ticket"}}, Wide: true},
	{Name: "inbox-days-on-their-way", Shows: "some days have arrived, others have not",
		Net: []Fault{{Does: Hang, Op: "pull-ticket", Holds: "2026-11-15"}}, Way: []Step{{Await: "6/7"}}, Wide: true},
	{Name: "inbox-stale", Shows: "the service does not answer, what was pulled stays",
		Way: []Step{{Net: []Fault{{Does: Down}}, Press: []string{"r"}}}, Wide: true},
	{Name: "inbox-failed", Shows: "nothing could be fetched", Net: []Fault{{Does: Down}}, Wide: true},
}
