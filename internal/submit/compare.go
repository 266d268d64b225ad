package submit

import (
	"maps"
	"strings"

	"frontdesk/internal/wire"
)

// conflictsOf returns the paths of the values that changed since a form was opened. A field of an account's own block
// that was configured or removed since has not changed.
func conflictsOf(f Form, current wire.Values) map[string]bool {
	if f.Original == nil || current == nil {
		return nil
	}
	moved := map[string]bool{}
	for _, values := range []wire.Values{f.Original, current} {
		for path := range values {
			was, wasShown := f.Original[path]
			is, isShown := current[path]
			isBlock := f.Kind == wire.UpdateTicket.Name && strings.Contains(path, ".")
			if was != is && path != FieldChanged && path != FieldCustomerID && (wasShown == isShown || !isBlock) {
				moved[path] = true
			}
		}
	}
	return moved
}

// Rebase returns a form's values on top of the current record: a value that the agent left unchanged takes the record's
// current value, so that a forced write does not revert changes by others.
func Rebase(current wire.Values, f Form) wire.Values {
	out := maps.Clone(f.Values)
	for path, value := range out {
		then, opened := f.Original[path]
		if is, known := current[path]; opened && known && strings.TrimSpace(value) == then {
			out[path] = is
		}
	}
	return out
}

// changesOf returns the values that differ from the record. It drops emptied ones, because the service ignores empty
// values (PROTOCOL.md 2).
func changesOf(values, current wire.Values) wire.Values {
	out := wire.Values{}
	for path, value := range values {
		if value = strings.TrimSpace(value); value != "" && value != current[path] {
			out[path] = value
		}
	}
	return out
}
