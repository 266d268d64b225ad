package outbox

import (
	"slices"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
)

// Kind is the outbox's items as a kind of an agent's documents.
var Kind = agentstate.Kind{Folder: dirName, Suffix: suffix, Merge: merge, IsWhole: filestore.IsRecord}

// caution is the states by how much may have become of an item.
var caution = []State{Waiting, Refused, Sending, Unknown}

// merge decides between an item as it became on this host and on another: the one that may have been sent stays, so
// that it is looked for before it is sent again.
func merge(_ string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	var mine, others Item
	if filestore.DecodeRecord(shared, &others) != nil || filestore.DecodeRecord(here, &mine) != nil {
		return here, nil
	}
	if slices.Index(caution, others.State) > slices.Index(caution, mine.State) {
		return shared, nil
	}
	return here, nil
}
