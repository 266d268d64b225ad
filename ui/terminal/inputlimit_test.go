package terminal

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestInput_IsLimited(t *testing.T) {
	pair := func(n int) string { return strings.Repeat("1;", n) }
	for name, tc := range map[string]struct{ input, want string }{
		"text":               {"Größe 漢字 👩‍👩‍👧", "Größe 漢字 👩‍👩‍👧"},
		"invalid UTF-8":      {"\xf0\x28\xff\xc3", "\xf0\x28\xff\xc3"},
		"keys":               {"\x1b[1;5A\x1bOP\x1b\x1b[A\x1b[97;1:3u", "\x1b[1;5A\x1bOP\x1b\x1b[A\x1b[97;1:3u"},
		"parameters":         {"\x1b[" + pair(60) + "mtext", "\x1b[" + pair(maxParams-1) + "1mtext"},
		"parameters, 8 bits": {"\x9b" + pair(60) + "mtext", "\x9b" + pair(maxParams-1) + "1mtext"},
		"not parameters":     {pair(60), pair(60)},
		"clipboard":          {"\x1b]52;c;eA==\x07x", "\x1b]52;c;eA==\x07x"},
		"long string": {
			"\x1b]" + strings.Repeat("A", maxString+9) + "\x1b\\text", "\x1b]" + strings.Repeat("A", maxString) + "\x1b\\text",
		},
		"long DCS": {
			"\x1bP1+r" + strings.Repeat("A", maxString+9) + "\x9ctext", "\x1bP1+r" + strings.Repeat("A", maxString-1) + "\x9ctext",
		},
		"paste": {"\x1b[200~two\rwords\x1b[201~x", "\x1b[200~two\rwords\x1b[201~x"},
		"long paste": {
			"\x1b[200~" + strings.Repeat("a", maxPaste+99) + "\x1b[20\x1b[201~text",
			"\x1b[200~" + strings.Repeat("a", maxPaste) + "\x1b[201~text",
		},
		"paste cut within its end": {
			"\x1b[200~" + strings.Repeat("a", maxPaste-3) + "\x1b[201~text",
			"\x1b[200~" + strings.Repeat("a", maxPaste-3) + "\x1b[2\x1b[201~text",
		},
	} {
		t.Run(name, func(t *testing.T) {
			pieces := map[string]io.Reader{"whole": strings.NewReader(tc.input), "halves": iotest.HalfReader(strings.NewReader(tc.input))}
			if len(tc.input) < 1<<10 {
				pieces["byte by byte"] = iotest.OneByteReader(strings.NewReader(tc.input))
			}
			for how, from := range pieces {
				got, err := io.ReadAll(bufio.NewReader(&limiter{from: from}))
				if err != nil || !bytes.Equal(got, []byte(tc.want)) {
					t.Errorf("%s: %d bytes %.60q, want %d bytes %.60q (%v)", how, len(got), got, len(tc.want), tc.want, err)
				}
			}
		})
	}
}
