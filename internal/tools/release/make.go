package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// formats are the packages that are made for Linux.
var formats = []string{"deb", "rpm", "apk"}

// make makes archives and packages for some systems, and their checksums.
func (r release) make(ctx context.Context, wanted []system) error {
	stage, err := os.MkdirTemp("", "frontdesk-packages-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(stage) }()
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	if err := r.stageTexts(ctx, stage); err != nil {
		return err
	}
	for _, s := range wanted {
		if err := r.makeFor(ctx, s, stage); err != nil {
			return err
		}
	}
	if err := r.writeChecksums(); err != nil {
		return err
	}
	if r.key != "" {
		if err := r.sign(ctx, r.key); err != nil {
			return err
		}
	}
	if r.url == "" {
		return nil
	}
	return r.writeManifests(manifestTemplates, r.url)
}

// makeFor makes what there is for one system. The stage holds its program only meanwhile.
func (r release) makeFor(ctx context.Context, s system, stage string) error {
	program := filepath.Join(stage, "frontdesk")
	if s.os == "windows" {
		program += ".exe"
	}
	defer func() { _ = os.Remove(program) }()
	if err := r.build(ctx, s, program); err != nil {
		return err
	}
	if err := r.setTimes(stage); err != nil {
		return err
	}
	name, file := r.archiveName(s)
	archive, path := writeTarGz, filepath.Join(r.out, file)
	if s.os == "windows" {
		archive = writeZip
	}
	if err := errors.Join(archive(path, stage, name, r.at), r.writeParts(program, name)); err != nil {
		return err
	}
	fmt.Println(path)
	if s.os != "linux" {
		return nil
	}
	return r.makePackages(ctx, s, stage)
}

// makePackages makes the packages of a Linux system with nfpm, from modules of its own.
func (r release) makePackages(ctx context.Context, s system, stage string) error {
	if err := compressManual(stage); err != nil {
		return err
	}
	defer func() { _ = os.Remove(filepath.Join(stage, "man", "frontdesk.1.gz")) }()
	if err := r.setTimes(stage); err != nil {
		return err
	}
	for _, format := range formats {
		c := exec.CommandContext(ctx, "go", "tool", "-modfile=.ci/packages.mod", "nfpm", "package",
			"--config", "assets/packages/nfpm.yaml", "--packager", format, "--target", r.out)
		c.Env = append(os.Environ(), "ARCH="+s.arch, "VERSION="+r.version, "STAGE="+filepath.ToSlash(stage),
			"MAINTAINER="+cmp.Or(os.Getenv("MAINTAINER"), "frontdesk maintainers <maintainers@frontdesk.invalid>"),
			fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.at.Unix()))
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("%s for %s: %w", format, s, err)
		}
	}
	return nil
}

// checksumsFile names the file that sha256sum --check reads.
const checksumsFile = "SHA256SUMS"

// writeChecksums writes the checksums of all results.
func (r release) writeChecksums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var lines []string
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(text), e.Name()))
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Compare(a[64:], b[64:]) })
	return os.WriteFile(filepath.Join(r.out, checksumsFile), []byte(strings.Join(lines, "")), 0o644)
}
