package main

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// manifestTemplates are what package managers read: a file for each, with the addresses and checksums of the archives.
const manifestTemplates = "assets/packages/manifests"

// archiveName returns the name of an archive without its ending, and with it.
func (r release) archiveName(s system) (name, file string) {
	name = fmt.Sprintf("frontdesk-%s-%s-%s", r.version, s.os, s.arch)
	if s.os == "windows" {
		return name, name + ".zip"
	}
	return name, name + ".tar.gz"
}

// writeManifests writes the files for package managers, for archives that are published at an address.
func (r release) writeManifests(templates, address string) error {
	if !strings.HasPrefix(address, "https://") {
		return fmt.Errorf("-url %q is not the address of a release, such as https://example.com/frontdesk/1.2.3", address)
	}
	address = strings.TrimRight(address, "/")
	functions := template.FuncMap{
		"name": func(system, arch string) string { name, _ := r.archiveName(systemOf(system, arch)); return name },
		"url": func(system, arch string) string {
			_, file := r.archiveName(systemOf(system, arch))
			return address + "/" + file
		},
		"sum": func(system, arch string) (string, error) {
			_, file := r.archiveName(systemOf(system, arch))
			content, err := os.ReadFile(filepath.Join(r.out, file))
			return fmt.Sprintf("%x", sha256.Sum256(content)), err
		},
	}
	return filepath.WalkDir(templates, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		made, err := template.New(path).Funcs(functions).Parse(string(text))
		if err != nil {
			return err
		}
		var written strings.Builder
		if err := made.Execute(&written, map[string]string{"Version": r.version, "URL": address}); err != nil {
			return err
		}
		below, err := filepath.Rel(templates, path)
		return errors.Join(err, writeFile(filepath.Join(r.out, "manifests", below), []byte(written.String())))
	})
}

func systemOf(name, arch string) system { return system{name, arch} }

// part is a module of a program, as SPDX describes it.
type part struct {
	ID       string `json:"SPDXID"`
	Name     string `json:"name"`
	Version  string `json:"versionInfo"`
	Location string `json:"downloadLocation"`
	Analyzed bool   `json:"filesAnalyzed"`
	Comment  string `json:"comment,omitzero"`
}

// writeParts writes beside an archive what its program was built from, as an SPDX document.
func (r release) writeParts(program, name string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	parts := []part{{ID: "SPDXRef-frontdesk", Name: "frontdesk", Version: r.version, Location: "NOASSERTION"}}
	related := []map[string]string{{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-frontdesk"}}
	add := func(p part) {
		p.ID = fmt.Sprintf("SPDXRef-%d", len(parts))
		parts = append(parts, p)
		related = append(related, map[string]string{
			"spdxElementId": "SPDXRef-frontdesk", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": p.ID,
		})
	}
	add(part{Name: "std", Version: info.GoVersion, Location: "https://go.dev/dl/"})
	for _, m := range info.Deps {
		p := part{Name: m.Path, Version: m.Version, Location: "https://" + m.Path, Comment: m.Sum}
		if m.Replace != nil {
			p.Location, p.Comment = "NOASSERTION", "a part of frontdesk stands in for it"
		}
		add(p)
	}
	content, err := json.Marshal(map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
		"documentNamespace": "urn:frontdesk:" + name,
		"creationInfo":      map[string]any{"created": r.at.Format(time.RFC3339), "creators": []string{"Tool: frontdesk-release"}},
		"packages":          parts, "relationships": related,
	}, jsontext.WithIndent("  "), json.Deterministic(true))
	return errors.Join(err, os.WriteFile(filepath.Join(r.out, name+".spdx.json"), append(content, '\n'), 0o644))
}

// sign signs the checksums with a key of OpenSSH. SHA256SUMS.sig is checked with: ssh-keygen -Y verify -n file …
func (r release) sign(ctx context.Context, key string) error {
	c := exec.CommandContext(ctx, "ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, filepath.Join(r.out, checksumsFile))
	c.Stdin, c.Stderr = os.Stdin, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("the checksums cannot be signed with %s: %w", key, err)
	}
	return nil
}
