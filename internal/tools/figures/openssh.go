package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// startOpenSSH starts OpenSSH's server on loopback, with a key of its own, for the keys of a list and the user who
// measures. leftOut says why it could not be started, for example because it is not installed.
func startOpenSSH(ctx context.Context, dir, keys string) (address string, end func(), leftOut string, err error) {
	path := installed("sshd", "/usr/sbin/sshd") // the path of others than administrators leaves it out
	if path == "" {
		return "", nil, "OpenSSH's server is not installed and left out", nil
	}
	if address, err = freeAddress(ctx); err != nil {
		return "", nil, "", err
	}
	settings, err := openSSHSettings(dir, keys, address)
	if err != nil {
		return "", nil, "", err
	}
	server := exec.CommandContext(ctx, path, "-D", "-e", "-f", settings)
	var said bytes.Buffer
	server.Stderr = &said
	if err := server.Start(); err != nil {
		return "", nil, "", err
	}
	ended := guard.Start(server.Wait)
	end = func() {
		_ = server.Process.Kill()
		<-ended //nolint:errcheck // it was killed
	}
	dialer := net.Dialer{Timeout: time.Second}
	for range 100 {
		if c, err := dialer.DialContext(ctx, "tcp", address); err == nil {
			return address, end, "", c.Close()
		}
		select {
		case err := <-ended:
			why := fmt.Sprintf("OpenSSH's server is left out: %s, %v", strings.TrimSpace(said.String()), err)
			return "", nil, why, nil
		case <-time.After(50 * time.Millisecond):
		}
	}
	end()
	return "", nil, "OpenSSH's server does not listen and is left out", nil
}

// freeAddress returns an address on loopback that nobody listens on.
func freeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// openSSHSettings writes the server's configuration and its key.
func openSSHSettings(dir, keys, address string) (path string, err error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		return "", err
	}
	hostKey, path := filepath.Join(dir, "openssh_host_key"), filepath.Join(dir, "sshd_config")
	if err := os.WriteFile(hostKey, pem.EncodeToMemory(block), 0o600); err != nil {
		return "", err
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	return path, os.WriteFile(path, fmt.Appendf(nil, `ListenAddress %s
Port %s
HostKey %s
AuthorizedKeysFile %s
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
`, host, port, hostKey, keys), 0o600)
}

// loginName returns whom OpenSSH's server lets in: the user who measures.
func loginName() string {
	u, err := user.Current()
	if err != nil {
		return "agent"
	}
	return u.Username
}
