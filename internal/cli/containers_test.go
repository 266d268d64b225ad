package cli_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// hostingFile returns the text of a file of assets/hosting.
func hostingFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "assets", "hosting", name))
	clitest.RequireNoError(t, err)
	return string(content)
}

// TestContainers_CommandsAndVariablesExist reads what the container file and the compose file start: tests
// have no engine to run them.
func TestContainers_CommandsAndVariablesExist(t *testing.T) {
	file, compose := hostingFile(t, "Containerfile"), hostingFile(t, "compose.yaml")
	commands := map[string][]string{}
	for _, line := range regexp.MustCompile(`(?m)^ENTRYPOINT \["/frontdesk", (.*)\]$`).FindAllStringSubmatch(file, -1) {
		words := strings.Split(strings.ReplaceAll(line[1], `"`, ""), ", ")
		commands[words[0]] = words
		if err := cli.CheckNames(words); err != nil {
			t.Errorf("%s: %v", line[0], err)
		}
		if !strings.Contains(compose, "target: "+words[0]+"}") || !strings.Contains(file, "FROM program AS "+words[0]+"\n") {
			t.Errorf("no part of the compose file is %s", words[0])
		}
	}
	if names := slices.Sorted(maps.Keys(commands)); !slices.Equal(names, []string{"serve", "ssh"}) {
		t.Errorf("the container file starts %v", names)
	}
	_, database, _ := strings.Cut(compose, `command: ["--db", "`)
	database, _, _ = strings.Cut(database, `"`)
	if err := cli.CheckNames(append(commands["serve"], "--db", database)); err != nil || !strings.HasPrefix(database, "postgres://") {
		t.Errorf("%v: %s", err, database)
	}
	variables := map[string]string{"HOME": t.TempDir()}
	for _, name := range regexp.MustCompile(`FRONTDESK_\w+`).FindAllString(file+compose, -1) {
		variables[name] = "/nowhere"
	}
	for name := range variables { // one alone: a setting and its file exclude each other
		got := runWith(t.Context(), map[string]string{"HOME": t.TempDir(), name: variables[name]}, "", "config")
		if strings.Contains(got.errOut+got.out, "is not a variable of frontdesk") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestContainers_ModulesAreDownloadedWithWhatReplacesThem, or no image could be built.
func TestContainers_ModulesAreDownloadedWithWhatReplacesThem(t *testing.T) {
	before, _, _ := strings.Cut(hostingFile(t, "Containerfile"), "RUN go mod download")
	modules, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	clitest.RequireNoError(t, err)
	replaced := regexp.MustCompile(`=> \./(\S+)/\w+\n`).FindAllStringSubmatch(string(modules), -1)
	if len(replaced) == 0 {
		t.Fatal("go.mod replaces nothing")
	}
	for _, dir := range replaced {
		if !strings.Contains(before, "COPY "+dir[1]+" "+dir[1]+"\n") {
			t.Errorf("%s is not there", dir[1])
		}
	}
}

// TestContainers_EndByThemselves: an engine kills what has not ended ten seconds after it was asked to, or as much later
// as it was told.
func TestContainers_EndByThemselves(t *testing.T) {
	file, compose := hostingFile(t, "Containerfile"), hostingFile(t, "compose.yaml")
	drains := regexp.MustCompile(`"--drain", "(\d+)s"`).FindAllStringSubmatch(file, -1)
	told := append(regexp.MustCompile(`--stop-timeout (\d+)`).FindAllStringSubmatch(file, -1),
		regexp.MustCompile(`stop_grace_period: (\d+)s`).FindAllStringSubmatch(compose, -1)...)
	if len(drains) != 2 || len(told) != 4 {
		t.Fatalf("drain %q, stop %q", drains, told)
	}
	for _, drain := range drains {
		for _, stop := range told {
			ends, endsErr := strconv.Atoi(drain[1])
			killed, killedErr := strconv.Atoi(stop[1])
			if endsErr != nil || killedErr != nil || killed < ends+10 {
				t.Errorf("%s is too short for %s", stop[0], drain[0])
			}
		}
	}
}

func TestContainers_ConfigurationOfTheHostsIsValid(t *testing.T) {
	path := filepath.Join("..", "..", "assets", "hosting", "compose-host.toml")
	got := runWith(t.Context(), map[string]string{"HOME": t.TempDir()}, "", "config", "--config", path)
	if got.code != exitcode.OK || !strings.Contains(got.out, "nats://nats:4222") || !strings.Contains(got.out, "http://desk:8080") {
		t.Errorf("%s", got)
	}
}
