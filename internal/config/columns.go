package config

import (
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
)

// columnsCodec is the codec of the columns of the inbox. The title cannot be left out: without it rows are hard to
// tell apart.
func columnsCodec(into *[]string) codec {
	k := listCodec(into, stringCodec)
	read := k.read
	k.read = func(at string, value any) error {
		if err := read(at, value); err != nil {
			return err
		}
		for i, name := range *into {
			if !slices.Contains(desk.ListColumns(), name) {
				return fmt.Errorf("%s[%d]: %q is no column; %s", at, i+1, name, suggestColumn(name))
			}
			if slices.Contains((*into)[:i], name) {
				return fmt.Errorf("%s[%d]: %s is there twice", at, i+1, name)
			}
		}
		if title := desk.ListColumns()[0]; !slices.Contains(*into, title) {
			return fmt.Errorf("%s must hold %s", at, title)
		}
		return nil
	}
	k.schema = func() schema {
		return schema{
			"type": "array", "uniqueItems": true, "items": schema{"enum": desk.ListColumns()},
			"contains": schema{"const": desk.ListColumns()[0]},
		}
	}
	return k
}

// suggestColumn returns a hint with the nearest column, or with all of them.
func suggestColumn(name string) string {
	if nearest := ClosestMatch(name, desk.ListColumns()); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return "known are " + strings.Join(desk.ListColumns(), ", ")
}
