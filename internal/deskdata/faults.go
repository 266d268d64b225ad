package deskdata

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"frontdesk/internal/safetext"
)

// Fault is an error in a file that prevents its import.
type Fault struct {
	File    string
	Line    int // 0: the file as a whole
	Message string
}

func (f Fault) String() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s", f.File, f.Message)
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
}

// Faults are all faults of an import, by file and line.
type Faults struct {
	List []Fault
	More int // how many were found beyond those
}

func (f *Faults) add(file string, line int, format string, args ...any) {
	if len(f.List) >= maxFaults {
		f.More++
		return
	}
	f.List = append(f.List, Fault{file, line, fmt.Sprintf(format, args...)})
}

// addEncoding adds the fault of a file that is not UTF-8.
func (f *Faults) addEncoding(file string, err error) {
	var encoding *safetext.EncodingError
	if errors.As(err, &encoding) && encoding.Encoding == "" {
		f.add(file, encoding.Line, "a byte here is no UTF-8; save the file as UTF-8")
		return
	}
	f.add(file, 0, "%v", err)
}

// count returns the number of faults.
func (f *Faults) count() int { return len(f.List) + f.More }

func (f *Faults) sort() {
	slices.SortStableFunc(f.List, func(x, y Fault) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
	})
}

// errStop stops reading a file whose fault has been reported.
var errStop = errors.New("the rest of the file cannot be read")
