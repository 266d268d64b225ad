package draft

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path/filepath"
)

// Place is the directory of one agent's drafts, outbox and journal for one account, below the program's data
// directory. Several agents may share a user of the machine: a named one has a directory of their own within the
// account's, named by a checksum because a name may hold anything.
func Place(data, account, agent string) string {
	dir := filepath.Join(data, "drafts", "account-"+url.PathEscape(account))
	if agent == "" {
		return dir
	}
	sum := sha256.Sum256([]byte(agent))
	return filepath.Join(dir, agentDir+hex.EncodeToString(sum[:8]))
}
