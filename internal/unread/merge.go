package unread

import (
	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
)

// Kind is the tracker as a kind of an agent's documents.
var Kind = agentstate.Kind{Suffix: fileName, Merge: merge, IsWhole: filestore.IsRecord}

// merge puts together what was read on this host and on another.
func merge(_ string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	both := empty(nil)
	for _, content := range [][]byte{here, shared} {
		var kept fileContent
		if filestore.DecodeRecord(content, &kept) == nil {
			both.merge(kept)
		}
	}
	both.bound()
	merged, err := filestore.EncodeRecord(fileContent{Since: both.since, Tickets: both.read, Worked: both.changed})
	if err != nil {
		return here, nil
	}
	return merged, nil
}
