package filestore

import (
	"strconv"
	"strings"
)

// privateGroup reports whether a group belongs to one user alone: it has the user's name, is the user's primary group
// and has no other members. passwd and groups are the contents of /etc/passwd and /etc/group; groups of users stored
// elsewhere, such as in LDAP, are not considered private.
func privateGroup(passwd, groups []byte, uid, gid int) bool {
	name := ""
	for line := range strings.Lines(string(passwd)) { // name:password:uid:gid:…
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) < 4 || fields[3] != strconv.Itoa(gid) {
			continue
		}
		if fields[2] != strconv.Itoa(uid) {
			return false
		}
		name = fields[0]
	}
	found := false
	for line := range strings.Lines(string(groups)) { // name:password:gid:members
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) < 4 || fields[2] != strconv.Itoa(gid) {
			continue
		}
		if fields[0] != name || fields[3] != "" && fields[3] != name {
			return false
		}
		found = true
	}
	return found && name != ""
}
