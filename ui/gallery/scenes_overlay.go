package gallery

var overlayScenes = []Scene{
	{Name: "help", Description: "every key of the list", Steps: []Step{press("?")}, WideGolden: true},
	{Name: "help-ticket", Description: "every key of a ticket", Steps: []Step{press("enter", "?")}},
	{Name: "help-form", Description: "every key of a form", Steps: []Step{press("c", "f1")}},
	{Name: "help-faq", Description: "every key of the FAQ", Steps: []Step{press("f", "esc", "?")}},
	{Name: "palette", Description: "everything that can be done here", Steps: []Step{press("ctrl+p")}, WideGolden: true},
	{Name: "palette-search", Description: "something is looked for by name", Steps: []Step{press("ctrl+p"), typed("call")}},
	{Name: "palette-nothing", Description: "nothing is called that", Steps: []Step{press("ctrl+p"), typed("zeppelin")}},
	{Name: "dates", Description: "days to choose", Steps: []Step{press("d")}, WideGolden: true},
	{Name: "dates-wrong", Description: "days that cannot be understood", Steps: []Step{press("d"), typed("next whenever"), press("enter")}},
	{Name: "start-draft-waits", Description: "a draft waits after a crash", Steps: then(Step{Restart: true})},
}

var windowScenes = []Scene{
	{Name: "window-small", Description: "the smallest window", Width: 50, Height: 12},
	{Name: "window-too-small", Description: "a window in which nothing can be worked with", Steps: comment, Width: 40, Height: 10},
	{Name: "no-colours", Description: "nothing is said by colour alone", Steps: []Step{press("3", "enter")}, Plain: true, WideGolden: true},
}
