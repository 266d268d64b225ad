package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

// address is where the releases of the tests would be published.
const address = "https://example.com/frontdesk/v1.2.3"

// TestRelease_IsTheSameTwiceAndInstallsRunsAndGoes makes two releases of the last commit, in two directories. It takes
// minutes and needs the tools' modules: FRONTDESK_TEST_PACKAGES=1 go test -C internal/tools ./release.
func TestRelease_IsTheSameTwiceAndInstallsRunsAndGoes(t *testing.T) {
	if os.Getenv("FRONTDESK_TEST_PACKAGES") == "" || runtime.GOOS != "linux" {
		t.Skip("skipped: FRONTDESK_TEST_PACKAGES is not set, or this is not Linux")
	}
	key := filepath.Join(t.TempDir(), "key")
	do(t, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key)
	dist, second := makeRelease(t, key), makeRelease(t, key)
	sums := read(t, filepath.Join(dist, "SHA256SUMS"))
	if other := read(t, filepath.Join(second, "SHA256SUMS")); sums != other {
		t.Errorf("first\n%s\nthen\n%s", sums, other)
	}
	t.Run("checksums", func(t *testing.T) { trySums(t, dist, sums) })
	t.Run("archives", func(t *testing.T) { tryArchives(t, dist) })
	t.Run("parts", func(t *testing.T) { tryParts(t, dist) })
	t.Run("manifests", func(t *testing.T) { tryManifests(t, dist, sums) })
	t.Run("deb", func(t *testing.T) { tryDeb(t, only(t, dist, "*_"+runtime.GOARCH+".deb")) })
	t.Run("rpm", func(t *testing.T) { tryRPM(t, only(t, dist, "*."+machine()+".rpm")) })
	t.Run("apk", func(t *testing.T) { tryAPK(t, only(t, dist, "*_"+machine()+".apk")) })
}

// makeRelease makes a release in a checkout of its own, and returns the directory of the results.
func makeRelease(t *testing.T, key string) string {
	t.Helper()
	checkout := filepath.Join(t.TempDir(), "checkout")
	do(t, "git", "clone", "--quiet", "../../..", checkout)
	do(t, "go", "run", "-C", filepath.Join(checkout, "internal", "tools"), "./release",
		"-version", "1.2.3", "-url", address+"/", "-sign", key)
	return filepath.Join(checkout, "dist")
}

// machine returns the name of this processor in packages other than deb.
func machine() string {
	if runtime.GOARCH == "arm64" {
		return "aarch64"
	}
	return "x86_64"
}

// read returns the text of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// trySums checks that every result has its checksum, and the signature of the checksums.
func trySums(t *testing.T, dist, sums string) {
	c := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS")
	c.Dir = dist
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if n := strings.Count(sums, "\n"); n != 6+6+6 { // archives, lists of parts, packages
		t.Errorf("%d results:\n%s", n, sums)
	}
	c = exec.CommandContext(t.Context(), "ssh-keygen", "-Y", "check-novalidate", "-n", "file", "-s", filepath.Join(dist, "SHA256SUMS.sig"))
	c.Stdin = strings.NewReader(sums)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// tryArchives checks what an archive for Linux and one for Windows hold.
func tryArchives(t *testing.T, dist string) {
	const linux, windows = "frontdesk-1.2.3-linux-amd64/", "frontdesk-1.2.3-windows-amd64/"
	tarred := readTarGz(t, filepath.Join(dist, "frontdesk-1.2.3-linux-amd64.tar.gz"))
	zipped := readZip(t, filepath.Join(dist, "frontdesk-1.2.3-windows-amd64.zip"))
	if tarred[linux+"frontdesk"] != 0o755 || zipped[windows+"frontdesk.exe"] != 0o755 {
		t.Errorf("the programs have modes %o and %o", tarred[linux+"frontdesk"], zipped[windows+"frontdesk.exe"])
	}
	for _, file := range []string{
		"LICENSE", "config.schema.json", "docs/CHANGELOG.md", "docs/keys.md", "hosting/frontdesk-ssh.service",
		"completions/_frontdesk", "completions/frontdesk.ps1", "man/frontdesk.1",
	} {
		if tarred[linux+file] != 0o644 || zipped[windows+file] != 0o644 {
			t.Errorf("%s has modes %o and %o in\n%v\n%v", file, tarred[linux+file], zipped[windows+file],
				slices.Sorted(maps.Keys(tarred)), slices.Sorted(maps.Keys(zipped)))
		}
	}
	if len(tarred) != len(zipped) {
		t.Errorf("%d and %d files", len(tarred), len(zipped))
	}
}

// readTarGz returns the files of an archive with their modes.
func readTarGz(t *testing.T, path string) map[string]os.FileMode {
	t.Helper()
	unpacked, err := gzip.NewReader(strings.NewReader(read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]os.FileMode{}
	for r := tar.NewReader(unpacked); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return modes
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			modes[h.Name] = h.FileInfo().Mode().Perm()
		}
	}
}

