package archtest

// layer is one row of the table: a directory with everything below it. Packages of the same row may import
// each other.
type layer struct {
	dir string // slash-separated, from the module's root
	may string // rows that it may import, by dir; everyBelow for all that follow it
	why string // said when the rule is broken
}

const (
	anyBelow = "*"
	always   = "internal/guard internal/phrase" // what every row may import
	records  = "internal/wire internal/schema internal/desk internal/safetext"
	look     = "internal/keymap internal/termwidth ui/theme"
)

// layers is the whole order, top first: a row may name rows below it only.
var layers = []layer{
	{"internal/tools/mutations", "internal/tools/product", "changes the program from outside and runs its tests"},
	{"internal/tools/killrun", "internal/tools/product internal/wire", "starts the built program and works with it from outside, as agents and other programs do"},
	{"internal/tools/figures", "internal/tools/product", "measures the built program from outside, as a person meets it"},
	{"internal/tools/release", "internal/tools/product", "builds the program from outside, for those who install it"},
	{"ui/uitest", anyBelow, "the test driver wires console and service together; test files alone import it"},
	{"internal/cli/clitest", anyBelow, "starts the command line's SSH host in the process of a test; test files alone import it"},
	{"internal/cluster/clustertest", "internal/cluster internal/safetext", "servers in the process of a test; test files alone import it"},
	{"cmd", "internal/cli", "starts the command line; nobody imports it"},
	{"internal/cli", anyBelow, "the command line wires all other packages together; only cmd imports it"},
	{"internal/cli/output", "ui/markdown ui/theme internal/filestore internal/termwidth internal/safetext", "tables, JSON and text of commands, for people and scripts"},
	{"internal/hosting", "internal/agentstate internal/draft internal/changefeed internal/cluster internal/sharedpresence internal/faqindex internal/console internal/connection internal/credential internal/exitcode internal/httpd internal/metrics internal/service internal/sshd internal/presence internal/cache internal/client internal/config internal/filestore ui ui/accessible ui/backend ui/terminal " + records, "runs sessions; is given how a command is run"},
	{"internal/sshd", "internal/desk internal/filestore internal/metrics internal/safetext internal/termwidth internal/subnet ui/theme", "is given a function that makes a tea.Model; knows the names of themes and nothing else of ui"},
	{"internal/console", "internal/agentstate internal/journal internal/unread internal/barchart internal/weblink internal/faqindex internal/bulk internal/savedview internal/filter internal/connection internal/config internal/cache internal/client internal/draft internal/macro internal/outbox internal/presence ui ui/accessible ui/accounts ui/backend ui/terminal " + look + " " + records, "builds the console of one agent, wherever its terminal is"},
	{"internal/setup", "internal/credential internal/exitcode internal/config internal/filestore internal/safetext", "asks and writes; is given how an account is tried"},
	{"internal/doctor", "internal/cachefile internal/connection internal/credential internal/exitcode internal/client internal/config internal/filestore ui/layout " + records, "looks and changes nothing"},
	{"internal/httpd", "internal/service internal/store internal/deskdata internal/metrics internal/exitcode internal/filestore internal/safetext", "one HTTP server, whatever it answers"},
	{"internal/connection", "internal/credential internal/config internal/client internal/service internal/store internal/filestore " + records, "how the configured desk is reached"},
	{"internal/credential", "internal/config internal/exitcode internal/client internal/filestore internal/safetext", "configuration says where a credential is; this fetches it"},
	{"internal/config", "internal/keymap internal/macro internal/filestore internal/filter ui/theme " + records, "values with their origin, no behaviour; what can be rebound is the keymap's data, and which colours there are the theme's"},

	{"ui/accounts", "ui ui/overlay ui/backend ui/terminal ui/headless", "holds consoles and never looks into them; is given how an account is opened"},
	{"ui", "ui/accessible ui/headless internal/filter internal/stats internal/barchart internal/weblink ui/layout ui/difftable ui/overlay ui/editor ui/call ui/pane ui/form ui/textedit ui/markdown ui/widget ui/backend ui/terminal internal/macro " + look + " " + records, "a console is a tea.Model and never sees the service"},
	{"ui/difftable", "ui/accessible ui/overlay ui/backend internal/termwidth ui/theme", "values before and after; whoever asks the question decides"},
	{"ui/overlay", "ui/accessible ui/headless ui/pane ui/form ui/textedit ui/widget ui/backend internal/macro " + look + " " + records, "an overlay returns an action value and the console decides"},
	{"ui/editor", "ui/accessible ui/form ui/textedit ui/widget ui/backend internal/termwidth ui/theme " + records, "a form of one record; whoever opened it sends"},
	{"ui/call", "ui/accessible ui/pane ui/form ui/textedit ui/widget ui/backend " + look + " " + records, "shows a call and sends nothing: the console ends it through a form"},
	{"ui/pane", "ui/accessible internal/stats internal/barchart internal/weblink ui/textedit ui/markdown ui/widget ui/backend internal/filter " + look + " " + records, "a pane holds ids and a position; records come through ui/backend"},
	{"ui/form", "ui/accessible ui/textedit ui/widget " + look + " " + records, "a form does no IO: whoever opened it sends"},
	{"ui/textedit", "ui/theme internal/safetext internal/termwidth", "text that is edited, whatever it is for"},
	{"ui/layout", "", "rectangles from tables, whatever they show"},
	{"ui/markdown", "ui/theme internal/termwidth internal/safetext", "text as lines, whoever wrote it"},
	{"ui/widget", "internal/termwidth internal/safetext", "rows and lines, whatever they show"},
	{"ui/backend", "internal/agentstate internal/stats internal/weblink internal/faqindex internal/handover internal/bulk internal/submit internal/cache internal/client internal/filestore internal/filter internal/outbox internal/draft internal/journal internal/macro internal/unread internal/presence internal/termwidth " + records, "the only place of the console that does IO"},
	{"ui/accessible", "ui/terminal ui/headless internal/keymap", "lines and questions, whatever the model behind them"},
	{"ui/terminal", "ui/headless " + look + " internal/safetext", "puts frames on a terminal and knows no records"},
	{"ui/headless", "", "keys and messages as a framework sees them"},
	{"internal/keymap", "internal/table " + records, "bindings are data"},
	{"internal/macro", records, "what a macro sets, whoever sends it"},
	{"ui/theme", "assets internal/termwidth " + records, "themes are pure values"},

	{"internal/exitcode", "internal/client", "what the exit code says of an error"},
	{"internal/bulk", "internal/submit internal/client internal/filestore " + records, "sends a list of updates and keeps what became of each, whoever asks"},
	{"internal/service", "internal/store internal/metrics internal/subnet " + records, "answers over HTTP and never sees ui"},
	{"internal/deskdata", "internal/store internal/wire internal/table internal/safetext", "files that a desk is kept in; knows no SQL"},
	{"internal/store", "internal/sampledata internal/filestore internal/metrics " + records, "SQL stays in one place; the sample desk comes from internal/sampledata"},
	{"internal/stats", "internal/cache internal/filter " + records, "counts what was pulled, whoever shows it"},
	{"internal/submit", "internal/cache internal/client " + records, "every write goes through it; keeps nothing on disk itself"},
	{"internal/cache", "internal/cachefile internal/filestore internal/client internal/faqindex internal/filter " + records, "knows what was answered; only the client reaches the service"},
	{"internal/client", records, "performs operations and remembers nothing"},
	{"internal/changefeed", "internal/cluster", "numbers of records that were changed; knows no record"},
	{"internal/sharedpresence", "internal/cluster internal/presence internal/safetext", "says and hears who works on what, and decides nothing that a group of one host does not"},
	{"internal/presence", records, "knows who works on what and nothing else"},
	{"internal/outbox", "internal/agentstate internal/draft internal/filestore", "keeps what could not be sent and sends nothing"},
	{"internal/draft", "internal/agentstate internal/filestore", "keeps what is typed and sends nothing"},
	{"internal/faqindex", "internal/filestore internal/desk internal/safetext", "keeps articles and finds them; is given what the service answers"},
	{"internal/savedview", "internal/agentstate internal/filter internal/filestore internal/desk", "keeps views and lists no tickets"},
	{"internal/journal", "internal/agentstate internal/filestore internal/desk", "keeps what was written and knows no form"},
	{"internal/handover", "internal/desk internal/safetext", "words what it is given, and reads nothing itself"},
	{"internal/unread", "internal/agentstate internal/filestore internal/desk", "keeps what was read and asks nobody"},

	{"internal/agentstate", "internal/cluster internal/filestore", "keeps documents by name; knows no draft"},
	{"internal/cluster", "internal/filestore", "the servers that hosts share, whatever is kept there"},
	{"internal/cachefile", "internal/filestore", "records by key and time; knows no ticket"},

	{"internal/filter", "internal/desk internal/safetext", "reads filters; internal/cache evaluates them"},
	{"internal/wire", "internal/schema internal/table internal/desk internal/safetext", "PROTOCOL.md as Go, read into types of desk"},
	{"internal/schema", "internal/table", "describes fields and computes nothing"},
	{"internal/desk", "internal/safetext", "types of a support desk and their rules"},
	{"internal/termwidth", "", "columns of a terminal, whatever the text says"},
	{"internal/weblink", "", "decides where an address leads, whoever shows it"},
	{"internal/safetext", "", "the one place where outsiders' text becomes displayable"},
	{"internal/filestore", "", "files as such, whatever they hold"},
	{"internal/sampledata", "assets", "makes a desk of texts and a moment; knows no store"},
	{"assets", "", "embedded files and their plain readers"},
	{"internal/barchart", "", "bars of characters, whatever they count"},
	{"internal/table", "", "rows of text, whatever they say"},
	{"internal/subnet", "", "addresses and nothing else"},
	{"internal/metrics", "", "counts and durations, whatever they are of"},
	{"internal/guard", "", "starts goroutines, whatever they do"},
	{"internal/phrase", "", "words numbers and lists, whatever they count"},
	{"internal/tools/product", "", "finds the module that the tools work on"},
	{"internal/archtest", "", "tests only"},
}

