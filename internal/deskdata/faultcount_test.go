package deskdata

import "testing"

func TestFaults_ManyAreCountedInASentence(t *testing.T) {
	for said, f := range map[string]Faults{
		"1 fault found":  {List: make([]Fault, 1)},
		"2 faults found": {List: make([]Fault, 2)},
		"5 faults found, the first 2 of them named above": {List: make([]Fault, 2), More: 3},
	} {
		if got := faultCount(&f); got != said {
			t.Errorf("%q, want %q", got, said)
		}
	}
}