// readZip does so for an archive for Windows.
func readZip(t *testing.T, path string) map[string]os.FileMode {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	modes := map[string]os.FileMode{}
	for _, f := range r.File {
		modes[f.Name] = f.Mode().Perm()
	}
	return modes
}

// tryParts checks that the list of parts has Go itself and SQLite.
func tryParts(t *testing.T, dist string) {
	var document struct {
		Version  string `json:"spdxVersion"`
		Packages []part `json:"packages"`
		Related  []any  `json:"relationships"`
	}
	text := read(t, filepath.Join(dist, "frontdesk-1.2.3-linux-amd64.spdx.json"))
	if err := json.Unmarshal([]byte(text), &document); err != nil || document.Version != "SPDX-2.3" {
		t.Fatalf("%v: %.400s", err, text)
	}
	sqlite := slices.IndexFunc(document.Packages, func(p part) bool { return p.Name == "modernc.org/sqlite" })
	if sqlite < 0 || document.Packages[1].Name != "std" || len(document.Related) != len(document.Packages) {
		t.Errorf("%s", text)
	}
}

// tryManifests checks that the files for package managers name the archives with their checksums.
func tryManifests(t *testing.T, dist, sums string) {
	const winget = "winget/manifests/f/Frontdesk/frontdesk/1.2.3/Frontdesk.frontdesk.installer.yaml"
	for file, systems := range map[string][]string{
		"homebrew/Casks/frontdesk.rb": {"darwin-amd64.tar.gz", "darwin-arm64.tar.gz", "linux-amd64.tar.gz", "linux-arm64.tar.gz"},
		"scoop/frontdesk.json":        {"windows-amd64.zip", "windows-arm64.zip"},
		winget:                        {"windows-amd64.zip", "windows-arm64.zip"},
		"aur/frontdesk-bin.pkgbuild":  {"linux-amd64.tar.gz", "linux-arm64.tar.gz"},
	} {
		text := strings.NewReplacer("#{version}", "1.2.3", "${pkgver}", "1.2.3").Replace(read(t, filepath.Join(dist, file)))
		for _, system := range systems {
			archive := "frontdesk-1.2.3-" + system
			before, _, _ := strings.Cut(sums, "  "+archive+"\n")
			sum := before[strings.LastIndexByte(before, '\n')+1:]
			if !strings.Contains(text, address+"/"+archive) || !strings.Contains(text, sum) {
				t.Errorf("%s has not %s with %s:\n%s", file, archive, sum, text)
			}
		}
	}
	do(t, "bash", "-n", filepath.Join(dist, "aur", "frontdesk-bin.pkgbuild"))
	if _, err := exec.LookPath("nix-hash"); err == nil {
		read(t, filepath.Join(dist, "nix", "pkgs", "frontdesk", "default.nix"))
	}
}

func TestRelease_AsksForWhatIsGiven(t *testing.T) {
	for name, c := range map[string]struct{ version, key, url, want string }{
		"nothing":   {want: "--snapshot --skip=publish,announce,validate,sign,homebrew,scoop,winget,aur,nix SIGN_KEY="},
		"a version": {version: "v1.2.3", want: "--skip=publish,announce,validate,sign,homebrew,scoop,winget,aur,nix GORELEASER_CURRENT_TAG=v1.2.3 SIGN_KEY="},
		"all of it": {"1.2.3", "key", address + "/", "--skip=publish,announce,validate GORELEASER_CURRENT_TAG=v1.2.3 RELEASE_URL=" + address + " SIGN_KEY=key"},
	} {
		args, env, err := goreleaser(c.version, c.key, c.url)
		if got := strings.Join(append(args[5:], env...), " "); err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwanted\n%s", name, err, got, c.want)
		}
	}
	if _, _, err := goreleaser("", "", "example.com"); err == nil || !strings.Contains(err.Error(), "-url") {
		t.Errorf("an address without https: %v", err)
	}
}

func TestStage_UnitsNameTheProgramOfThePackage(t *testing.T) {
	units, err := filepath.Glob("../../../assets/hosting/*.service")
	if err != nil || len(units) < 2 {
		t.Fatalf("%v %v", units, err)
	}
	for _, unit := range units {
		to := filepath.Join(t.TempDir(), "unit")
		if err := copyText(unit, to); err != nil {
			t.Fatal(err)
		}
		text := read(t, to)
		if !strings.Contains(text, "ExecStart=/usr/bin/frontdesk ") || strings.Contains(text, builtByHand) {
			t.Errorf("%s:\n%s", unit, text)
		}
	}
}
