package cache_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// killedRows is how many tickets the process that is killed keeps writing.
const killedRows = 300

// TestDisk_KillNine has another process write the cache from two consoles, one of which knows only what is older, kills
// it at random times, and finds no damage and no row older than those that it reported as written.
//
//	FRONTDESK_TEST_KILLS=1000 go test ./internal/cache -run KillNine -v -timeout 1h
func TestDisk_KillNine(t *testing.T) {
	if dir := os.Getenv("FRONTDESK_TEST_CACHE"); dir != "" {
		writeForEver(dir)
	}
	kills := 6
	if asked := os.Getenv("FRONTDESK_TEST_KILLS"); asked != "" {
		kills, _ = strconv.Atoi(asked)
	}
	dir := t.TempDir()
	reported := 0
	for range kills {
		reported = max(reported, killWriter(t, dir))
		checkVersions(t, dir, reported)
	}
	t.Logf("%d kills, version %d was the last that was reported", kills, reported)
}

// killWriter starts a process that writes, kills it and returns the last version that it said is on disk.
func killWriter(t *testing.T, dir string) (reported int) {
	t.Helper()
	writer := exec.Command(os.Args[0], "-test.run=^TestDisk_KillNine$")
	writer.Env = append(os.Environ(), "FRONTDESK_TEST_CACHE="+dir)
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for range 1 + rand.IntN(12) {
		if lines.Scan() {
			_, _ = fmt.Sscanf(lines.Text(), "done %d", &reported)
		}
	}
	for range rand.IntN(20_000) { // a moment that has nothing to do with the lines
		_ = rand.Int()
	}
	_ = writer.Process.Kill()
	_ = writer.Wait()
	return reported
}

// writeForEver writes version after version of the same tickets. What the second console writes is always older.
func writeForEver(dir string) {
	now := time.Now()
	open := func() *cache.Cache {
		c := cache.New(cache.Config{Dir: dir, Now: func() time.Time { return now }})
		c.WaitLoaded(context.Background())
		return c
	}
	c, late := open(), open()
	version := 0
	if known, ok := c.Snapshot().Ticket(desk.NewID(id(0))); ok {
		version = int(known.TaskID)
	}
	for {
		version++
		now = now.Add(time.Millisecond)
		cache.Learn(late, versionOf(version-1, killedRows))
		now = now.Add(time.Millisecond)
		cache.Learn(c, versionOf(version, killedRows))
		if err := cache.Write(c); err != nil {
			continue
		}
		fmt.Println("done", version)
		_ = cache.Write(late)
	}
}

// versionOf returns a version of all tickets.
func versionOf(version, n int) []desk.Ticket {
	all := make([]desk.Ticket, n)
	for i := range all {
		all[i] = desk.Ticket{
			ID: desk.NewID(id(int64(i))), TaskID: int64(version), Created: desk.NewUnixTime(noon),
			Title: safetext.LineFromText(strings.Repeat("x", i%50) + fmt.Sprint(version)),
		}
	}
	return all
}

// checkVersions reads the cache as the next start does.
func checkVersions(t *testing.T, dir string, reported int) {
	t.Helper()
	c := cache.New(cache.Config{Dir: dir})
	c.WaitLoaded(t.Context())
	s := c.Snapshot()
	for i := range killedRows {
		known, ok := s.Ticket(desk.NewID(id(int64(i))))
		if !ok || int(known.TaskID) < reported || !strings.HasSuffix(known.Title.String(), fmt.Sprint(known.TaskID)) {
			t.Fatalf("ticket %d is %+v, version %d was reported as written", i, known, reported)
		}
	}
	c.Close()
	files, err := cache.StoredFiles(dir)
	for _, f := range files {
		if f.Damaged {
			t.Fatalf("%s was damaged", f.Path)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
