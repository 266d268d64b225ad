package faqindex

import (
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/filestore"
)

// progress is how far a prefetch has come, as it is kept on disk.
type progress struct {
	Pending  []string  `json:"pending,omitempty"` // what is still searched for, the next one last
	Started  time.Time `json:"started,omitzero"`
	Complete time.Time `json:"complete,omitzero"` // when a prefetch was last complete
}

func (p *progress) encode(to []byte) []byte {
	content, err := json.Marshal(p, filestore.JSONOptions)
	if err != nil {
		return to // it starts anew
	}
	return append(to, content...)
}

func (p *progress) decode(content []byte) {
	var read progress
	if json.Unmarshal(content, &read, filestore.JSONOptions) == nil {
		*p = read
	}
}
