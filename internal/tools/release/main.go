// Command release makes what users install with goreleaser, as .goreleaser.yaml describes it: archives, deb, rpm and
// apk packages, lists of what programs were built from, checksums and, of what is published, files for package
// managers. The same commit gives the same bytes.
//
//	go run -C internal/tools ./release                   of this commit, into dist
//	go run -C internal/tools ./release -version 1.2.3    a release
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"

	"frontdesk/internal/tools/product"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run reads the command line and makes what it asks for.
func run() error {
	version := flag.String("version", "", "the version; the time of the commit when empty")
	key := flag.String("sign", "", "sign the checksums with this `file`, a private key of OpenSSH")
	url := flag.String("url", "", "the `address` at which the results are published, for the files of package managers")
	isStage := flag.Bool("stage", false, "only write what every package holds, into .release")
	isParts := flag.Bool("parts", false, "only list what a program was built from: `PROGRAM DOCUMENT TIME`, files of dist")
	flag.Parse()
	if err := product.Enter(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch {
	case *isStage:
		return stage(ctx, ".release")
	case *isParts && flag.NArg() == 3:
		return writeParts(filepath.Join("dist", flag.Arg(0)), filepath.Join("dist", flag.Arg(1)), *version, flag.Arg(2))
	case *isParts || flag.NArg() > 0:
		return fmt.Errorf("%q: -h lists what is understood", flag.Args())
	}
	args, env, err := goreleaser(*version, *key, *url)
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, "go", args...)
	c.Env = append(append(os.Environ(), env...), someRemote()...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	return c.Run()
}

// goreleaser returns the arguments and the environment with which Go's command runs goreleaser. It never uploads.
func goreleaser(version, key, url string) (args, env []string, err error) {
	args = []string{"tool", "-modfile=.ci/release.mod", "goreleaser", "release", "--clean"}
	without := []string{"publish", "announce", "validate"}
	if version == "" {
		args = append(args, "--snapshot")
	} else {
		env = append(env, "GORELEASER_CURRENT_TAG=v"+strings.TrimPrefix(version, "v"))
	}
	if key == "" {
		without = append(without, "sign")
	}
	switch {
	case url == "":
		without = append(without, "homebrew", "scoop", "winget", "aur", "nix")
	case !strings.HasPrefix(url, "https://"):
		return nil, nil, fmt.Errorf("-url %q is not the address of a release, such as https://example.com/frontdesk/1.2.3", url)
	default:
		env = append(env, "RELEASE_URL="+strings.TrimRight(url, "/"))
	}
	return append(args, "--skip="+strings.Join(without, ",")), append(env, "SIGN_KEY="+key), nil
}

// someRemote returns an environment in which Git knows an address of the repository. goreleaser asks for it, nothing
// here needs it, and a checkout may have none.
func someRemote() []string {
	n, _ := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT"))
	return []string{
		fmt.Sprintf("GIT_CONFIG_COUNT=%d", n+1),
		fmt.Sprintf("GIT_CONFIG_KEY_%d=remote.origin.url", n), fmt.Sprintf("GIT_CONFIG_VALUE_%d=.", n),
	}
}
