package main

const (
	writeTests  = "./ui/backend"
	submitTests = "./internal/submit"
	failureFile = "internal/exitcode/exitcode.go"
	codeTests   = "./internal/cli -run Lost|Undone|Exit|Codes|Denied|Unknown|Partial"
)

// writeMutations say something false about a write, or lose a draft.
var writeMutations = []mutation{
	{
		"conflicts-are-overwritten", "what a colleague wrote meanwhile is overwritten without a word",
		"internal/submit/submit.go", "len(moved) > 0 && !f.Overwrite", "len(moved) > 0 && false",
		[]string{submitTests, "./ui -run Meanwhile"},
	},
	{
		"colleagues-work-taken-back", "sending all the same takes back what a colleague changed",
		"internal/submit/compare.go", "strings.TrimSpace(value) == then {", "false && value == then {",
		[]string{"./ui -run Meanwhile|Moved|Anyway|Forms|Lost|Saved"},
	},
	{
		"sent-without-a-record", "a crash while sending leaves no trace of the write",
		"internal/submit/submit.go", "err = begin(prior)", "_ = begin",
		[]string{submitTests, writeTests},
	},
	{
		"unmarked-is-stored", "another client's record counts as one's own after a lost answer",
		"internal/submit/verdict.go", "case !isMarked:", "case false:",
		[]string{submitTests},
	},
	{
		"unlooked-is-stored", "what was there before counts as stored after a lost answer",
		"internal/submit/verdict.go", "case !prior.IsKnown:\n\t\treturn NotLooked, fresh", "case false:\n\t\treturn NotLooked, fresh",
		[]string{submitTests},
	},
	{
		"several-are-stored", "one of several records that look alike counts as one's own",
		"internal/submit/verdict.go", "case len(fresh) > 1:", "case false:",
		[]string{submitTests},
	},
	{
		"unknown-is-refused", "a write with a lost answer is not looked for",
		"internal/submit/outcome.go", "case failed.OutcomeUnknown():", "case false && failed.OutcomeUnknown():",
		[]string{submitTests, writeTests},
	},
	{
		"older-is-stored", "a ticket of an hour ago counts as the one whose answer was lost",
		"internal/submit/search.go", "isLine(t.Title, r.Title) && !s.isOlder(t.Created, sentAt)", "isLine(t.Title, r.Title)",
		[]string{submitTests},
	},
	{
		"interrupt-ends-the-look", "after an interrupt nobody looks for a lost answer",
		"internal/submit/verify.go", "context.WithoutCancel(ctx)", "ctx",
		[]string{submitTests},
	},
	{
		"question-is-forgotten", "a form that may have been saved is sent again without a question after a restart",
		"ui/backend/outbox.go", "item.Draft.MaybeSaved = item.State == ItemUnknown", "item.Draft.MaybeSaved = false",
		[]string{"./ui -run MayHaveArrived"},
	},
	{
		"interrupted-items-are-sent-again", "an item that may have arrived leaves the outbox a second time",
		"internal/outbox/outbox.go", "if items[i].State != Sending {", "if true {",
		[]string{outboxTests},
	},
	{
		"outbox-in-two-consoles", "two consoles send the same item",
		"internal/outbox/outbox.go", "return nil, ErrLocked", "return &Locked{o: o}, nil",
		[]string{outboxTests},
	},
	{
		"exit-code-of-unknown", "a script takes a write that may have been carried out for a failure",
		failureFile, "case errors.As(err, &call) && call.OutcomeUnknown():\n\t\treturn Unknown", "case errors.As(err, &call) && call.OutcomeUnknown():\n\t\treturn Failed",
		[]string{codeTests},
	},
	{
		"exit-code-of-denied", "a script takes a wrong credential for a failure",
		failureFile, "call.Kind == client.Unauthorized:\n\t\treturn Denied", "call.Kind == client.Unauthorized:\n\t\treturn Failed",
		[]string{codeTests},
	},
	{
		"exit-code-of-part", "a script takes part of an answer for all of it",
		failureFile, "return With(Partial, fmt.Errorf(format, args...))", "return With(OK, fmt.Errorf(format, args...))",
		[]string{codeTests, "./internal/cli -run Pull|Page|Cut|Script"},
	},
	{
		"docs-claims", "the documentation's table of exit codes says something else than the program",
		failureFile, "Unknown     = 5 ", "Unknown     = 7 ",
		[]string{"./internal/cli -run TestDocs_ExitCodes"},
	},
	{
		"bulk-goes-on", "a bulk update goes on against a service that is away",
		"internal/cli/ticket_update_csv.go", "if n == 0 || !errors.As(err, &call) || call.Kind != client.Rejected {", "if n == 0 {",
		[]string{"./internal/cli -run FileGoesOn"},
	},
}
