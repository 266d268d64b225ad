package output

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/itchyny/gojq"

	"frontdesk/internal/safetext"
)

// Query is an expression of jq. It can read neither files nor the environment.
type Query struct{ code *gojq.Code }

// NewQuery reads an expression.
func NewQuery(expression string) (*Query, error) {
	parsed, err := gojq.Parse(expression)
	var wrong *gojq.ParseError
	if errors.As(err, &wrong) {
		before := expression[:max(0, min(len(expression), wrong.Offset-len(wrong.Token)))]
		return nil, fmt.Errorf("column %d: %w", len([]rune(before))+1, err)
	}
	if err != nil {
		return nil, err
	}
	code, err := gojq.Compile(parsed)
	return &Query{code}, err
}

// asInput reads JSON as gojq takes it: with whole numbers of any length.
var asInput = []json.Options{
	jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true),
	json.WithUnmarshalers(json.UnmarshalFromFunc(func(in *jsontext.Decoder, to *any) error {
		if in.PeekKind() != '0' {
			return errors.ErrUnsupported
		}
		number, err := in.ReadValue()
		if err != nil {
			return err
		}
		if n, err := strconv.Atoi(string(number)); err == nil {
			*to = n
			return nil
		}
		if n, isWhole := new(big.Int).SetString(string(number), 10); isWhole {
			*to = n
			return nil
		}
		*to, err = strconv.ParseFloat(string(number), 64)
		return err
	})),
}

// print prints what the expression makes of a JSON value: texts as they are, and anything else as JSON. With NDJSON,
// texts are JSON, too, so that each stays on its line.
func (q *Query) print(ctx context.Context, s *Printer, value []byte) error {
	var input any
	if err := json.Unmarshal(value, &input, asInput...); err != nil {
		return err
	}
	results := q.code.RunWithContext(ctx, input)
	for {
		result, more := results.Next()
		if !more {
			return nil
		}
		if err, failed := result.(error); failed {
			var halt *gojq.HaltError
			if errors.As(err, &halt) && halt.Value() == nil {
				return nil
			}
			return fmt.Errorf("--jq: %w", err)
		}
		if text, isText := result.(string); isText && s.Format.Mode != NDJSON {
			s.Line(safetext.BlockFromText(text).String())
			continue
		}
		encoded, err := gojq.Marshal(result)
		if err != nil {
			return fmt.Errorf("--jq: %w", err)
		}
		s.Line(string(safetext.EscapeJSON(nil, encoded)))
	}
}
