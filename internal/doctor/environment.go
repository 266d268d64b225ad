package doctor

import (
	"net/url"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/filestore"
	"frontdesk/internal/sshd"
)

// zone reports the time zone of the account, in which days begin, and whether it is the one of the service here.
func (d *doctor) zone(c *config.Config) {
	const check = "time zone"
	offset := d.now().In(c.Zone).Format("-07:00")
	switch {
	case c.Serve.DB != "" && c.Serve.Zone.String() != c.Zone.String():
		d.add(check, StatusFail, "the account has %s, and the service of this configuration %s: days begin at different times; set both time_zone",
			c.Zone, c.Serve.Zone)
	case c.BaseURL != "" && c.Zone == time.Local:
		d.add(check, statusNote, "that of this machine, now %s: set time_zone to that of the account, so that its days begin at the same time everywhere", offset)
	default:
		d.add(check, statusOK, "%s, now %s", c.Zone, offset)
	}
}

// proxy reports through which proxy the service is reached.
func (d *doctor) proxy(c *config.Config) {
	const check = "proxy"
	to, err := url.Parse(c.BaseURL)
	if c.IsEmbedded() || err != nil {
		d.add(check, statusNote, "not used: nothing is sent to another machine")
		return
	}
	switch through, err := client.ProxyOf(to); {
	case err != nil:
		d.add(check, StatusFail, "%v", err)
	case through == "":
		d.add(check, statusOK, "none for %s", to.Host)
	default:
		d.add(check, statusNote, "%s is reached through %s", to.Host, through)
	}
}

// modes reports the files of service and host that others can open or replace.
func (d *doctor) modes(c *config.Config) {
	const check = "files' modes"
	hostKey := c.SSH.HostKey
	if hostKey == "" && c.DataDir != "" {
		hostKey = filepath.Join(c.DataDir, "ssh_host_ed25519_key")
	}
	seen, wrong := 0, 0
	for _, file := range []struct {
		path   string
		refuse os.FileMode
	}{
		{c.Path, filestore.OthersWrite},
		{c.Serve.Credentials, filestore.OthersOpen},
		{c.Serve.TLSKey, filestore.OthersOpen},
		{c.Serve.DB, filestore.OthersOpen},
		{hostKey, filestore.OthersOpen},
		{c.SSH.AuthorizedKeys, filestore.OthersWrite},
		{c.SSH.Audit, filestore.OthersWrite},
		{c.Cluster.CredentialsFile, filestore.OthersOpen},
		{c.Cluster.Key, filestore.OthersOpen},
		{c.Cluster.CA, filestore.OthersWrite},
		{c.TokenFrom.File, filestore.OthersOpen},
		{c.OrderPasswordFrom.File, filestore.OthersOpen},
	} {
		info, err := os.Stat(file.path)
		if file.path == "" || err != nil {
			continue // whoever needs it says so
		}
		seen++
		if err := filestore.CheckPrivate(file.path, info, file.refuse); err != nil {
			wrong++
			d.add(check, StatusFail, "%s: %v", file.path, err)
		}
	}
	if wrong == 0 {
		d.add(check, statusOK, "files that others must not open or change: %d", seen)
	}
}

// agentKeys reports the lines of the keys of agents that let nobody in.
func (d *doctor) agentKeys(path string) {
	const check = "keys of agents"
	if path == "" {
		return
	}
	keys, err := sshd.LoadAuthorizedKeys(path)
	if err != nil {
		d.add(check, StatusFail, "%s: %v", path, err)
		return
	}
	for _, refused := range keys.Refused() {
		d.add(check, StatusFail, "%s: %v", path, refused)
	}
	if len(keys.Refused()) == 0 {
		d.add(check, statusOK, "%s: each line lets somebody in", path)
	}
}
