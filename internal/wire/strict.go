package wire

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var errNull = errors.New("null stands where a value of the document's type must")

// StrictOptions reads requests as the service must: names in their exact case and each once, values of the
// document's types alone, and null no empty text. Members of an account's own may be null.
var StrictOptions = json.JoinOptions(
	jsontext.AllowDuplicateNames(false),
	jsontext.AllowInvalidUTF8(false),
	json.MatchCaseInsensitiveNames(false),
	json.WithUnmarshalers(json.UnmarshalFromFunc(func(in *jsontext.Decoder, into any) error {
		if _, free := into.(*jsontext.Value); !free && in.PeekKind() == 'n' {
			return errNull
		}
		return errors.ErrUnsupported
	})),
)
