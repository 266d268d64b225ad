package cluster

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// Sizes of documents on the servers, which accept messages of up to 1 MiB unless configured otherwise.
const (
	packFrom    = 16 << 10 // smaller ones are not compressed: it would not be worth the time
	maxUnpacked = 64 << 20 // a message that unpacks to more is not ours
)

// packing is the header of a message with a compressed document, packedAs its value.
const (
	packing  = "Frontdesk-Packing"
	packedAs = "gzip"
)

// TooLargeError is returned for a document that is too large for the servers. It stays on its host.
type TooLargeError struct{ Name string }

// Error names the document.
func (e *TooLargeError) Error() string {
	return e.Name + " is larger than the cluster takes, and stays on this host"
}

// pack compresses a document if that is worth it, and reports whether it did. The journal of a busy day and the marks
// of thousands of tickets are larger than a message may be, but compress well.
func pack(content []byte) (sent []byte, isPacked bool, err error) {
	if len(content) < packFrom {
		return content, false, nil
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err == nil {
		_, err = w.Write(content)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		return nil, false, fmt.Errorf("a document cannot be packed: %w", err)
	}
	return packed.Bytes(), true, nil
}

// unpack returns the document of a packed message.
func unpack(sent []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(sent))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	if err == nil && len(content) > maxUnpacked {
		err = errors.New("it is too large")
	}
	return content, err
}
