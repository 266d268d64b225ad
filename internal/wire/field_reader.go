package wire

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// maxCustomFields limits the custom fields per record: a few megabytes of [{},…] would otherwise take up a hundred
// megabytes.
const maxCustomFields = 2000

// fieldReader reads what the interface does not describe as labelled fields: members and blocks with custom keys. All
// that it reads counts for the answer, too.
type fieldReader struct {
	*allowance
	left int // how many fields the record, or the block, may still have
}

func (d *responseDecoder) newFieldReader() fieldReader {
	return fieldReader{d.allowed, maxCustomFields}
}

// groups reads additional_info or Additional_details: objects of objects or of arrays of objects, with custom keys
// (PROTOCOL.md 3.8). Scalar members come first, in one group.
func (r *fieldReader) groups(v jsontext.Value) []desk.FieldGroup {
	var loose []desk.LabeledValue
	var blocks []desk.FieldGroup
	for name, v := range membersIn(v) {
		if r.step() != nil {
			break
		}
		if v, _ = textAsJSON(v); isScalar(v) {
			loose = append(loose, r.field(name, v)...)
			continue
		}
		g := desk.FieldGroup{Member: plainName(name), Title: humanise(name)}
		if g.Member != "" && len(v) <= MaxText {
			g.Raw = string(v)
		}
		if g.Rows = r.rows(v); len(g.Rows) > 0 {
			blocks = append(blocks, g)
		}
	}
	if len(loose) > 0 {
		blocks = slices.Insert(blocks, 0, desk.FieldGroup{Rows: [][]desk.LabeledValue{loose}})
	}
	return blocks
}

// rows reads an object as one row and an array as one row per element. A scalar is a field without a label.
func (r *fieldReader) rows(v jsontext.Value) (all [][]desk.LabeledValue) {
	for element := range elementsIn(v) {
		if r.step() != nil {
			break
		}
		if row := r.flatten("", element, 0); len(row) > 0 {
			all = append(all, row)
		}
	}
	return all
}

// maxFlattenDepth is the depth to which nested blocks are flattened; deeper ones are shown as JSON.
const maxFlattenDepth = 4

// flatten reads a value as fields. Members of nested blocks are prefixed with the name of the block.
func (r *fieldReader) flatten(name string, v jsontext.Value, depth int) (all []desk.LabeledValue) {
	if isScalar(v) || depth == maxFlattenDepth {
		return r.field(name, v)
	}
	isList := v.Kind() == '[' || isNumberedObject(v)
	if plain, ok := r.plainList(v); isList && ok {
		return r.textField(name, plain)
	}
	if isList {
		for element := range elementsIn(v) {
			if r.step() != nil {
				break
			}
			all = append(all, r.flatten(name, element, depth+1)...)
		}
		return all
	}
	for member, v := range members(v) {
		if r.step() != nil {
			break
		}
		all = append(all, r.flatten(strings.TrimPrefix(name+"_"+member, "_"), v, depth+1)...)
	}
	return all
}

// maxListText is the length, in bytes, after which no more of a list is joined: a block shows fewer.
const maxListText = 1 << 20

// plainList joins a list of scalars as one text, no longer than is shown of one.
func (r *fieldReader) plainList(list jsontext.Value) (text string, ok bool) {
	var b strings.Builder
	for element := range elementsIn(list) {
		if r.step() != nil || !isScalar(element) {
			return "", false
		}
		if b.Len() <= maxListText {
			b.WriteString(scalar(element) + ", ")
		}
	}
	return strings.TrimSuffix(b.String(), ", "), true
}

// field returns a member as a field, none if it is empty or the record has enough.
func (r *fieldReader) field(name string, v jsontext.Value) []desk.LabeledValue {
	return r.textField(name, scalar(v))
}

func (r *fieldReader) textField(name, text string) []desk.LabeledValue {
	value := safetext.BlockFromHTML(text)
	if value.IsEmpty() || r.left == 0 {
		return nil
	}
	r.left--
	r.spend(1)
	return []desk.LabeledValue{{Member: plainName(name), Label: humanise(name), Value: value}}
}
