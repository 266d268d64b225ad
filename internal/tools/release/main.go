// Command release builds frontdesk for each system and makes what users install: deb, rpm and apk packages, archives,
// lists of what they were built from, checksums and, of what is published, files for package managers. The same commit
// gives the same bytes.
//
//	go run -C internal/tools ./release                       everything, into dist
//	go run -C internal/tools ./release -only linux/amd64     for one system
//	go run -C internal/tools ./release -version 1.2.3        a release
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/tools/product"
)

// systems are those for which there are archives; packages are for Linux.
var systems = []system{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// system is an operating system and a processor.
type system struct{ os, arch string }

func (s system) String() string { return s.os + "/" + s.arch }

// release is what is built.
type release struct {
	version string    // such as 1.2.3, without v
	at      time.Time // that every file has as its time
	out     string    // directory of the results
	key     string    // that signs the checksums; empty for none
	url     string    // where the results are published; empty if they are not
}

func main() {
	if err := packages(); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(1)
	}
}

// packages reads the command line and makes what it asks for.
func packages() error {
	out := flag.String("out", "dist", "the `directory` of the results; what it holds is removed first")
	version := flag.String("version", "", "the version; the time of the commit when empty")
	only := flag.String("only", "", "one `system`, such as linux/amd64")
	key := flag.String("sign", "", "sign the checksums with this `file`, a private key of OpenSSH")
	url := flag.String("url", "", "the `address` at which the results are published, for the files of package managers")
	flag.Parse()
	if err := product.Enter(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *url != "" && *only != "" {
		return errors.New("-url needs the archives of all systems: leave out -only")
	}
	wanted, err := chosen(*only)
	if err != nil {
		return err
	}
	r, err := releaseOf(ctx, *version)
	if err != nil {
		return err
	}
	r.out, r.key, r.url = *out, *key, *url
	return r.make(ctx, wanted)
}

// chosen returns the systems to build for; all for an empty name.
func chosen(only string) ([]system, error) {
	if only == "" {
		return systems, nil
	}
	for _, s := range systems {
		if s.String() == only {
			return []system{s}, nil
		}
	}
	return nil, fmt.Errorf("%q is none of the systems %v", only, systems)
}

// releaseOf returns the release of the commit that is checked out. Without a version the tree has to be as committed,
// because the commit's time becomes the version. SOURCE_DATE_EPOCH is the time of the files where it is set.
func releaseOf(ctx context.Context, version string) (release, error) {
	shown, err := output(ctx, "git", "show", "--no-patch", "--format=%ct", "HEAD")
	if err != nil {
		return release{}, err
	}
	committed, err := strconv.ParseInt(shown, 10, 64)
	if err != nil {
		return release{}, err
	}
	at := time.Unix(committed, 0).UTC()
	if version == "" {
		changed, err := output(ctx, "git", "status", "--porcelain")
		if err != nil {
			return release{}, err
		}
		if changed != "" {
			return release{}, errors.New("there are changes that are not committed: commit them, or give a -version")
		}
		version = "0.0.0-git" + at.Format("20060102150405")
	}
	if epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		at = time.Unix(epoch, 0).UTC()
	}
	return release{version: strings.TrimPrefix(version, "v"), at: at}, nil
}

// output runs a program and returns what it prints, without white space around it.
func output(ctx context.Context, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Stderr = os.Stderr
	printed, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(printed)), nil
}
