package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const templates = "../../../assets/packages/manifests"

// published returns a release whose archives hold their names.
func published(t *testing.T) release {
	t.Helper()
	r, files := release{version: "1.2.3", at: at}, map[string]string{}
	for _, s := range systems {
		_, file := r.archiveName(s)
		files[file] = file
	}
	r.out = stageOf(t, files)
	return r
}

func TestManifests_NameTheArchivesWithTheirChecksums(t *testing.T) {
	r := published(t)
	if err := r.writeManifests(templates, "https://example.com/frontdesk/v1.2.3/"); err != nil {
		t.Fatal(err)
	}
	made := map[string]string{}
	err := filepath.WalkDir(filepath.Join(r.out, "manifests"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			text, _ := os.ReadFile(path)
			made[entry.Name()] = string(text)
		}
		return err
	})
	if err != nil || len(made) != 7 {
		t.Fatalf("%d are made: %v", len(made), err)
	}
	for file, systems := range map[string][]system{
		"frontdesk.rb":                       {{"darwin", "arm64"}, {"darwin", "amd64"}, {"linux", "arm64"}, {"linux", "amd64"}},
		"frontdesk.json":                     {{"windows", "amd64"}, {"windows", "arm64"}},
		"Frontdesk.Frontdesk.installer.yaml": {{"windows", "amd64"}, {"windows", "arm64"}},
		"PKGBUILD":                           {{"linux", "amd64"}, {"linux", "arm64"}},
		"frontdesk.nix":                      {{"darwin", "arm64"}, {"darwin", "amd64"}, {"linux", "arm64"}, {"linux", "amd64"}},
	} {
		for _, s := range systems {
			_, archive := r.archiveName(s)
			sum := fmt.Sprintf("%x", sha256.Sum256([]byte(archive)))
			if !strings.Contains(made[file], "https://example.com/frontdesk/v1.2.3/"+archive) || !strings.Contains(made[file], sum) {
				t.Errorf("%s has not %s with %s:\n%s", file, archive, sum, made[file])
			}
		}
	}
	for file, text := range made {
		if strings.Contains(text, "{{") || !strings.Contains(text, "1.2.3") {
			t.Errorf("%s:\n%s", file, text)
		}
	}
	if !jsontext.Value(made["frontdesk.json"]).IsValid() {
		t.Errorf("it is no JSON: %s", made["frontdesk.json"])
	}
	if bash, err := exec.LookPath("bash"); err == nil {
		c := exec.CommandContext(t.Context(), bash, "-n")
		c.Stdin = strings.NewReader(made["PKGBUILD"])
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

func TestManifests_NeedAnAddressAndAllArchives(t *testing.T) {
	r := published(t)
	if err := r.writeManifests(templates, "example.com"); err == nil || !strings.Contains(err.Error(), "-url") {
		t.Errorf("an address without https: %v", err)
	}
	_, file := r.archiveName(systems[0])
	if err := os.Remove(filepath.Join(r.out, file)); err != nil {
		t.Fatal(err)
	}
	if err := r.writeManifests(templates, "https://example.com"); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("without an archive: %v", err)
	}
}

func TestParts_ListTheModulesOfAProgram(t *testing.T) {
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := release{version: "1.2.3", at: at, out: t.TempDir()}
	if err := r.writeParts(own, "frontdesk-1.2.3-linux-amd64"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(r.out, "frontdesk-1.2.3-linux-amd64.spdx.json"))
	var document struct {
		Version  string `json:"spdxVersion"`
		Packages []part `json:"packages"`
		Related  []any  `json:"relationships"`
	}
	if err != nil || json.Unmarshal(text, &document) != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if document.Version != "SPDX-2.3" || len(document.Packages) < 2 || len(document.Related) != len(document.Packages) || document.Packages[1].Name != "std" {
		t.Errorf("%s", text)
	}
}

func TestSign_SignatureOfTheChecksumsCanBeVerified(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	r := release{out: stageOf(t, map[string]string{checksumsFile: "x  a\n"})}
	key := filepath.Join(t.TempDir(), "key")
	if out, err := exec.CommandContext(t.Context(), "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := r.sign(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "ssh-keygen", "-Y", "check-novalidate", "-n", "file", "-s", filepath.Join(r.out, checksumsFile+".sig"))
	c.Stdin = strings.NewReader("x  a\n")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if err := r.sign(t.Context(), key+".none"); err == nil {
		t.Error("a key that is not there signs")
	}
}
