package uitest

import (
	"os"
	"strings"
	"testing"
)

func TestReads_CountsAReadFile(t *testing.T) {
	if threadReads() == 0 {
		t.Skip("the kernel keeps no account of reads")
	}
	var b strings.Builder
	for range 50 {
		if n := readsDuring(func() {
			for range 1000 {
				b.WriteString("nothing but work")
			}
		}); n != 0 {
			t.Fatalf("%d reads, and there were none", n)
		}
	}
	if n := readsDuring(func() { _, _ = os.ReadFile("reads_linux.go") }); n == 0 {
		t.Error("a file was read and nobody saw it")
	}
}
