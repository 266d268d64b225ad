package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/config"
	"frontdesk/internal/safetext"
)

func TestCacheDir_EachAddressAndAgentHasItsOwn(t *testing.T) {
	home := t.TempDir()
	of := func(change func(*config.Config)) string {
		c := config.Config{CacheDir: home, BaseURL: "https://a.example.com", Token: "one"}
		change(&c)
		return c.AccountCacheDir("acme")
	}
	usual := of(func(*config.Config) {})
	if usual == "" || usual != of(func(c *config.Config) { c.Limit = 7 }) {
		t.Errorf("%q is not the same place twice", usual)
	}
	if strings.Contains(usual, "one") || !strings.HasPrefix(usual, filepath.Join(home, "account-acme")) {
		t.Error(usual)
	}
	seen := map[string]string{usual: "the usual one"}
	for name, change := range map[string]func(*config.Config){
		"address":            func(c *config.Config) { c.BaseURL = "https://b.example.com" },
		"articles' address":  func(c *config.Config) { c.ArticlesURL = "https://b.example.com" },
		"account id":         func(c *config.Config) { c.AccountID = 2 },
		"agent":              func(c *config.Config) { c.Agent = safetext.LineFromText("Asha") },
		"credential":         func(c *config.Config) { c.Token = "two" },
		"credential command": func(c *config.Config) { c.Token, c.TokenFrom.Command = "", []string{"pass"} },
		"user of the orders": func(c *config.Config) { c.OrderUser = "orders" },
		"its password":       func(c *config.Config) { c.OrderPassword = "hush" },
		"time zone":          func(c *config.Config) { c.Zone = time.FixedZone("IST", 19_800) },
		"machine's zone":     func(c *config.Config) { c.Zone = time.FixedZone("Local", 3600) },
		"zone after a move":  func(c *config.Config) { c.Zone = time.FixedZone("Local", 7200) },
	} {
		dir := of(change)
		if other, taken := seen[dir]; taken {
			t.Errorf("another %s leads to the cache of %s", name, other)
		}
		seen[dir] = name
	}
	if info, err := os.Stat(filepath.Join(home, "key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
}

func TestCacheDir_OffOrWithoutAPlaceThereIsNone(t *testing.T) {
	home := t.TempDir()
	for _, c := range []config.Config{{CacheDir: home, CacheMode: "off"}, {}} {
		if dir := c.AccountCacheDir("acme"); dir != "" {
			t.Error(dir)
		}
	}
	if made, _ := os.ReadDir(home); len(made) > 0 {
		t.Error("a cache that is off leaves files", made)
	}
}

func TestCacheDir_AnyNameIsOneDirectory(t *testing.T) {
	c := config.Config{CacheDir: "/cache"}
	for _, name := range []string{"", "..", "a/b", strings.Repeat("ü", 250)} {
		dir := c.AccountCachesDir(name)
		if filepath.Dir(dir) != "/cache" || len(filepath.Base(dir)) > 255 {
			t.Errorf("%q is kept in %s", name, dir)
		}
	}
}
