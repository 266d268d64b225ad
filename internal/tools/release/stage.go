package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The units in the repository name the place of a program that was built by hand.
const (
	builtByHand = "/usr/local/bin/frontdesk"
	packaged    = "/usr/bin/frontdesk"
)

// texts are the files of the repository that every package holds, by pattern, and the directory of each.
var texts = map[string]string{
	"LICENSE":                   ".",
	"assets/config.schema.json": ".",
	"CHANGELOG.md":              "docs",
	"assets/docs/*":             "docs",
	"assets/hosting/*":          "hosting",
}

// generated are the files that programs of the repository print, and what go run gets for each.
var generated = map[string]string{
	"completions/frontdesk.bash": "./cmd/frontdesk completion bash",
	"completions/_frontdesk":     "./cmd/frontdesk completion zsh",
	"completions/frontdesk.fish": "./cmd/frontdesk completion fish",
	"completions/frontdesk.ps1":  "./cmd/frontdesk completion powershell",
	"man/frontdesk.1":            "./internal/cli/manual",
}

// stage writes into a directory what every archive and package holds besides the program.
func stage(ctx context.Context, dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for pattern, to := range texts {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, file := range found {
			if filepath.Ext(file) == ".go" {
				continue
			}
			if err := copyText(file, filepath.Join(dir, to, filepath.Base(file))); err != nil {
				return err
			}
		}
	}
	for file, command := range generated {
		c := exec.CommandContext(ctx, "go", append([]string{"run"}, strings.Fields(command)...)...)
		c.Stderr = os.Stderr
		printed, err := c.Output()
		if err != nil {
			return fmt.Errorf("go run %s: %w", command, err)
		}
		if err := writeFile(filepath.Join(dir, file), printed); err != nil {
			return err
		}
	}
	return compress(filepath.Join(dir, "man", "frontdesk.1"))
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

// compress writes beside a file its compressed form: Linux systems keep manual pages so.
func compress(path string) error {
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
