package main

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// listening finds the address of the host in what it prints.
var listening = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// agentsPerKey keeps below the number of connections that the host allows each key.
const agentsPerKey = 4

// measureHost starts an SSH host, signs agents in over loopback and leaves their sessions idle.
func measureHost(ctx context.Context, t *table, console program, dir string, o options) (err error) {
	keys, list, err := agentKeys(dir, (o.sessions+agentsPerKey-1)/agentsPerKey)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	host := exec.CommandContext(ctx, console.path, "ssh", "--listen", "127.0.0.1:0", "--authorized-keys", list,
		"--max-sessions", fmt.Sprint(o.sessions+1), "--max-per-address", fmt.Sprint(o.sessions+1))
	host.Env, host.Dir = console.environment(), console.home
	said, err := host.StdoutPipe()
	if err != nil {
		return err
	}
	if err := host.Start(); err != nil {
		return err
	}
	defer func() {
		cancel()
		_ = host.Wait() // it was killed
	}()
	address, err := addressIn(said)
	if err != nil {
		return err
	}

	var rows []time.Duration
	var clients []*ssh.Client
	defer func() {
		for _, c := range clients {
			_ = c.Close()
		}
	}()
	for i := range o.sessions {
		s, err := openSession(address, keys[i/agentsPerKey], o)
		if err != nil {
			return fmt.Errorf("session %d: %w", i+1, err)
		}
		clients = append(clients, s.client)
		rows = append(rows, s.rows)
	}
	t.row("**An SSH host**", "", "")
	t.duration("From the opening of a session to its rows, median", percentile(rows, 50), 0)
	t.duration("… 95th percentile", percentile(rows, 95), 0)
	select { // the sessions' last frames are drawn
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	cpu, _, ok, err := idleCPU(ctx, o.idle, host.Process.Pid, host.Process.Pid)
	if err != nil || !ok {
		return err
	}
	t.row(fmt.Sprintf("CPU with %d idle sessions, of one core", o.sessions), fmt.Sprintf("%.1f %%", 100*cpu), "")
	rss, _ := residentBytes(host.Process.Pid)
	t.row(fmt.Sprintf("Memory with %d sessions, resident", o.sessions), megabytes(rss), "")
	return nil
}

// agentKeys makes keys and the list that lets them in.
func agentKeys(dir string, n int) (keys []ssh.Signer, list string, err error) {
	var lines strings.Builder
	for range n {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, "", err
		}
		signer, err := ssh.NewSignerFromKey(private)
		if err != nil {
			return nil, "", err
		}
		keys = append(keys, signer)
		fmt.Fprintf(
			&lines,
			"%s agent%d\n",
			strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey()))),
			len(keys),
		)
	}
	list = filepath.Join(dir, "authorized_keys")
	return keys, list, os.WriteFile(list, []byte(lines.String()), 0o600)
}

// addressIn reads what the host prints until it says where it listens, and goes on reading so that the host never
// waits.
func addressIn(output io.Reader) (string, error) {
	lines := bufio.NewScanner(output)
	var said strings.Builder
	for lines.Scan() {
		if address := listening.FindString(lines.Text()); address != "" {
			guard.Go(func() { _, _ = io.Copy(io.Discard, output) })
			return address, nil
		}
		said.WriteString(lines.Text() + "\n")
	}
	return "", errors.New("the host did not say where it listens:\n" + said.String())
}

// agentSession is an open session of an agent.
type agentSession struct {
	client *ssh.Client
	rows   time.Duration // from asking for the session until its rows came
}

// openSession signs in, opens the console and waits for its rows. What comes later is read and thrown away.
func openSession(address string, key ssh.Signer, o options) (*agentSession, error) {
	client, err := ssh.Dial("tcp", address, &ssh.ClientConfig{
		User: "agent", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, Timeout: startTimeout,
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // the host was started here, on loopback
	})
	if err != nil {
		return nil, err
	}
	s := &agentSession{client: client}
	began := time.Now()
	if err := s.show(o); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	s.rows = time.Since(began)
	return s, nil
}

// show opens the console on a terminal and returns when its first rows have come.
func (s *agentSession) show(o options) error {
	session, err := s.client.NewSession()
	if err != nil {
		return err
	}
	screen, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	if _, err := session.StdinPipe(); err != nil { // without one the session's input ends at once
		return err
	}
	if err := session.RequestPty("xterm-256color", o.height, o.width, nil); err != nil {
		return err
	}
	if err := session.Shell(); err != nil {
		return err
	}
	ready := guard.Start(func() error {
		var seen []byte
		buf := make([]byte, 32<<10)
		for !firstRows.Match(seen) {
			n, err := screen.Read(buf)
			if err != nil {
				return fmt.Errorf("%w after %q", err, seen)
			}
			seen = append(seen, buf[:n]...)
		}
		return nil
	})
	select {
	case err = <-ready:
	case <-time.After(startTimeout):
		err = fmt.Errorf("no rows within %s", startTimeout)
	}
	if err != nil {
		return err
	}
	guard.Go(func() { _, _ = io.Copy(io.Discard, screen) })
	return nil
}