// library is a package of the standard library or of another module, with everything below it, that stays
// where it belongs.
type library struct {
	path  string
	under string // the rule holds below this directory only; empty: everywhere
	users string // directories that may import it
	why   string
}

var libraries = []library{
	{path: "charm.land/bubbletea/v2", users: "ui internal/sshd internal/hosting internal/console internal/setup internal/tools/figures", why: "the service and the one-shot commands' layers know no terminal"},
	{path: "charm.land/bubbles/v2", users: "ui internal/keymap", why: "widgets belong to the console; the keymap holds its key bindings"},
	{path: "charm.land/glamour/v2", users: "ui", why: "linking it costs every start 28 ms: keep it with the console"},
	{path: "charm.land/lipgloss/v2", users: "ui", why: "style is given where something is shown"},
	{path: "charm.land/wish/v2", users: "internal/sshd", why: "its defaults let everybody in: one package answers for them"},
	{path: "charm.land/ssh", users: "internal/sshd", why: "its defaults let everybody in: one package answers for them"},
	{path: "net/http", users: "internal/client internal/service internal/httpd internal/hosting internal/doctor internal/tools/killrun internal/cli/clitest ui/uitest", why: "one client and one handler, whatever asks"},
	{path: "golang.org/x/sync", users: "internal/guard", why: "a panic in its goroutines ends the process: use internal/guard"},
	{path: "encoding/json", users: "internal/sampledata internal/store internal/service internal/deskdata internal/tools/mutations", why: "go-json-experiment is the JSON of this program: exact names, no duplicates; encoding/json writes stored records and pulls faster (BenchmarkFirstStart, BenchmarkPullTicket)"},
	{path: "database/sql", users: "internal/store", why: "SQL stays in one place"},
	{path: "modernc.org/sqlite", users: "internal/store", why: "SQL stays in one place"},
	{path: "github.com/pressly/goose", users: "internal/store", why: "SQL stays in one place"},
	{path: "github.com/nats-io/nats-server", users: "internal/cluster/clustertest internal/tools/killrun", why: "servers run in tests; the program is a client"},
	{path: "golang.org/x/net/html", users: "internal/safetext", why: "outsiders' HTML is decoded once, in one place"},
	{path: "github.com/JohannesKaufmann", users: "internal/safetext", why: "outsiders' HTML is decoded once, in one place"},
	{path: "html", users: "internal/safetext internal/sampledata", why: "unescaping makes control characters: only internal/safetext cleans afterwards; the sample desk escapes"},
	{path: "github.com/pelletier/go-toml", users: "internal/config internal/deskdata internal/tools/mutations ui/uitest", why: "configuration is read once, with the origin of each value; the others read lists of their own"},
	{path: "github.com/gofrs/flock", users: "internal/filestore", why: "one kind of lock file, whatever is kept"},
	{path: "github.com/adrg/xdg", users: "internal/config", why: "one package knows where things are kept"},
	{path: "github.com/zalando/go-keyring", users: "internal/credential", why: "configuration says where a credential is; who starts the program fetches it"},
	{path: "github.com/spf13/cobra", users: "internal/cli", why: "wiring only"},
	{path: "charm.land/huh/v2", users: "internal/setup", why: "for the questions of frontdesk init: it brings its own cursor, keys and theme"},
	{path: "charm.land/fang", users: "internal/cli", why: "wiring only"},
	{path: "os", under: "ui", users: "ui/backend ui/terminal ui/uitest", why: "only ui/backend does IO, ui/terminal owns the terminal"},
	{path: "net", under: "ui", users: "ui/backend ui/uitest", why: "only ui/backend does IO"},
	{path: "os/exec", users: "ui/backend internal/credential internal/tools", why: "over SSH nothing may start a process on the host"},
}
