package cli

import (
	"io"
	"net"
	"testing"
)

// cable is a way to the host that can be pulled out: nothing passes any more, and nobody is told.
type cable struct {
	address string
	pulled  chan struct{}
}

// cabled leads to the host over a cable.
func (h *sshHost) cabled() *cable {
	h.t.Helper()
	listener, err := new(net.ListenConfig).Listen(h.t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		h.t.Fatal(err)
	}
	c, host := &cable{listener.Addr().String(), make(chan struct{})}, h.address
	go func() {
		near, err := listener.Accept()
		if err != nil {
			return
		}
		conn, err := new(net.Dialer).DialContext(h.t.Context(), "tcp", host)
		if err != nil {
			return
		}
		go c.passes(near, conn)
		c.passes(conn, near)
	}()
	h.t.Cleanup(func() { _ = listener.Close() })
	return c
}

func (c *cable) passes(from io.Reader, to io.Writer) {
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

func TestWhoVanishesIsMissedByTheOthersAndFindsTheDraft(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao", "Ben Carter"}, "--gone", "2s")
	ben := h.sits("Ben Carter")
	ben.sees("1 of 1")
	line := h.cabled()
	direct := h.address
	h.address = line.address
	asha := h.sits("Asha Rao")
	h.address = direct
	asha.sees("1 of 1")
	asha.types("c")
	asha.sees("Comment")
	asha.types("half a sentence")
	asha.sees("half a sentence")
	ben.sees("Asha Rao is editing")
	close(line.pulled)
	ben.loses("Asha Rao is editing")
	h.logs("msg=left") // until then only what was typed a second before is sure to be kept
	again := h.sits("Asha Rao")
	again.sees("a draft waits")
	again.types("D")
	again.sees("Comment: half a sentence") // what was typed until the end
	again.types("\r")
	again.sees("what you typed before is back")
	again.sees("half a sentence")
}
