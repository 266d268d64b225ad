package config

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/filestore"
)

// AccountCacheDir returns the directory of an account's cache; "" when the cache is off or has no place. The directory
// may not exist. account is the name that the connection has.
//
// Each combination of address, account id, agent, credential and time zone has a directory of its own, whatever the
// name of the account, because the service's answers depend on them. A credential from a command or the keyring counts
// by its source, because a command may return another one each time.
func (c Config) AccountCacheDir(account string) string {
	if c.CacheMode == "off" || c.CacheDir == "" {
		return ""
	}
	key, err := cacheKey(c.CacheDir)
	if err != nil {
		return ""
	}
	sum := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintf(sum, "%q %q %d %q %q %q %q %q %q %s", c.BaseURL, c.ArticlesURL, c.AccountID, c.Agent.String(),
		string(c.Token), c.TokenFrom, c.OrderUser, string(c.OrderPassword), c.OrderPasswordFrom, zoneKey(c.Zone))
	return filepath.Join(c.AccountCachesDir(account), hex.EncodeToString(sum.Sum(nil)[:8]))
}

// zoneKey identifies a time zone. The machine's is called Local on every machine, so its offsets in winter and summer
// are part of the key.
func zoneKey(zone *time.Location) string {
	_, winter := time.Unix(1_767_225_600, 0).In(cmp.Or(zone, time.UTC)).Zone() // 1 January 2026
	_, summer := time.Unix(1_782_864_000, 0).In(cmp.Or(zone, time.UTC)).Zone() // 1 July 2026
	return fmt.Sprintf("%q %d %d", zone, winter, summer)
}

// maxDirName is the longest account name that is used as a directory name; file systems allow 255 bytes.
const maxDirName = 200

// AccountCachesDir returns the directory that holds the caches of all accounts of a name; "" if caches have no place.
func (c Config) AccountCachesDir(account string) string {
	if c.CacheDir == "" {
		return ""
	}
	name := url.PathEscape(account)
	if len(name) > maxDirName {
		sum := sha256.Sum256([]byte(account))
		name = hex.EncodeToString(sum[:])
	}
	return filepath.Join(c.CacheDir, "account-"+name)
}

// cacheKey returns the random number that keeps credentials from being guessed from the names of directories.
func cacheKey(dir string) ([]byte, error) {
	const size = 32
	path := filepath.Join(dir, "key")
	if key, err := os.ReadFile(path); err == nil && len(key) == size {
		return key, nil
	}
	if err := filestore.MakePrivateDir(dir); err != nil {
		return nil, err
	}
	lock, err := filestore.WaitLock(path + ".lock")
	if err != nil {
		return nil, err
	}
	defer func() { _ = lock.Release() }()
	if key, err := os.ReadFile(path); err == nil && len(key) == size { // another console was first
		return key, nil
	}
	key := make([]byte, size)
	_, _ = rand.Read(key) // never fails
	return key, filestore.WriteFile(path, key)
}
