package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// at is the time of the releases of the tests.
var at = time.Date(2026, 11, 23, 9, 30, 0, 0, time.UTC)

// stageOf makes a directory with files that were written at different times.
func stageOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := writeFile(filepath.Join(dir, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// archived is a file of an archive.
type archived struct {
	text string
	mode fs.FileMode
	at   time.Time
}

// readTarGz reads an archive.
func readTarGz(t *testing.T, path string) map[string]archived {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]archived{}
	for r := tar.NewReader(unpacked); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[h.Name] = archived{string(body), fs.FileMode(h.Mode), h.ModTime.UTC()}
	}
}

// readZip reads an archive for Windows.
func readZip(t *testing.T, path string) map[string]archived {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	all := map[string]archived{}
	for _, f := range r.File {
		body, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = archived{string(text), f.Mode(), f.Modified.UTC()}
	}
	return all
}

func TestArchive_HoldsTheFilesWithTheTimeOfTheCommitAndTheProgramExecutable(t *testing.T) {
	stage := stageOf(t, map[string]string{"frontdesk": "program", "frontdesk.exe": "program", "docs/keys.md": "# Keys"})
	want := map[string]archived{
		"fd-1/frontdesk": {"program", 0o755, at}, "fd-1/frontdesk.exe": {"program", 0o755, at},
		"fd-1/docs/keys.md": {"# Keys", 0o644, at},
	}
	dir := t.TempDir()
	tarred, zipped := filepath.Join(dir, "a.tar.gz"), filepath.Join(dir, "a.zip")
	if err := errors.Join(writeTarGz(tarred, stage, "fd-1", at), writeZip(zipped, stage, "fd-1", at)); err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]map[string]archived{"tar": readTarGz(t, tarred), "zip": readZip(t, zipped)} {
		if !maps.Equal(got, want) {
			t.Errorf("%s holds %v", name, got)
		}
	}
}

func TestArchive_SameFilesGiveTheSameBytes(t *testing.T) {
	files := map[string]string{"frontdesk": "program", "docs/keys.md": "# Keys", "LICENSE": "MIT"}
	one, other := stageOf(t, files), stageOf(t, files)
	if err := os.Chtimes(filepath.Join(other, "LICENSE"), at.AddDate(-1, 0, 0), at.AddDate(-1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(string, string, string, time.Time) error{"tar": writeTarGz, "zip": writeZip} {
		a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
		if err := errors.Join(write(a, one, "fd", at), write(b, other, "fd", at)); err != nil {
			t.Fatal(err)
		}
		first, _ := os.ReadFile(a)
		second, _ := os.ReadFile(b)
		if len(first) == 0 || !bytes.Equal(first, second) {
			t.Errorf("%s: %d and %d bytes differ", name, len(first), len(second))
		}
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
		text, _ := os.ReadFile(to)
		if !strings.Contains(string(text), "ExecStart=/usr/bin/frontdesk ") || strings.Contains(string(text), builtByHand) {
			t.Errorf("%s:\n%s", unit, text)
		}
	}
}

func TestChecksums_OneLineForEachResultInTheOrderOfNames(t *testing.T) {
	r := release{out: stageOf(t, map[string]string{"b.deb": "", "a.zip": "x"})}
	if err := r.writeChecksums(); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(filepath.Join(r.out, checksumsFile))
	const want = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  a.zip\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b.deb\n"
	if string(got) != want {
		t.Errorf("%s", got)
	}
}

func TestSystems_OneIsChosenByItsName(t *testing.T) {
	if got, err := chosen("linux/arm64"); err != nil || !slices.Equal(got, []system{{"linux", "arm64"}}) {
		t.Errorf("%v %v", got, err)
	}
	if got, err := chosen(""); err != nil || len(got) != 6 {
		t.Errorf("%v %v", got, err)
	}
	if _, err := chosen("plan9/amd64"); err == nil || !strings.Contains(err.Error(), "plan9/amd64") {
		t.Errorf("plan9: %v", err)
	}
}
