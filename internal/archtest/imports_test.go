package archtest

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestImportsKeepToTheLayers(t *testing.T) {
	found, err := violations(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestTheTableNeverPointsBack(t *testing.T) {
	for row, l := range layers {
		for _, dir := range strings.Fields(strings.ReplaceAll(l.may, anyBelow, "")) {
			if below := position(dir); below <= row {
				t.Errorf("%s may import %s, which is not a row below it", l.dir, dir)
			}
		}
	}
}

func TestABreachNamesTheFileAndTheRule(t *testing.T) {
	tests := map[string]struct{ file, imports, want string }{
		"a pane reads the cache":            {"ui/pane/list.go", "frontdesk/internal/cache", "ui/pane/list.go:3:8 imports frontdesk/internal/cache: ui/pane may import ["},
		"the console knows the service":     {"ui/console.go", "frontdesk/internal/service", "a console is a tea.Model and never sees the service"},
		"the service knows the console":     {"internal/service/faq.go", "frontdesk/ui/theme", "answers over HTTP and never sees ui"},
		"nouns know the wire":               {"internal/desk/ticket.go", "frontdesk/internal/wire", "internal/desk may import [internal/safetext]"},
		"SQL outside the store":             {"internal/service/faq.go", "database/sql", "database/sql is for [internal/store]"},
		"HTTP in the console":               {"ui/backend/pull.go", "net/http/httptrace", "net/http is for ["},
		"a terminal in the client":          {"internal/client/client.go", "charm.land/bubbletea/v2", "charm.land/bubbletea/v2 is for ["},
		"HTML outside internal/safetext":    {"internal/wire/article.go", "golang.org/x/net/html", "golang.org/x/net/html is for [internal/safetext]"},
		"a pane reads a file":               {"ui/pane/list.go", "os", "only ui/backend does IO"},
		"the program carries the driver":    {"internal/cli/cli.go", "frontdesk/ui/uitest", "internal/cli may import [*]"},
		"the program carries NATS servers":  {"internal/cluster/cluster.go", "github.com/nats-io/nats-server/v2/server", "servers run in tests; the program is a client"},
		"the command line runs tests":       {"internal/cli/ssh.go", "frontdesk/internal/cluster/clustertest", "internal/cli may import [*]"},
		"a package that nobody planned":     {"internal/helpers/all.go", "fmt", "internal/helpers has no row"},
		"a directory that does not exist":   {"ui/console.go", "frontdesk/internal/helpers", "ui may import ["},
		"a pane uses a widget":              {"ui/pane/list.go", "frontdesk/ui/widget", ""},
		"neighbours of one row":             {"internal/store/store.go", "frontdesk/internal/store/migrations", ""},
		"the driver wires everything":       {"ui/uitest/driver.go", "frontdesk/internal/service", ""},
		"the service reads the file system": {"internal/service/faq.go", "os", ""},
		"a test file may see anything":      {"ui/pane/list_test.go", "frontdesk/internal/service", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			source := "package x\n\nimport " + `"` + test.imports + `"` + "\n"
			found, err := violations(fstest.MapFS{test.file: {Data: []byte(source)}})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(found, "\n"); !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
				t.Errorf("got %q, want it to say %q", got, test.want)
			}
		})
	}
}
