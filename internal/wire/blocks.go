package wire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
)

// blockOptions write a block: names in order, so that equal blocks are equal bytes.
var blockOptions = json.JoinOptions(
	json.Deterministic(true), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true),
)

// blockObject is a block of an account: an array of objects, of which the first has the fields.
type blockObject struct {
	members CustomFields
	others  []jsontext.Value // the objects after the first
}

var errBlockShape = errors.New("it is not an array of objects")

// readBlock decodes a block; an object counts as an array of one.
func readBlock(v jsontext.Value) (blockObject, error) {
	b := blockObject{members: CustomFields{}}
	if !v.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) ||
		v.Kind() != '[' && v.Kind() != '{' {
		return b, errBlockShape
	}
	first := true
	for element := range elementsIn(v) {
		if element.Kind() != '{' {
			return b, errBlockShape
		}
		if !first {
			b.others = append(b.others, element.Clone())
			continue
		}
		first = false
		for name, member := range members(element) {
			b.members[name] = member.Clone()
		}
	}
	return b, nil
}

func (b *blockObject) write() (jsontext.Value, error) {
	object, err := json.Marshal(b.members, blockOptions)
	if err != nil {
		return nil, err
	}
	return json.Marshal(append([]jsontext.Value{object}, b.others...), blockOptions)
}

// BlockValues returns the texts in the blocks of a request by path. An emptied one is there and empty.
func BlockValues(extra CustomFields) Values {
	values := Values{}
	for block, v := range extra {
		b, err := readBlock(v)
		if err != nil || plainName(block) == "" {
			continue
		}
		for key, member := range b.members {
			if member.Kind() == '"' && plainName(key) != "" {
				values[schema.Join(block, key)] = scalar(member)
			}
		}
	}
	return values
}

// SetBlockValues sets texts in the blocks of a request, by path.
func SetBlockValues(extra *CustomFields, values Values) error {
	for _, path := range slices.Sorted(maps.Keys(values)) {
		block, key, isBlock := strings.Cut(path, ".")
		if !isBlock {
			continue
		}
		b := blockObject{members: CustomFields{}}
		if before, has := (*extra)[block]; has {
			var err error
			if b, err = readBlock(before); err != nil {
				return fmt.Errorf("%s: %w", block, err)
			}
		}
		quoted, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(strings.TrimSpace(values[path]), "\ufffd"))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		b.members[key] = quoted
		written, err := b.write()
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if *extra == nil {
			*extra = CustomFields{}
		}
		(*extra)[block] = written
	}
	return nil
}

// blockValuesOf returns those of a form's values that stand in blocks.
func blockValuesOf(values Values, keepEmpty bool) Values {
	own := Values{}
	for path, value := range values {
		if strings.Contains(path, ".") && (keepEmpty || !isBlank(value)) {
			own[path] = value
		}
	}
	return own
}

// TicketBlocks returns the values of an account's own fields in a ticket that was read, by path: every field of the
// blocks, empty where the ticket has no value.
func TicketBlocks(blocks schema.Blocks, all []desk.FieldGroup) Values {
	values := Values{}
	for _, s := range blocks {
		var b blockObject
		if g := findGroup(all, s.Path); g != nil {
			b, _ = readBlock(jsontext.Value(g.Raw)) // what cannot be read has no values
		}
		for _, f := range s.Fields {
			values[schema.Join(s.Path, f.Key)] = shownValue(f, b.members[f.Key])
		}
	}
	return values
}

// HasBlocks reports whether a ticket shows a value of one of the fields.
func HasBlocks(all []desk.FieldGroup, paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		block, _, _ := strings.Cut(path, ".")
		return findGroup(all, block) != nil
	})
}

