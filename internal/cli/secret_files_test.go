//go:build unix

package cli_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// secretFile writes a file as a container or service manager mounts it: nobody can change it. Only for root it also
// belongs to root, so that the group may read it.
func secretFile(t *testing.T, path, content string) string {
	t.Helper()
	_ = os.Remove(path)
	writePrivateFile(t, path, content)
	mode := os.FileMode(0o400)
	if os.Getuid() == 0 {
		mode = 0o440
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// variablesOf returns an environment that also says which names it has.
func variablesOf(values map[string]string) func(string) string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	return func(name string) string {
		if name == "" {
			return strings.Join(names, "\n")
		}
		return values[name]
	}
}

// TestSecretFiles_ServiceReadsAllCredentials: key, names, order user and password, and keys of agents come from files,
// in both ways in which managers pass them, and SIGHUP reads them again.
func TestSecretFiles_ServiceReadsAllCredentials(t *testing.T) {
	for name, way := range map[string]func(dir string) map[string]string{
		"named by variables": func(dir string) map[string]string {
			return map[string]string{
				"FRONTDESK_TOKEN_FILE": filepath.Join(dir, "FRONTDESK_TOKEN"), "FRONTDESK_KEY_ASHA_FILE": filepath.Join(dir, "FRONTDESK_KEY_ASHA"),
				"FRONTDESK_KEY_ASHA_NAME": "Asha Rao", "FRONTDESK_ORDER_USER_FILE": filepath.Join(dir, "FRONTDESK_ORDER_USER"),
				"FRONTDESK_ORDER_PASSWORD_FILE": filepath.Join(dir, "FRONTDESK_ORDER_PASSWORD"),
			}
		},
		"in the credentials directory": func(dir string) map[string]string {
			return map[string]string{"CREDENTIALS_DIRECTORY": dir}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, content := range map[string]string{
				"FRONTDESK_TOKEN": "b2xk\n", "FRONTDESK_KEY_ASHA": "YXNoYQ==\n", "FRONTDESK_ORDER_USER": "orders\n",
				"FRONTDESK_ORDER_PASSWORD": "hush\n", "something-else": "of another program\n",
			} {
				secretFile(t, filepath.Join(dir, file), content)
			}
			r := startServiceIn(t, variablesOf(way(dir)))
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for _, key := range []string{"b2xk", "YXNoYQ=="} {
				if code, _ := r.requestWithKey(t, client, key); code != http.StatusOK {
					t.Errorf("%s: %d", key, code)
				}
			}
			secretFile(t, filepath.Join(dir, "FRONTDESK_TOKEN"), "bmV3\n")
			r.hangUp(t, "read again")
			if code, _ := r.requestWithKey(t, client, "bmV3"); code != http.StatusOK {
				t.Errorf("the new key: %d", code)
			}
			if code, _ := r.requestWithKey(t, client, "b2xk"); code != http.StatusUnauthorized {
				t.Errorf("the old key: %d", code)
			}
			if code := r.stop(); code != exitcode.OK {
				t.Errorf("it ended with %d", code)
			}
		})
	}
}

// TestSecretFiles_CommandReadsCredentials: also the user and the password of the order operations.
func TestSecretFiles_CommandReadsCredentials(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	dir := t.TempDir()
	secretFile(t, filepath.Join(dir, "FRONTDESK_TOKEN"), clitest.Token+"\n")
	secretFile(t, filepath.Join(dir, "FRONTDESK_ORDER_USER"), clitest.OrderUser+"\n")
	secretFile(t, filepath.Join(dir, "FRONTDESK_ORDER_PASSWORD"), clitest.OrderPassword)
	env := testEnvironment(t, u.URL)
	for _, name := range []string{"FRONTDESK_TOKEN", "FRONTDESK_ORDER_USER", "FRONTDESK_ORDER_PASSWORD"} {
		delete(env, name)
	}
	env["CREDENTIALS_DIRECTORY"] = dir
	for _, line := range []string{"faq categories", "order pull --customer 61046"} {
		if got := runWith(t.Context(), env, "", strings.Fields(line)...); got.code != exitcode.OK {
			t.Errorf("%s: %s", line, got)
		}
	}
	got := runWith(t.Context(), env, "", "config")
	if !strings.Contains(got.out, "$CREDENTIALS_DIRECTORY/FRONTDESK_TOKEN") || strings.Contains(got.out, clitest.Token) {
		t.Errorf("the configuration: %s", got)
	}
}

