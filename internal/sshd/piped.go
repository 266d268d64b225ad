package sshd

import (
	"io"

	gossh "golang.org/x/crypto/ssh"
)

// verifiedEOFReader is what a client sends to a command. The end of a connection reads like the end of what is sent: half a comment
// would be taken for a whole one.
type verifiedEOFReader struct {
	from    io.Reader
	channel gossh.Channel
}

// Read reads; at the end it asks the client whether it is still there.
func (p verifiedEOFReader) Read(b []byte) (int, error) {
	n, err := p.from.Read(b)
	if err != io.EOF {
		return n, err
	}
	if _, gone := p.channel.SendRequest(keepaliveRequest, true, nil); gone != nil {
		return n, errClientGone
	}
	return n, io.EOF
}
