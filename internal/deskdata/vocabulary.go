package deskdata

import (
	"bufio"
	gocontext "context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
)

// ConsoleFile is the configuration of consoles among a desk's files. It is not imported.
const ConsoleFile = "console.toml"

// vocabularyHead explains a configuration that WriteVocabulary writes.
const vocabularyHead = `# What the forms of a console offer on this desk: a configuration, or a part of one. Use it with
#
#     export FRONTDESK_CONFIG=$PWD/THIS-FOLDER/console.toml
#
# When the desk has changed, print it anew: frontdesk desk vocabulary --db desk.db
# The account id is that of the service, 1 unless frontdesk serve --cm-id names another.
cm_id = 1

[vocabulary]
`

// Choices is what WriteVocabulary reads of a desk.
type Choices interface {
	SubStatuses(ctx gocontext.Context) ([]store.SubStatus, error)
	Queues(ctx gocontext.Context) ([]store.Queue, error)
	Dispositions(ctx gocontext.Context) ([]string, error)
}

// WriteVocabulary writes the sub-statuses, queues and dispositions of a desk as the configuration of a console. What
// closes a ticket comes last, and the usual one of that first.
func WriteVocabulary(ctx gocontext.Context, of Choices, to io.Writer) error {
	own, err1 := of.SubStatuses(ctx)
	queues, err2 := of.Queues(ctx)
	paths, err3 := of.Dispositions(ctx)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	out := bufio.NewWriter(to)
	_, _ = out.WriteString(vocabularyHead)
	writeList(out, "sub_statuses", subStatusLines(own))
	lines := make([]string, len(queues))
	for i, q := range queues {
		lines[i] = codeLine(q.Key, q.Name, "")
	}
	writeList(out, "queues", lines)
	lines = make([]string, len(paths))
	for i, path := range paths {
		lines[i] = tomlText(path)
	}
	writeList(out, "dispositions", lines)
	return out.Flush()
}

// subStatusLines returns the sub-statuses of the interface and of a desk, of which own ones may have the same keys.
func subStatusLines(own []store.SubStatus) []string {
	var open, closing []string
	add := func(s store.SubStatus) {
		is := desk.NewCode(s.Key, safetext.LineFromText(s.Name))
		switch {
		case s.Status != desk.ClosedStatus:
			open = append(open, codeLine(s.Key, s.Name, ""))
		case is.MeansClosed():
			closing = append(closing, codeLine(s.Key, s.Name, ""))
		default:
			closing = append(closing, codeLine(s.Key, s.Name, ", closed = true"))
		}
	}
	isOwn := func(key string) bool {
		return slices.ContainsFunc(own, func(s store.SubStatus) bool { return s.Key == key })
	}
	for _, s := range desk.InterfaceSubStatuses {
		if !isOwn(s.Key) {
			add(store.SubStatus(s))
		}
	}
	for _, s := range own {
		add(s)
	}
	return append(open, closing...)
}

func codeLine(key, label, more string) string {
	return fmt.Sprintf("{ key = %s, label = %s%s }", tomlText(key), tomlText(label), more)
}

// writeList writes a list with a line for each element; an error comes back with Flush.
func writeList(out *bufio.Writer, name string, lines []string) {
	if len(lines) > 0 {
		_, _ = fmt.Fprintf(out, "%s = [\n  %s,\n]\n", name, strings.Join(lines, ",\n  "))
	}
}
