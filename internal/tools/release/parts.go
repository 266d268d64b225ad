package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// part is a module of a program, as SPDX describes it.
type part struct {
	ID       string `json:"SPDXID"`
	Name     string `json:"name"`
	Version  string `json:"versionInfo"`
	Location string `json:"downloadLocation"`
	Analyzed bool   `json:"filesAnalyzed"`
	Comment  string `json:"comment,omitzero"`
}

// writeParts writes what a program was built from as an SPDX document. Its time is that of the commit, such as
// 2026-11-23T09:30:00Z: the lists that other tools make have the time at which they were made.
func writeParts(program, document, version, commit string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	parts := []part{{ID: "SPDXRef-frontdesk", Name: "frontdesk", Version: version, Location: "NOASSERTION"}}
	related := []map[string]string{{
		"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-frontdesk",
	}}
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
	name := strings.TrimSuffix(filepath.Base(document), ".spdx.json")
	content, err := json.Marshal(map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
		"documentNamespace": "urn:frontdesk:" + name,
		"creationInfo":      map[string]any{"created": commit, "creators": []string{"Tool: frontdesk-release"}},
		"packages":          parts, "relationships": related,
	}, jsontext.WithIndent("  "), json.Deterministic(true))
	if err != nil {
		return err
	}
	return os.WriteFile(document, append(content, '\n'), 0o644)
}
