package cli

import (
	"time"

	"github.com/spf13/pflag"

	"frontdesk/internal/desk"
)

// durationFlag is the value of a flag that takes a duration, read as everywhere else.
type durationFlag time.Duration

// durationVar adds a flag that takes a duration.
func durationVar(flags *pflag.FlagSet, into *time.Duration, name string, usual time.Duration, usage string) {
	*into = usual
	flags.Var((*durationFlag)(into), name, usage)
}

// String returns the duration.
func (f *durationFlag) String() string { return time.Duration(*f).String() }

// Set reads a duration.
func (f *durationFlag) Set(typed string) error {
	d, err := desk.ParseDuration(typed)
	*f = durationFlag(d)
	return err
}

// Type returns the name of the type.
func (*durationFlag) Type() string { return "duration" }
