package archtest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ruled is a rule of .golangci.yml for the files of a directory: "**/ui/pane/*.go", or "**/assets/**" with all below it.
var ruled = regexp.MustCompile(`"\*\*/([\w/]+)/(\*\*|\*\.go)"`)

// mayImportAll are the packages without a rule, with the reason.
var mayImportAll = map[string]string{
	"ui/uitest":            "wires console and service together for tests",
	"internal/cli/clitest": "starts the command line in the process of a test",
}

// TestLayers_EveryPackageHasARule keeps depguard's rules complete: what none of them names may import anything.
func TestLayers_EveryPackageHasARule(t *testing.T) {
	config, err := os.ReadFile("../../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := packagesBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range wrongRules(string(config), packages) {
		t.Error(wrong)
	}
}

func TestLayers_PackageWithoutARuleAndRuleWithoutAPackageAreNamed(t *testing.T) {
	config := `files: ["**/ui/pane/*.go", "**/assets/**", "**/ui/old/*.go", "!**/ui/**"]`
	packages := []string{"assets/docs", "ui/pane", "ui/pane/new", "ui/uitest"}
	want := "ui/pane/new has no rule of depguard in .golangci.yml\n.golangci.yml has a rule for ui/old, where no package is"
	if got := strings.Join(wrongRules(config, packages), "\n"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// wrongRules returns which packages have no rule, and which rules have no package.
func wrongRules(config string, packages []string) (wrong []string) {
	rules := ruled.FindAllStringSubmatch(config, -1)
	for _, dir := range packages {
		isFor := func(rule []string) bool { return isRuled(dir, rule[1], rule[2] == "**") }
		if mayImportAll[dir] == "" && !slices.ContainsFunc(rules, isFor) {
			wrong = append(wrong, dir+" has no rule of depguard in .golangci.yml")
		}
	}
	for _, rule := range rules {
		isFor := func(dir string) bool { return isRuled(dir, rule[1], rule[2] == "**") }
		if !slices.ContainsFunc(packages, isFor) {
			wrong = append(wrong, ".golangci.yml has a rule for "+rule[1]+", where no package is")
		}
	}
	return wrong
}

// isRuled reports whether a rule is for the files of a directory.
func isRuled(dir, rule string, below bool) bool {
	return dir == rule || strings.HasSuffix(dir, "/"+rule) || below && strings.HasPrefix(dir, rule+"/")
}
