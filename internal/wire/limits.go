package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/safetext"
)

// AnswerLimits limit the answer to an operation (PROTOCOL.md 6.3).
type AnswerLimits struct {
	Bytes   int64 // after decompression
	Records int
}

// The limits by kind of operation. Pull Ticket has no offset, so that a day comes in one answer.
var (
	dayLimits    = AnswerLimits{256 << 20, 250_000}
	detailLimits = AnswerLimits{256 << 20, 50_000}
	listLimits   = AnswerLimits{64 << 20, 50_000}
	writeLimits  = AnswerLimits{16 << 20, 50_000}
)

const (
	maxParts = 1_000_000 // shown parts of all records: fields, contacts, history entries and attachments
	maxValue = 32 << 20  // bytes of a text or block that is held as a whole
)

// TooLargeError is returned for an answer that exceeds a limit.
type TooLargeError struct{ Limit string } // such as "250,000 records"

// Error names the limit as what the answer has more of.
func (e *TooLargeError) Error() string { return "it has more than " + e.Limit }

// NewTooManyBytesError returns the error for a limit of bytes.
func NewTooManyBytesError(limit int64) *TooLargeError {
	return &TooLargeError{byteLimit(limit)}
}

func byteLimit(limit int64) string {
	if limit%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", limit>>20)
	}
	return strconv.FormatInt(limit, 10) + " bytes"
}

// withCommas writes a number of less than a billion with separators.
func withCommas(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%d,%03d,%03d", n/1_000_000, n/1_000%1_000, n%1_000)
	case n >= 1_000:
		return fmt.Sprintf("%d,%03d", n/1_000, n%1_000)
	}
	return strconv.Itoa(n)
}

// allowance is what one answer may still contain. All that reads the answer shares it. It keeps the first error, since
// what reads blocks returns none.
type allowance struct {
	records, maxRecords int
	parts               int
	steps               uint
	ended               func() error // nil if the caller waits for ever
	err                 error
}

// stepsPerLook is after how many members and elements the decoder looks whether its caller still waits.
const stepsPerLook = 256

// step counts a member or an element, and returns an error once a limit is exceeded or the caller has ended.
func (a *allowance) step() error {
	if a.steps++; a.steps%stepsPerLook == 0 {
		a.look()
	}
	return a.err
}

// look checks whether the caller still waits.
func (a *allowance) look() {
	if a.err == nil && a.ended != nil {
		a.err = a.ended()
	}
}

// record counts a record, even if it is empty.
func (a *allowance) record() {
	if a.records++; a.records > a.maxRecords {
		a.exceed(withCommas(a.maxRecords) + " records")
	}
}

// spend counts parts of a record.
func (a *allowance) spend(parts int) {
	if a.parts += parts; a.parts > maxParts {
		a.exceed(withCommas(maxParts) + " fields and entries")
	}
}

func (a *allowance) exceed(limit string) {
	if a.err == nil {
		a.err = &TooLargeError{limit}
	}
}

// answerReader limits what the decoder holds of an answer at a time, and ends with its caller.
type answerReader struct {
	from    io.Reader
	dec     *jsontext.Decoder
	read    int64
	began   bool // the encoding is known
	allowed *allowance
}

// Read reads up to the limit of a value.
func (r *answerReader) Read(p []byte) (int, error) {
	r.allowed.look()
	if r.read-r.dec.InputOffset() > maxValue {
		r.allowed.exceed(byteLimit(maxValue) + " in one value")
	}
	if r.allowed.err != nil {
		return 0, r.allowed.err
	}
	if !r.began {
		if err := r.begin(); err != nil {
			return 0, err
		}
	}
	n, err := r.from.Read(p)
	r.read += int64(n)
	return n, err
}

// begin skips a byte-order mark.
func (r *answerReader) begin() error {
	r.began = true
	head := make([]byte, safetext.MarkLength)
	n, err := io.ReadFull(r.from, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	text, err := safetext.WithoutMark(head[:n])
	r.from = io.MultiReader(bytes.NewReader(text), r.from)
	r.allowed.err = err // the decoder may read again after an error
	return err
}

// newDecoder returns a decoder of an answer with its limits.
func (i OperationInfo) newDecoder(r io.Reader, in DecodeOptions) *responseDecoder {
	allowed := &allowance{maxRecords: i.Limits.Records, ended: in.Ended}
	limited := &answerReader{from: r, allowed: allowed}
	limited.dec = jsontext.NewDecoder(limited, lenient...)
	return &responseDecoder{DecodeOptions: in, dec: limited.dec, allowed: allowed}
}
