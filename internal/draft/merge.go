package draft

import (
	"crypto/rand"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
)

// Kind is drafts as a kind of an agent's documents.
var Kind = agentstate.Kind{Suffix: suffix, Merge: merge, Revive: revive, IsWhole: filestore.IsRecord}

// merge keeps both of two drafts of a form, typed on this host and on another while they could not know of each other:
// the one that was saved last stays, the other is a copy. Of the same input, one that was sent stays.
func merge(name string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	var mine, others Draft
	if filestore.DecodeRecord(shared, &others) != nil || filestore.DecodeRecord(here, &mine) != nil {
		return here, nil
	}
	if mine.Equal(others) {
		if mine.SentAt.IsZero() && !others.SentAt.IsZero() {
			return shared, nil
		}
		return here, nil
	}
	first, content, stays := others, shared, here
	if others.SavedAt.After(mine.SavedAt) {
		first, content, stays = mine, here, shared
	}
	first.Conflict = copyName(versionOf(content))
	if first.file() == name {
		first.Conflict = rand.Text()
	}
	copied, err := filestore.EncodeRecord(first)
	if err != nil {
		return here, nil
	}
	return stays, map[string][]byte{first.file(): copied}
}

// revive marks a draft that was deleted on another host while more of it was typed here: there it was saved or
// discarded, which nobody knows here.
func revive(here []byte) []byte {
	var d Draft
	if filestore.DecodeRecord(here, &d) != nil {
		return here
	}
	d.MaybeSaved = true
	marked, err := filestore.EncodeRecord(d)
	if err != nil {
		return here
	}
	return marked
}
