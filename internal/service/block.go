package service

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/wire"
)

// mergeCustomFields lays an account's own members over those kept so far. Together they may not outgrow maxMembers; what is larger
// already may become smaller.
func mergeCustomFields(kept []byte, extra wire.CustomFields) ([]byte, error) {
	if len(extra) == 0 {
		return kept, nil
	}
	all := wire.CustomFields{}
	if err := json.Unmarshal(objectOrEmpty(kept), &all); err != nil {
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

// objectOrEmpty is a free-form block, never absent.
func objectOrEmpty(block []byte) jsontext.Value {
	if s := strings.TrimSpace(string(block)); s == "" || s == "null" {
		return jsontext.Value("{}")
	}
	return jsontext.Value(block)
}

// decodeCustomFields reads a block that the store kept.
func decodeCustomFields(block []byte) wire.CustomFields {
	all := wire.CustomFields{}
	if json.Unmarshal(objectOrEmpty(block), &all) != nil {
		return wire.CustomFields{} // it was written from one
	}
	return all
}
