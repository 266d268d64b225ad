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
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// listening finds the address of a server in what it prints; those of the cluster's servers stand elsewhere.
var listening = regexp.MustCompile(`\bon (?:http://)?(127\.0\.0\.1:\d+)`)

// agentsPerKey keeps below the number of connections that the host allows each key.
const agentsPerKey = 4

// measureHost starts an SSH host, signs agents in over loopback, leaves their sessions idle and then presses keys in
// one of them, in turn with the rival under OpenSSH's server.
func measureHost(ctx context.Context, t *table, programs []program, dir string, o options) (err error) {
	keys, list, err := agentKeys(dir, (o.sessions+agentsPerKey-1)/agentsPerKey)
	if err != nil {
		return err
	}
	most := fmt.Sprint(o.sessions + 1)
	arguments := []string{
		"ssh", "--sample", "--listen", "127.0.0.1:0", "--authorized-keys", list, "--max-sessions", most, "--max-per-address", most,
	}
	if o.cluster != "" {
		arguments = append(arguments, "--cluster", o.cluster)
	}
	host := programs[0].command(ctx, arguments...)
	address, end, err := startServer(host)
	if err != nil {
		return err
	}
	defer end()
	pid := host.Process.Pid

	var rows []time.Duration
	var open []*agentSession
	defer func() {
		for _, s := range open {
			_ = s.client.Close()
		}
	}()
	for i := range o.sessions {
		s, err := openSession(ctx, address, "agent", "", keys[i/agentsPerKey], programs[0], o)
		if err != nil {
			return fmt.Errorf("session %d: %w", i+1, err)
		}
		open, rows = append(open, s), append(rows, s.rows)
	}
	t.row("**An SSH host**")
	t.spread("From the opening of a session to its rows", [][]time.Duration{rows})
	if err := sleep(ctx, firstFrames); err != nil {
		return err
	}
	shares, err := idleCPU(ctx, o.idle, pid)
	if err != nil {
		return err
	}
	cells(t, fmt.Sprintf("CPU with %d idle sessions", o.sessions), shares, cpuShare)
	if rss, ok := residentBytes(pid); ok {
		t.row(fmt.Sprintf("Memory with %d sessions, resident", o.sessions), megabytes(rss))
	}
	keysWhile := func(what string) error {
		return measureKeysOverSSH(ctx, t, what, open[0], pid, programs, dir, list, keys[0], o)
	}
	others := open[1:]
	if err := keysWhile(" over SSH"); err != nil || len(others) == 0 {
		return err
	}
	typing, stop := context.WithCancel(ctx)
	defer stop()
	guard.Go(func() { typeInTurn(typing, others) })
	return keysWhile(fmt.Sprintf(" over SSH while %d others press one a second", len(others)))
}

// typeInTurn presses a key a second in each of the sessions until ctx ends.
func typeInTurn(ctx context.Context, sessions []*agentSession) {
	for i := 0; sleep(ctx, time.Second/time.Duration(len(sessions))) == nil; i++ {
		round := i / len(sessions)
		_, _ = io.WriteString(sessions[i%len(sessions)].keys, "jk"[round%2:round%2+1])
	}
}

// firstFrames is how long after its start a session has drawn everything and is idle.
const firstFrames = 5 * time.Second

// measureKeysOverSSH presses keys in a session of the host, in turn with one of the rival under OpenSSH's server.
func measureKeysOverSSH(
	ctx context.Context, t *table, what string, ours *agentSession, pid int, programs []program, dir, list string,
	key ssh.Signer, o options,
) error {
	screens, pids := make([]*screen, len(programs)), make([]int, len(programs))
	screens[0], pids[0] = &ours.screen, pid
	if n := len(programs) - 1; programs[n].args != nil {
		address, end, leftOut, err := startOpenSSH(ctx, dir, list)
		if err != nil {
			return err
		}
		if leftOut != "" {
			t.row(leftOut)
		} else {
			defer end()
			theirs, err := openSession(ctx, address, loginName(), programs[n].commandLine(), key, programs[n], o)
			if err != nil {
				return fmt.Errorf("%s under OpenSSH's server: %w", programs[n].name, err)
			}
			defer func() { _ = theirs.client.Close() }()
			screens[n] = &theirs.screen
		}
	}
	return measureTasks(t, what, tasksOf(programs[0], 0), programs, screens, pids, o.keys)
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
		if found := listening.FindStringSubmatch(lines.Text()); found != nil {
			guard.Go(func() { _, _ = io.Copy(io.Discard, output) })
			return found[1], nil
		}
		said.WriteString(lines.Text() + "\n")
	}
	return "", errors.New("the host did not say where it listens:\n" + said.String())
}

// agentSession is an open session of an agent.
type agentSession struct {
	screen
	client *ssh.Client
	rows   time.Duration // from asking for the session until its rows came
}

// openSession signs in, runs a command, or the console if that is empty, and waits until the program is ready.
func openSession(
	ctx context.Context, address, user, command string, key ssh.Signer, p program, o options,
) (*agentSession, error) {
	client, err := ssh.Dial("tcp", address, &ssh.ClientConfig{
		User: user, Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, Timeout: startTimeout,
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // the host was started here, on loopback
	})
	if err != nil {
		return nil, err
	}
	s := &agentSession{screen{drawn: make(chan piece, 4096)}, client, 0}
	began := time.Now()
	if err := s.show(ctx, command, p, o); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	s.rows = time.Since(began)
	return s, nil
}

// show runs the program on a terminal and returns when it is ready.
func (s *agentSession) show(ctx context.Context, command string, p program, o options) error {
	session, err := s.client.NewSession()
	if err != nil {
		return err
	}
	output, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	if s.keys, err = session.StdinPipe(); err != nil {
		return err
	}
	if err := session.RequestPty("xterm-256color", o.height, o.width, nil); err != nil {
		return err
	}
	start := session.Shell
	if command != "" {
		start = func() error { return session.Start(command) }
	}
	if err := start(); err != nil {
		return err
	}
	_, err = s.waitFor(ctx, output, p, o)
	return err
}
