package safetext

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// allocatedBytes returns how many bytes do asks for, live or not.
func allocatedBytes(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestCleanLine_LongTitleIsCutBeforeItIsRead(t *testing.T) {
	const size = 4 << 20
	for _, piece := range []string{"<", "&", "&amp;", "&lt;", "<p>x", "<a href=x>", "a\u0301"} {
		raw := "Refund " + strings.Repeat(piece, size/len(piece))
		var got Line
		if asked := allocatedBytes(func() { got = LineFromEscaped(raw) }); asked > 192*maxRawLine {
			t.Errorf("a title of 4 MiB of %q asks for %d MiB", piece, asked>>20)
		}
		if !strings.HasPrefix(got.String(), "Refund") {
			t.Errorf("a title of %q is shown as %.40q", piece, got)
		}
	}
}

func TestCleanBlock_AngleBracketsAskForNoMemory(t *testing.T) {
	raw := "<b>Refund</b> " + strings.Repeat("<", maxRich)
	if asked := allocatedBytes(func() { _ = BlockFromHTML(raw) }); asked > 64<<20 {
		t.Errorf("a body of 4 MiB asks for %d MiB", asked>>20)
	}
}

// A scan that is repeated for every tag would read this body 2,000 times over, which takes as long as it sounds.
func TestCleanBlock_HiddenElementsWithoutEndAreSearchedForOnce(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "<script\na=%d>one</", i)
	}
	z := scanner{src: b.String(), never: map[string]bool{}}
	for z.at < len(z.src) {
		next := strings.IndexByte(z.src[z.at:], '<')
		if next < 0 {
			break
		}
		z.at += next
		z.lessThan()
	}
	if len(z.never) != 1 {
		t.Errorf("%d searches for the end of a script that has none", len(z.never))
	}
}
