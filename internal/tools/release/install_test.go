package main

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// installedFiles are in every package for Linux.
var installedFiles = []string{
	"usr/bin/frontdesk", "usr/share/man/man1/frontdesk.1.gz", "usr/share/bash-completion/completions/frontdesk",
	"usr/share/fish/vendor_completions.d/frontdesk.fish", "usr/share/doc/frontdesk/hosting.md",
	"usr/share/doc/frontdesk/hosting/frontdesk-ssh.service", "usr/share/doc/frontdesk/copyright",
	"usr/share/frontdesk/config.schema.json",
}

// units are in the packages for systems with systemd.
var units = []string{"usr/lib/systemd/system/frontdesk-ssh.service", "usr/lib/systemd/system/frontdesk-serve.service"}

// only returns the one file of a pattern.
func only(t *testing.T, dir, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v", pattern, found, err)
	}
	return found[0]
}

// do runs a program that has to succeed, and returns what it prints.
func do(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("skipped: there is no %s here", name)
	}
	printed, err := exec.CommandContext(context.WithoutCancel(t.Context()), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, printed)
	}
	return string(printed)
}

// requireInstalled checks the files below a root and runs the program there.
func requireInstalled(t *testing.T, root string, files ...string) {
	t.Helper()
	for _, file := range files {
		info, err := os.Stat(filepath.Join(root, file))
		if err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
	program := filepath.Join(root, "usr", "bin", "frontdesk")
	if said := do(t, program, "--version"); !strings.Contains(said, "version 1.2.3") {
		t.Errorf("--version says %s", said)
	}
	if said := do(t, program, "docs", "hosting"); !strings.Contains(said, "SSH host") {
		t.Errorf("docs hosting says %s", said)
	}
}

// requireGone checks that nothing of the package is left below a root.
func requireGone(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.Contains(entry.Name(), "frontdesk") && !strings.Contains(path, "/var/lib/") {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// tryDeb installs, runs and removes the package below a root of its own.
func tryDeb(t *testing.T, file string) {
	root := t.TempDir()
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	admin := filepath.Join(root, "var", "lib", "dpkg")
	if err := os.WriteFile(filepath.Join(admin, "status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	flags := []string{"--root=" + root, "--log=" + filepath.Join(admin, "log"), "--force-not-root"}
	do(t, "dpkg", append(flags, "--install", file)...)
	requireInstalled(t, root, append(units, installedFiles...)...)
	requireInstalled(t, root, "usr/share/zsh/vendor-completions/_frontdesk")
	do(t, "dpkg", append(flags, "--purge", "frontdesk")...)
	requireGone(t, root)
}

// tryRPM does the same with rpm, which may have no database on this machine.
func tryRPM(t *testing.T, file string) {
	root := t.TempDir()
	flags := []string{"--root", root, "--dbpath", "/var/lib/rpm", "--nodeps"}
	do(t, "rpm", append(flags, "--install", file)...)
	requireInstalled(t, root, append(units, installedFiles...)...)
	requireInstalled(t, root, "usr/share/zsh/site-functions/_frontdesk")
	do(t, "rpm", append(flags, "--erase", "frontdesk")...)
	requireGone(t, root)
}

// tryAPK unpacks the package, because apk itself is on Alpine Linux alone.
func tryAPK(t *testing.T, file string) {
	root := t.TempDir()
	do(t, "tar", "--warning=no-unknown-keyword", "-xzf", file, "-C", root)
	requireInstalled(t, root, append(installedFiles, "usr/share/zsh/site-functions/_frontdesk", ".PKGINFO")...)
	about, err := os.ReadFile(filepath.Join(root, ".PKGINFO"))
	if err != nil || !strings.Contains(string(about), "pkgname = frontdesk\npkgver = 1.2.3\n") {
		t.Errorf("%v\n%s", err, about)
	}
	if _, err := os.Stat(filepath.Join(root, "usr", "lib", "systemd")); err == nil {
		t.Error("a unit for systemd is on Alpine Linux")
	}
}
