package faqindex_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
)

const (
	// writerPath names the file to a process that writes articles.
	writerPath = "FRONTDESK_TEST_ARTICLES"
	// long asks for the long form of tests (CONTRIBUTING.md).
	long = "FRONTDESK_TEST_LONG"
	// shared is how many articles two processes write, each time all of them in a newer version.
	shared = 8
)

// TestFile_KillLosesNothingThatWasWritten kills one of two processes that write newer and newer versions of the same
// articles. Afterwards every article is there, whole, and in a version
// that is at least the last one written.
func TestFile_KillLosesNothingThatWasWritten(t *testing.T) {
	if path := os.Getenv(writerPath); path != "" {
		writeForEver(path)
		return
	}
	kills := 5
	if os.Getenv(long) != "" {
		kills = 1000
	}
	file := place(t)
	other := faqindex.Open(file)
	version := 0
	for kill := range kills {
		version = max(version, writeUntilKilled(t, file.Path, version, 1+rand.IntN(12)))
		for _, x := range []*faqindex.Index{other, faqindex.Open(file)} {
			if n := x.Len(); n != shared {
				t.Fatalf("kill %d: %d articles are known", kill, n)
			}
			for id := range int64(shared) {
				a, _ := x.Article(id)
				var got int
				if _, err := fmt.Sscanf(a.Title.String(), "Version %d", &got); err != nil || got < version {
					t.Fatalf("kill %d: article %d is %q, and version %d was written", kill, id, a.Title, version)
				}
				if body := a.Body.Text().String(); body != bodyOf(got) {
					t.Fatalf("kill %d: the body of %q begins with %.40q", kill, a.Title, body)
				}
			}
		}
		version++
		if err := other.Put(versions(version), noon.Add(time.Duration(version)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
}

func versions(version int) []desk.Article {
	var all []desk.Article
	for id := range int64(shared) {
		all = append(all, article(id, fmt.Sprintf("Version %d", version), bodyOf(version)))
	}
	return all
}

func bodyOf(version int) string {
	return strings.TrimSpace(strings.Repeat(fmt.Sprint("v", version, " "), 4000))
}

// writeForEver writes newer and newer versions, and says each one that is written.
func writeForEver(path string) {
	x := faqindex.Open(fileAt(path))
	var version int
	_, _ = fmt.Sscan(os.Getenv(writerPath+"_VERSION"), &version)
	for {
		version++
		if x.Put(versions(version), noon.Add(time.Duration(version)*time.Second)) == nil {
			fmt.Println("wrote", version)
		}
	}
}

// writeUntilKilled starts a process that writes versions after one, kills it after some of them, and returns the last
// one that it has said to be written.
func writeUntilKilled(t *testing.T, path string, after, writes int) (version int) {
	t.Helper()
	writer := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFile_KillLosesNothingThatWasWritten$")
	writer.Env = append(os.Environ(), writerPath+"="+path, fmt.Sprint(writerPath, "_VERSION=", after))
	out, err := writer.StdoutPipe()
	if err == nil {
		err = writer.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, err := fmt.Sscanf(lines.Text(), "wrote %d", &version); err != nil {
			t.Errorf("it said %q", lines.Text())
		}
		if writes--; writes == 0 {
			_ = writer.Process.Kill() // what it has said until then is still read
		}
	}
	_ = writer.Wait()
	return version
}
