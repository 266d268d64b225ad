package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

// homeDays is over how many days the tickets of a home are spread.
const homeDays = 30

// fillHome fills a desk with so many tickets by the program's own commands, and gives the console an account on it. The
// console is ready when it lists all of them. After its first start the service ends, and its cache is all that it has.
func fillHome(ctx context.Context, console *program, tickets int) error {
	in := func(name string) string { return filepath.Join(console.home, name) }
	if err := os.WriteFile(in("tickets.csv"), ticketList(tickets, time.Now()), 0o600); err != nil {
		return err
	}
	load := console.command(ctx, "desk", "import", in("tickets.csv"), "--db", in("desk.db"))
	if output, err := load.CombinedOutput(); err != nil {
		return fmt.Errorf("desk import: %w\n%s", err, output)
	}
	console.env = append(console.env, "FRONTDESK_TOKEN=figures")
	serve := console.command(ctx, "serve", "--db", in("desk.db"), "--listen", "127.0.0.1:0")
	address, end, err := startServer(serve)
	if err != nil {
		return err
	}
	settings := fmt.Appendf(nil, "range_days = %d\n", homeDays)
	if err := os.WriteFile(in("frontdesk.toml"), settings, 0o600); err != nil {
		end()
		return err
	}
	console.env = append(console.env, "FRONTDESK_CONFIG="+in("frontdesk.toml"), "FRONTDESK_BASE_URL=http://"+address)
	console.ready = regexp.MustCompile(fmt.Sprintf(`1 of %d\b`, tickets))
	console.endService = end
	return nil
}

// startServer starts a command that says where on loopback it listens.
func startServer(command *exec.Cmd) (address string, end func(), err error) {
	said, err := command.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	command.Stderr = command.Stdout
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	end = func() {
		_ = command.Process.Kill()
		_ = command.Wait() // it was killed
	}
	if address, err = addressIn(said); err != nil {
		end()
		return "", nil, err
	}
	return address, end, nil
}

// ticketList returns a list of open tickets for desk import, the newest first. They end a day before the range does,
// because that begins at a midnight.
func ticketList(tickets int, now time.Time) []byte {
	var b bytes.Buffer
	b.WriteString("ticket_id,created,title,details,priority\n")
	apart := (homeDays - 2) * 24 * time.Hour / time.Duration(tickets)
	for i := range tickets {
		created := now.Add(-time.Duration(i) * apart).UTC().Format(time.RFC3339)
		fmt.Fprintf(&b, "%d,%s,Screen stays black and beeps %d,It beeps.,High\n", 700_000_000_000+i, created, i)
	}
	return b.Bytes()
}
