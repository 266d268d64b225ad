package archtest

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// mostMessages is how many types of messages the console may have. What one part has asked for needs none: see
// backend.Do; what a request brings for many parts is a backend.Answer.
const mostMessages = 25

func TestMessages_AreFewTypes(t *testing.T) {
	names, err := messagesBelow(os.DirFS("../../ui"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) > mostMessages {
		t.Errorf("ui has %d types of messages, and may have %d: is the new one an Answer, or work for Do? %s",
			len(names), mostMessages, strings.Join(names, " "))
	}
}

func TestMessages_AreFoundByTheirNames(t *testing.T) {
	names, err := messagesBelow(fstest.MapFS{
		"a/a.go": {Data: []byte("package a\n\ntype aMsg struct{}\n\ntype BMsg[T any] struct{}\n\ntype Loaded = Answer[int, int]\n")},
		"a/b.go": {Data: []byte("package a\n\ntype (\n\tcMsg int\n\tmsgs int\n)\n\nfunc f(aMsg int) {\n\taMsg = 1\n}\n")},

		"a/a_test.go": {Data: []byte("package a\n\ntype testMsg struct{}\n")},
	})
	if want := []string{"BMsg", "aMsg", "cMsg"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("found %q, %v", names, err)
	}
}

var message = regexp.MustCompile(`(?m)^(?:type |\t)(\w+Msg)(?:\[[^\]]*\])? +[\w.\[({*]`)

// messagesBelow returns the names of the types of messages, sorted, without tests.
func messagesBelow(root fs.FS) (names []string, err error) {
	err = eachGoFile(root, func(name string, source []byte) error {
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		for _, found := range message.FindAllSubmatch(source, -1) {
			names = append(names, string(found[1]))
		}
		return nil
	})
	slices.Sort(names)
	return slices.Compact(names), err
}
