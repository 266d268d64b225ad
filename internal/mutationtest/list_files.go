package main

const (
	diskTests   = "./internal/filestore"
	draftTests  = "./internal/draft"
	outboxTests = "./internal/outbox"
	configTests = "./internal/config"
	diskFile    = "internal/filestore/atomic.go"
	trustFile   = "internal/filestore/trust.go"
	bulkTests   = "./internal/bulk"
)

// fileMutations lose what was typed, or trust what others wrote.
var fileMutations = []mutation{
	{
		"file-without-fsync", "a power cut leaves an empty draft",
		diskFile, "errors.Join(write(file), sync(file), file.Close())", "errors.Join(write(file), file.Close())",
		[]string{diskTests},
	},
	{
		"directory-without-fsync", "a power cut brings the old draft back",
		diskFile, "\treturn SyncDir(filepath.Dir(path))\n}\n\n// WriteFile", "\treturn nil\n}\n\n// WriteFile",
		[]string{diskTests},
	},
	{
		"removal-without-fsync", "a power cut brings back a draft that was sent",
		diskFile, "\treturn SyncDir(filepath.Dir(path))\n}\n\n// SyncDir", "\treturn nil\n}\n\n// SyncDir",
		[]string{diskTests},
	},
	{
		"file-in-place", "a killed process leaves half a file",
		diskFile, "if err := os.Rename(file.Name(), path); err != nil {", "if err := os.Link(file.Name(), path); err != nil {",
		[]string{diskTests},
	},
	{
		"damaged-draft-is-read", "a damaged draft is taken for what was typed",
		"internal/filestore/record.go", "if hex.EncodeToString(actual[:]) != string(sum) {", "if hex.EncodeToString(actual[:]) != string(sum) && false {",
		[]string{draftTests},
	},
	{
		"drafts-for-all-eyes", "other users of the machine list the drafts",
		"internal/filestore/record.go", "os.MkdirAll(dir, 0o700)", "os.MkdirAll(dir, 0o755)",
		[]string{draftTests},
	},
	{
		"files-for-all-eyes", "other users of the machine read drafts and configuration",
		diskFile, "\tif err := errors.Join(write(file), sync(file)",
		"\t_ = file.Chmod(0o644)\n\tif err := errors.Join(write(file), sync(file)",
		[]string{diskTests},
	},
	{
		"drafts-overwritten", "a console overwrites what another one of the same agent typed",
		"internal/draft/store.go", "d.Conflict = rand.Text()\n\t}\n\trecord", "_ = rand.Text\n\t}\n\trecord",
		[]string{draftTests},
	},
	{
		"draft-leaves-twice", "two consoles send the same form",
		"internal/filestore/lock.go", "case !locked:", "case !locked && false:",
		[]string{diskTests},
	},
	{
		"removed-lock-is-held", "a form leaves twice when a lock file is removed meanwhile",
		"internal/filestore/lock.go", "if l.stands() {", "if true {",
		[]string{diskTests},
	},
	{
		"owner-is-not-checked", "a configuration or list of keys of another user is trusted",
		trustFile, "if !u.trusts(info) {\n\t\tuid, _ := u.owner(info)\n\t\treturn fmt.Errorf(\"it belongs", "if false {\n\t\tuid, _ := u.owner(info)\n\t\treturn fmt.Errorf(\"it belongs",
		[]string{diskTests},
	},
	{
		"directory-owner-is-not-checked", "somebody else puts another file in the place of a trusted one",
		trustFile, "case !u.trusts(info):", "case false:",
		[]string{diskTests},
	},
	{
		"modes-are-not-checked", "a file that everybody can write is trusted",
		trustFile, "found := u.bits(info) & refuse; found != 0", "found := u.bits(info) & 0; found != 0",
		[]string{diskTests},
	},
	{
		"directory-modes-are-not-checked", "a directory that everybody can write holds a trusted file",
		trustFile, "case u.bits(info)&OthersWrite != 0 &&", "case false &&",
		[]string{diskTests},
	},
	{
		"links-are-not-followed", "a link in everybody's directory leads to a trusted file",
		trustFile, "rest = append(strings.Split(target, root), rest...)", "return nil",
		[]string{diskTests},
	},
	{
		"replaced-while-read", "another file is read than was checked",
		trustFile, "case !os.SameFile(info, opened):", "case false:",
		[]string{diskTests},
	},
	{
		"shared-group-writes", "a file that a group of many can write is trusted",
		"internal/filestore/group.go", `fields[3] != "" && fields[3] != name`, `false`,
		[]string{diskTests},
	},
	{
		"list-of-keys-unchecked", "a list of keys that others can change lets them in",
		"internal/sshd/keystore.go", "filestore.ReadTrusted(path, filestore.OthersWrite, maxFile)", "filestore.ReadTrusted(path, 0, maxFile)",
		[]string{"./internal/sshd -run TheListIs|AListThat"},
	},
	{
		"configuration-unchecked", "a configuration of another user says which command is run",
		"internal/config/file.go", "return f, f.checkTrusted(info)", "_ = info\n\treturn f, nil",
		[]string{configTests},
	},
	{
		"credential-for-all-eyes", "a configuration with a credential may be read by everybody",
		"internal/config/file.go", `"holds a credential and", filestore.OthersOpen`, `"holds a credential and", filestore.OthersWrite`,
		[]string{configTests},
	},
	{
		"credential-to-another-account", "the credential of one account is sent to the address of another",
		"internal/config/config.go", "if err := c.checkDestinations(); err != nil {", "if err := c.checkDestinations(); false {",
		[]string{configTests},
	},
	{
		"credential-in-an-error", "an error repeats a credential that was typed in the place of its source",
		"internal/config/credential.go", "return fmt.Errorf(`%s must be an entry of the keyring, such as \"frontdesk/acme\"`, at)", "return wrong(at, \"an entry of the keyring\", value)",
		[]string{configTests},
	},
	{
		"secret-is-printed", "a credential shows in a log that prints the configuration",
		"internal/config/credential.go", "func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(dots)) }", "func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s)) }",
		[]string{configTests},
	},
	{
		"unknown-account", "a mistyped account name works on another customer's desk",
		"internal/config/account.go", "\treturn unknownAccount(place, c.Account.String(), known)\n}", "\t_ = place\n\treturn nil\n}",
		[]string{configTests},
	},
	{
		"bulk-sends-unnoted", "an update is sent that no result was begun for, and again at --resume",
		"internal/bulk/checkpoint.go", "if err := sync(r.file); err != nil {", "if err := error(nil); err != nil {",
		[]string{bulkTests},
	},
	{
		"bulk-resumes-other-rows", "results of other updates are taken for these",
		"internal/bulk/checkpoint.go", "if byLine[line] != record(r.kept[line].fields) {", "if false {",
		[]string{bulkTests},
	},
	{
		"bulk-sends-a-broken-row-again", "an update that may have been carried out is sent again at --resume",
		"internal/bulk/checkpoint.go", "\t\t\tr.open = row.Line", "\t\t\tdelete(r.kept, row.Line)",
		[]string{bulkTests},
	},
	{
		"bulk-in-two-processes", "two runs send a row twice",
		"internal/bulk/checkpoint.go", "return nil, errInUse", "return nil, nil",
		[]string{bulkTests},
	},
	{
		"bulk-sends-done-rows", "rows that were carried out are sent again at --resume",
		"internal/bulk/checkpoint.go", `if result, _ := r.Result(row); result == "" || result == Unsent {`, `if result, _ := r.Result(row); result != Refused {`,
		[]string{bulkTests, "./internal/cli -run Bulk|Resume|Updates"},
	},
}
