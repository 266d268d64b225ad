package ui_test

import (
	"os"
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

func TestReads_CountsAReadFile(t *testing.T) {
	if _, err := os.Stat("/proc/thread-self/io"); err != nil {
		t.Skip("the kernel keeps no account of reads")
	}
	var b strings.Builder
	for range 50 {
		if n := uitest.CountReads(func() {
			for range 1000 {
				b.WriteString("nothing but work")
			}
		}); n != 0 {
			t.Fatalf("%d reads, and there were none", n)
		}
	}
	if n := uitest.CountReads(func() { _, _ = os.ReadFile("doc.go") }); n == 0 {
		t.Error("a file was read and nobody saw it")
	}
}
