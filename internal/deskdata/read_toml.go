package deskdata

import (
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"frontdesk/internal/safetext"
)

// tomlReader reads the entries of one TOML file: a [[queue]] is one queue.
type tomlReader struct {
	parser unstable.Parser
	file   string
	faults *Faults
	open   *entry // the entry that lines belong to; nil before the first and below a table that is not known
	inside bool   // below some table, known or not
	found  []entry
}

// readTOML reads a file's entries, in its order.
func readTOML(file string, content []byte, faults *Faults) []entry {
	content, err := safetext.UTF8(content)
	if err != nil {
		faults.addEncoding(file, err)
		return nil
	}
	r := &tomlReader{file: file, faults: faults}
	r.parser.Reset(content)
	for r.parser.NextExpression() {
		r.expression(r.parser.Expression())
	}
	if err := r.parser.Error(); err != nil {
		line := 0
		var fault *unstable.ParserError
		if errors.As(err, &fault) {
			line = r.parser.Shape(r.parser.Range(fault.Highlight)).Start.Line
		}
		faults.add(file, line, "it is no TOML: %s", strings.TrimPrefix(err.Error(), "toml: "))
		return nil
	}
	r.end()
	return r.found
}

func (r *tomlReader) end() {
	if r.open != nil {
		r.found = append(r.found, *r.open)
	}
	r.open = nil
}

func (r *tomlReader) expression(e *unstable.Node) {
	name, line := r.key(e)
	switch e.Kind {
	case unstable.ArrayTable, unstable.Table:
		r.end()
		r.inside = true
		switch {
		case kindNamed(name) == nil:
			r.faults.add(r.file, line, "[[%s]] is unknown; %s", name, hint(name, kindNames()))
		case e.Kind == unstable.Table:
			r.faults.add(r.file, line, "write [[%s]] with two brackets: each of them is one of a list", name)
		default:
			r.open = &entry{kind: name, file: r.file, line: line}
		}
	case unstable.KeyValue:
		if !r.inside {
			r.faults.add(
				r.file,
				line,
				"%s stands before the first [[…]]; it belongs below one, such as [[queue]]",
				name,
			)
		}
		if r.open == nil {
			return
		}
		text, ok := cellText(e.Value())
		if !ok {
			r.faults.add(r.file, line, "%s must be a text, number, date, true or false, or a list of texts", name)
			return
		}
		r.open.values = append(r.open.values, value{name, text, line})
	default: // a comment
	}
}

// key returns the name of a table or value, and its line.
func (r *tomlReader) key(e *unstable.Node) (name string, line int) {
	var parts []string
	for keys := e.Key(); keys.Next(); {
		if part := keys.Node(); line == 0 && part.Raw.Length > 0 {
			line = r.parser.Shape(part.Raw).Start.Line
		}
		parts = append(parts, string(keys.Node().Data))
	}
	return strings.Join(parts, "."), line
}

// cellText returns a value as a CSV cell would hold it.
func cellText(v *unstable.Node) (string, bool) {
	switch v.Kind {
	case unstable.String,
		unstable.Bool,
		unstable.Integer,
		unstable.Float,
		unstable.LocalDate,
		unstable.LocalDateTime,
		unstable.DateTime:
		return string(v.Data), true
	case unstable.Array:
		var parts []string
		for items := v.Children(); items.Next(); {
			item := items.Node()
			if item.Kind == unstable.Comment {
				continue
			}
			if item.Kind != unstable.String && item.Kind != unstable.Integer {
				return "", false
			}
			parts = append(parts, string(item.Data))
		}
		return strings.Join(parts, ", "), true
	default:
		return "", false
	}
}
