package archtest

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// natsServers are the packages that bring NATS servers into a test's program, with the directories that may import them.
var natsServers = map[string]string{
	"github.com/nats-io/nats-server/v2/server": "internal/cluster internal/cluster/clustertest internal/tools/killrun",
	"frontdesk/internal/cluster/clustertest":   "internal/cluster",
}

// TestNATSServers_AreLinkedIntoOneTestProgram: linking them costs each test program seconds. Tests of other packages
// have internal/cluster/memcluster.
func TestNATSServers_AreLinkedIntoOneTestProgram(t *testing.T) {
	found := 0
	err := eachGoFile(os.DirFS("../.."), func(name string, source []byte) error {
		wrong, allowed, err := serversIn(name, source)
		found += allowed
		for _, line := range wrong {
			t.Error(line)
		}
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d imports of NATS servers are found, %v", found, err)
	}
}

func TestNATSServers_WhatIsFound(t *testing.T) {
	const imports = "package x\nimport %q\n"
	for _, c := range []struct{ file, imports, want string }{
		{"internal/cli/ssh_test.go", "frontdesk/internal/cluster/clustertest", "internal/cli/ssh_test.go:2:8"},
		{"internal/cli/ssh_test.go", "github.com/nats-io/nats-server/v2/server", "use internal/cluster/memcluster"},
		{"internal/cluster/hosts_ssh_test.go", "frontdesk/internal/cluster/clustertest", ""},
		{"internal/cli/ssh_test.go", "frontdesk/internal/cluster/memcluster", ""},
	} {
		tree := fstest.MapFS{c.file: {Data: fmt.Appendf(nil, imports, c.imports)}}
		err := eachGoFile(tree, func(name string, source []byte) error {
			wrong, _, err := serversIn(name, source)
			if got := strings.Join(wrong, "\n"); !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
				t.Errorf("%s: got %q, want it to say %q", c.imports, got, c.want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// serversIn returns the imports of a file that are in the wrong place, and counts the others.
func serversIn(name string, source []byte) (wrong []string, allowed int, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.ImportsOnly)
	if err != nil {
		return nil, 0, err
	}
	for _, spec := range file.Imports {
		users, isServer := natsServers[strings.Trim(spec.Path.Value, `"`)]
		switch dir := name[:max(0, strings.LastIndexByte(name, '/'))]; {
		case !isServer:
		case strings.Contains(" "+users+" ", " "+dir+" "):
			allowed++
		default:
			wrong = append(wrong, fmt.Sprintf("%s imports %s: use internal/cluster/memcluster, or move the test to "+
				"internal/cluster", files.Position(spec.Pos()), spec.Path.Value))
		}
	}
	return wrong, allowed, nil
}
