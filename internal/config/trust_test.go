package config_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"frontdesk/internal/config"
)

func TestConfig_FileThatOthersCanChangeIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such permissions")
	}
	const address = "base_url = \"https://desk.example.com\"\n"
	for name, c := range map[string]struct {
		file      string
		mode, dir os.FileMode
		want      string
	}{
		"an address, written by everybody":     {address, 0o666, 0o700, "decides what is run and where credentials go, and others can write it (mode 0666): chmod go-w it"},
		"an account's, written by everybody":   {"[accounts.acme]\n" + address, 0o622, 0o700, "others can write it"},
		"the chosen account":                   {`account = "acme"`, 0o662, 0o700, "others can write it"},
		"a command, in everybody's directory":  {`token_command = ["pass"]`, 0o600, 0o777, "others can write the directory"},
		"a credential in such a directory":     {`token = "c2VjcmV0"`, 0o600, 0o777, "holds a credential and others can write the directory"},
		"an agent's key, read by everybody":    {"[agents.Asha]\ntoken = \"c2VjcmV0\"", 0o644, 0o755, "holds a credential and others may open it"},
		"an address that everybody may read":   {address, 0o644, 0o755, ""},
		"a command in a directory like /tmp":   {`token_command = ["pass"]`, 0o600, 0o777 | os.ModeSticky, ""},
		"nothing at all, written by everybody": {"# nothing\n", 0o666, 0o700, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := writeConfig(t, c.file)
			if err := os.Chmod(path, c.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(filepath.Dir(path), c.dir); err != nil {
				t.Fatal(err)
			}
			_, err := load(environment(t), path)
			if (c.want == "") != (err == nil) || err != nil && (!strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), path)) {
				t.Error(err)
			}
		})
	}
}

func TestConfig_FileOfAnotherUserIsRefused(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	path := writeConfig(t, `token_command = ["pass"]`)
	if err := os.Chown(path, 12345, 12345); err != nil {
		t.Fatal(err)
	}
	const want = "belongs to another user (uid 12345): chown it to root or to who runs frontdesk"
	if _, err := load(environment(t), path); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a command of another user would be run: %v", err)
	}
	if _, err := config.LoadServer(environment(t), path); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the service would be set up by another user: %v", err)
	}
	if _, err := config.SaveAccount(path, "beta", map[string]any{"limit": 7}, false); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("an account was added to what another user wrote: %v", err)
	}
}

// A shell gives a configuration that a program prints as a pipe: frontdesk --config <(sops -d config.toml).
func TestConfig_IsReadFromAPipeThatWasHandedOver(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names pipes as Linux does")
	}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	if _, err := in.WriteString(`token = "c2VjcmV0"`); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := load(environment(t), descriptorPath(out))
	if err != nil || c.Token != "c2VjcmV0" {
		t.Error(err)
	}
}

func descriptorPath(f *os.File) string { return "/dev/fd/" + strconv.Itoa(int(f.Fd())) }

func TestConfig_NullDeviceIsAnEmptyFile(t *testing.T) {
	if _, err := load(environment(t), os.DevNull); err != nil {
		t.Error(err)
	}
}