func findGroup(all []desk.FieldGroup, block string) *desk.FieldGroup {
	i := slices.IndexFunc(all, func(g desk.FieldGroup) bool { return g.Member == block })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// shownValue returns a member of a block as the form shows it.
func shownValue(f schema.Field, v jsontext.Value) string {
	if len(v) == 0 {
		return ""
	}
	return ShownBlockValue(f, scalar(v))
}

// ShownBlockValue returns a text of a block as the form shows it.
func ShownBlockValue(f schema.Field, text string) string {
	text = safetext.BlockFromHTML(text).String()
	if f.Kind != schema.Multiline {
		text = strings.Join(strings.Fields(text), " ")
	}
	return CanonicalBlockValue(f, text)
}

// CanonicalBlockValue returns a value of an account's own field as it is written: without blanks around it, and a
// choice in the spelling of the configuration.
func CanonicalBlockValue(f schema.Field, value string) string {
	value = strings.TrimSpace(value)
	if f.Kind == schema.YesNo {
		switch strings.ToLower(value) {
		case "true", "y", "1":
			value = f.Options[0]
		case "false", "n", "0":
			value = f.Options[1]
		}
	}
	for _, option := range f.OptionsAmong(nil) {
		if strings.EqualFold(option, value) {
			return option
		}
	}
	return value
}

// CanonicalBlocks replaces the values of an account's own fields in a request by their spelling in the configuration.
func CanonicalBlocks(blocks schema.Blocks, extra *CustomFields) error {
	values := BlockValues(*extra)
	for path, value := range values {
		f, known := blocks.FieldAt(path)
		if !known {
			delete(values, path)
			continue
		}
		values[path] = CanonicalBlockValue(f, value)
	}
	return SetBlockValues(extra, values)
}

// FitBlocks empties the values that do not go with the value on which they depend, and returns their paths. A value
// that the record has had together with it stays, and so does one that is in keep.
func FitBlocks(blocks schema.Blocks, values, record Values, keep func(path string) bool) []string {
	var emptied []string
	for range blocks.Paths() { // a chain is as long as there are fields at most
		before := len(emptied)
		for _, path := range blocks.Paths() {
			f, _ := blocks.FieldAt(path)
			isAsRead := values[path] == record[path] && values[f.DependsOn] == record[f.DependsOn]
			if f.DependsOn == "" || values[path] == "" || isAsRead || keep != nil && keep(path) ||
				slices.Contains(f.OptionsAmong(values), values[path]) {
				continue
			}
			values[path] = ""
			emptied = append(emptied, path)
		}
		if len(emptied) == before {
			break
		}
	}
	return emptied
}

// errBlockNotRead is why a block cannot be changed: the members that no field describes would be lost.
var errBlockNotRead = errors.New("the service holds it in another form, which a change would destroy")

// WholeBlocks returns the blocks of a request as they are sent: whole, because a service may replace a block by what
// is sent. They have the values, and what else the ticket has in them as it was received. A block of which no value
// changes is sent only if it is in the request.
func WholeBlocks(
	blocks schema.Blocks, extra CustomFields, values Values, ticket []desk.FieldGroup,
) (CustomFields, error) {
	whole, record := maps.Clone(extra), TicketBlocks(blocks, ticket)
	for _, s := range blocks {
		changed := Values{}
		for _, f := range s.Fields {
			if path := schema.Join(s.Path, f.Key); values[path] != record[path] {
				changed[path] = values[path]
			}
		}
		_, isSent := extra[s.Path]
		if !isSent && len(changed) == 0 {
			continue
		}
		if whole == nil {
			whole = CustomFields{}
		}
		if g := findGroup(ticket, s.Path); g != nil {
			if _, err := readBlock(jsontext.Value(g.Raw)); err != nil {
				return nil, fmt.Errorf("%s: %w", s.Title, errBlockNotRead)
			}
			whole[s.Path] = jsontext.Value(g.Raw)
		}
		if err := SetBlockValues(&whole, changed); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

// LabelBlocks returns the groups of a ticket with the account's own blocks under their labels: their fields first, in
// the order of the form. Members that no field describes follow.
func LabelBlocks(blocks schema.Blocks, all []desk.FieldGroup) []desk.FieldGroup {
	if len(blocks) == 0 {
		return all
	}
	all = slices.Clone(all)
	for i, g := range all {
		at := slices.IndexFunc(blocks, func(s schema.Section) bool { return s.Path == g.Member && g.Member != "" })
		if at < 0 {
			continue
		}
		all[i].Title = safetext.LineFromText(blocks[at].Title)
		all[i].Rows = make([][]desk.LabeledValue, len(g.Rows))
		for n, row := range g.Rows {
			all[i].Rows[n] = labelRow(blocks[at], row)
		}
	}
	return all
}

func labelRow(s schema.Section, row []desk.LabeledValue) []desk.LabeledValue {
	var labelled []desk.LabeledValue
	for _, f := range s.Fields {
		for _, v := range row {
			if v.Member == f.Key {
				v.Label = safetext.LineFromText(f.Label)
				labelled = append(labelled, v)
			}
		}
	}
	for _, v := range row {
		if _, known := s.FieldOf(v.Member); !known {
			labelled = append(labelled, v)
		}
	}
	return labelled
}
