package cli

import (
	"io"
	"net"
	"testing"
)

// cuttableLink is a network link to the host that can be cut: nothing passes any more, and neither end is notified.
type cuttableLink struct {
	address string
	pulled  chan struct{}
}

// newCuttableLink returns a link to the host for one connection.
func (h *sshHost) newCuttableLink() *cuttableLink {
	h.t.Helper()
	listener, err := new(net.ListenConfig).Listen(h.t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		h.t.Fatal(err)
	}
	c, host := &cuttableLink{listener.Addr().String(), make(chan struct{})}, h.address
	go func() {
		near, err := listener.Accept()
		if err != nil {
			return
		}
		conn, err := new(net.Dialer).DialContext(h.t.Context(), "tcp", host)
		if err != nil {
			return
		}
		go c.forward(near, conn)
		c.forward(conn, near)
	}()
	h.t.Cleanup(func() { _ = listener.Close() })
	return c
}

func (c *cuttableLink) forward(from io.Reader, to io.Writer) {
	block := make([]byte, 32<<10)
	for {
		n, err := from.Read(block)
		select {
		case <-c.pulled:
			return
		default:
		}
		if err != nil {
			return
		}
		_, _ = to.Write(block[:n])
	}
}

func TestSSHHost_VanishedAgentIsSignedOutAndKeepsTheDraft(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao", "Ben Carter"}, "--gone", "10s") // a machine that stands still for a moment signs nobody out
	ben := h.openConsole("Ben Carter")
	ben.waitForText("1 of ")
	line := h.newCuttableLink()
	direct := h.address
	h.address = line.address
	asha := h.openConsole("Asha Rao")
	h.address = direct
	asha.waitForText("1 of ")
	asha.press("c")
	asha.waitForText("Comment")
	asha.press("half a sentence")
	asha.waitForText("half a sentence")
	ben.waitForText("Asha Rao is editing")
	close(line.pulled)
	ben.waitForTextGone("Asha Rao is editing")
	h.waitForLog("msg=left") // until then only what was typed a second before is sure to be kept
	again := h.openConsole("Asha Rao")
	again.waitForText("1 unsent draft")
	again.press("D")
	again.waitForText("Comment: half a sentence") // what was typed until the end
	again.press("\r")
	again.waitForText("your draft is back")
	again.waitForText("half a sentence")
}
