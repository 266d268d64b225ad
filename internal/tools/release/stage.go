package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The units in the repository name the place of a program that was built by hand.
const (
	builtByHand = "/usr/local/bin/frontdesk"
	packaged    = "/usr/bin/frontdesk"
)

// texts are the files of the repository that every package holds, by their place in it.
var texts = map[string]string{
	"CHANGELOG.md":              "docs/CHANGELOG.md",
	"LICENSE":                   "LICENSE",
	"assets/config.schema.json": "config.schema.json",
}

// trees are the directories of which every package holds the files, by their place in it.
var trees = map[string]string{"assets/docs": "docs", "assets/hosting": "hosting"}

// generated are the files that the program writes itself, and the commands for them.
var generated = map[string][]string{
	"completions/frontdesk.bash": {"completion", "bash"},
	"completions/_frontdesk":     {"completion", "zsh"},
	"completions/frontdesk.fish": {"completion", "fish"},
	"completions/frontdesk.ps1":  {"completion", "powershell"},
}

// build builds the program for a system.
func (r release) build(ctx context.Context, s system, into string) error {
	link := "-s -w -X frontdesk/internal/cli.release=" + r.version
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", link, "-o", into, "./cmd/frontdesk")
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+s.os, "GOARCH="+s.arch, "GOFLAGS=")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("build for %s: %w", s, err)
	}
	return nil
}

// stageTexts writes into a directory what is the same for every system.
func (r release) stageTexts(ctx context.Context, stage string) error {
	for from, to := range texts {
		if err := copyText(from, filepath.Join(stage, to)); err != nil {
			return err
		}
	}
	for from, to := range trees {
		found, err := filepath.Glob(from + "/*")
		if err != nil {
			return err
		}
		for _, file := range found {
			if filepath.Ext(file) == ".go" {
				continue
			}
			if err := copyText(file, filepath.Join(stage, to, filepath.Base(file))); err != nil {
				return err
			}
		}
	}
	return r.stageGenerated(ctx, stage)
}

// stageGenerated writes completions, which the program of this machine prints, and the manual.
func (r release) stageGenerated(ctx context.Context, stage string) error {
	own := filepath.Join(stage, "own.exe")
	if err := r.build(ctx, system{runtime.GOOS, runtime.GOARCH}, own); err != nil {
		return err
	}
	for file, command := range generated {
		printed, err := exec.CommandContext(ctx, own, command...).Output()
		if err != nil {
			return fmt.Errorf("frontdesk %s: %w", strings.Join(command, " "), err)
		}
		if err := writeFile(filepath.Join(stage, file), printed); err != nil {
			return err
		}
	}
	manual, err := exec.CommandContext(ctx, "go", "run", "./internal/cli/manual").Output()
	if err != nil {
		return fmt.Errorf("the manual page: %w", err)
	}
	return errors.Join(writeFile(filepath.Join(stage, "man", "frontdesk.1"), manual), os.Remove(own))
}

// copyText copies a file, with the program where packages put it.
func copyText(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeFile(to, bytes.ReplaceAll(text, []byte(builtByHand), []byte(packaged)))
}

// writeFile writes a file that everybody may read, and the directories above it.
func writeFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// compressManual replaces the manual by a compressed one, as Linux systems keep them.
func compressManual(stage string) error {
	path := filepath.Join(stage, "man", "frontdesk.1")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return writeFile(path+".gz", b.Bytes())
}

// setTimes gives every file below a directory the time of the release.
func (r release) setTimes(dir string) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, r.at, r.at)
	})
}
