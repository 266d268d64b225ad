package wire

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var errNull = errors.New("null stands where a value of the document's type must")

// StrictOptions are the decode options for requests to the service: exact case, no duplicate names, only the types
// of the interface, and no null except in custom fields.
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
