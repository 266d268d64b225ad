package service

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/wire"
)

// merged lays an account's own members over those kept so far. Together they may not outgrow maxMembers; what is larger
// already may become smaller.
func merged(kept []byte, extra wire.Extra) ([]byte, error) {
	if len(extra) == 0 {
		return kept, nil
	}
	all := wire.Extra{}
	if err := json.Unmarshal(object(kept), &all); err != nil {
		return nil, err
	}
	for name, v := range extra {
		all[name] = v
	}
	text, err := json.Marshal(all, json.Deterministic(true))
	if err == nil && len(text) > maxMembers && len(text) > len(kept) {
		return nil, errMembers
	}
	return text, err
}

// object is a free-form block, never absent.
func object(block []byte) jsontext.Value {
	if s := strings.TrimSpace(string(block)); s == "" || s == "null" {
		return jsontext.Value("{}")
	}
	return jsontext.Value(block)
}

// extra reads a block that the store kept.
func extra(block []byte) wire.Extra {
	all := wire.Extra{}
	if json.Unmarshal(object(block), &all) != nil {
		return wire.Extra{} // it was written from one
	}
	return all
}