// TestSecretFiles_TwoPlacesAreAnError: nobody could tell which one counts.
func TestSecretFiles_TwoPlacesAreAnError(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := secretFile(t, filepath.Join(dir, "FRONTDESK_TOKEN"), "b2xk\n")
	for name, c := range map[string]struct {
		variables map[string]string
		says      string
	}{
		"a variable and a file": {
			map[string]string{"FRONTDESK_TOKEN": "bmV3", "FRONTDESK_TOKEN_FILE": file}, "FRONTDESK_TOKEN and FRONTDESK_TOKEN_FILE are both given",
		},
		"a variable and a credential": {
			map[string]string{"FRONTDESK_TOKEN": "bmV3", "CREDENTIALS_DIRECTORY": dir}, "FRONTDESK_TOKEN and $CREDENTIALS_DIRECTORY/FRONTDESK_TOKEN are both given",
		},
		"a file and a credential": {
			map[string]string{"FRONTDESK_TOKEN_FILE": file, "CREDENTIALS_DIRECTORY": dir}, "FRONTDESK_TOKEN_FILE and $CREDENTIALS_DIRECTORY/FRONTDESK_TOKEN are both given",
		},
		"the user twice": {
			map[string]string{"FRONTDESK_TOKEN": "bmV3", "FRONTDESK_ORDER_USER": "orders", "FRONTDESK_ORDER_USER_FILE": file}, "FRONTDESK_ORDER_USER and FRONTDESK_ORDER_USER_FILE are both given",
		},
	} {
		for _, line := range []string{"faq categories", "serve --db " + filepath.Join(dir, "desk.db") + " --listen 127.0.0.1:0"} {
			values := map[string]string{"FRONTDESK_BASE_URL": "http://127.0.0.1:1", "XDG_CONFIG_HOME": "/nowhere", "HOME": dir}
			for variable, value := range c.variables {
				values[variable] = value
			}
			got := runWith(t.Context(), values, "", strings.Fields(line)...)
			if got.code != exitcode.Usage || !strings.Contains(got.errOut, c.says) || strings.Contains(got.errOut, "bmV3") {
				t.Errorf("%s, %s: %s", name, line, got)
			}
		}
	}
}

// TestSecretFiles_HostRenewsItsCredentials at SIGHUP, without a configuration file.
func TestSecretFiles_HostRenewsItsCredentials(t *testing.T) {
	const old, renewed = "b2xk", "bmV3"
	service := newAccountService(t, old, renewed)
	h := clitest.NewHost(t, []string{"Asha Rao"})
	if err := os.Remove(filepath.Join(h.Dir, "frontdesk", "config.toml")); err != nil {
		t.Fatal(err)
	}
	key := secretFile(t, filepath.Join(h.Dir, "FRONTDESK_TOKEN"), old+"\n")
	h.Variables = map[string]string{
		"FRONTDESK_BASE_URL": service.URL, "FRONTDESK_KMS_URL": service.URL, "CREDENTIALS_DIRECTORY": h.Dir,
	}
	h.Start()
	add := func() {
		t.Helper()
		if code, _, errOut := h.RunCommand("Asha Rao", `ticket add --title Hello`, ""); code != exitcode.OK {
			t.Fatal(errOut)
		}
	}
	add()
	secretFile(t, key, renewed+"\n")
	hangUp(t, h, "has its credentials read again")
	add()
	if before, after := service.countCalls(old, "add-ticket"), service.countCalls(renewed, "add-ticket"); before != 1 || after != 1 {
		t.Errorf("%d with the old key, %d with the new one", before, after)
	}
	if log := h.Log.String(); strings.Contains(log, old) || strings.Contains(log, renewed) {
		t.Errorf("the log holds a key:\n%s", log)
	}
}
