package cache

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// storedJSON is the JSON of records on disk. Text is cleaned again when it is read, like text from the service.
var storedJSON = json.JoinOptions(
	json.OmitZeroStructFields(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true),
	json.WithMarshalers(json.JoinMarshalers(
		writtenAs(safetext.Line.String), writtenAs(safetext.Block.String), writtenAs(safetext.HTML.Raw),
		writtenAs(desk.InternedLine.String), writtenAs(desk.ID.Raw), writtenAs(codeWord),
	)),
	json.WithUnmarshalers(json.JoinUnmarshalers(
		readFrom(safetext.LineFromText), readFrom(safetext.BlockFromText), readFrom(safetext.NewHTML),
		readFrom(readTerm), readFrom(desk.NewID), readFrom(readCode),
	)),
)

// writtenAs writes a value as a text.
func writtenAs[T any](text func(T) string) *json.Marshalers {
	return json.MarshalToFunc(func(e *jsontext.Encoder, v T) error { return e.WriteToken(jsontext.String(text(v))) })
}

// readFrom reads a value from a text.
func readFrom[T any](read func(string) T) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *T) error {
		token, err := d.ReadToken()
		if err == nil && token.Kind() == '"' {
			*v = read(token.String())
		}
		return err
	})
}

func encodeStored(v any) ([]byte, error) { return json.Marshal(v, storedJSON) }

func decodeStored(text string, into any) error { return json.Unmarshal([]byte(text), into, storedJSON) }
