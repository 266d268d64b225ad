package gallery

var overlayScenes = []Scene{
	{Name: "help", Shows: "every key of the list", Way: []Step{press("?")}, Wide: true},
	{Name: "help-ticket", Shows: "every key of a ticket", Way: []Step{press("enter", "?")}},
	{Name: "help-form", Shows: "every key of a form", Way: []Step{press("c", "f1")}},
	{Name: "help-faq", Shows: "every key of the FAQ", Way: []Step{press("f", "esc", "?")}},
	{Name: "palette", Shows: "everything that can be done here", Way: []Step{press("ctrl+p")}, Wide: true},
	{Name: "palette-search", Shows: "something is looked for by name", Way: []Step{press("ctrl+p"), typed("call")}},
	{Name: "palette-nothing", Shows: "nothing is called that", Way: []Step{press("ctrl+p"), typed("zeppelin")}},
	{Name: "dates", Shows: "days to choose", Way: []Step{press("d")}, Wide: true},
	{Name: "dates-wrong", Shows: "days that cannot be understood", Way: []Step{press("d"), typed("next whenever"), press("enter")}},
	{Name: "start-draft-waits", Shows: "a draft waits after a crash", Way: then(Step{Anew: true})},
}

var windowScenes = []Scene{
	{Name: "window-small", Shows: "the smallest window", Width: 50, Height: 12},
	{Name: "window-too-small", Shows: "a window in which nothing can be worked with", Way: comment, Width: 40, Height: 10},
	{Name: "no-colours", Shows: "nothing is said by colour alone", Way: []Step{press("3", "enter")}, Plain: true, Wide: true},
}
