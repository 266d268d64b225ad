package settings

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/spf13/pflag"
)

// backquoted marks the name of a flag's value as pflag does.
var backquoted = strings.NewReplacer("{", "`", "}", "`")

// AddFlags adds the flags of settings, whose values are the defaults.
func AddFlags(flags *pflag.FlagSet, settings []Setting) {
	for _, s := range settings {
		if s.hasPrefixes() {
			AddFlags(flags, s.Inner())
		}
		if s.Flag == "" {
			continue
		}
		usage := backquoted.Replace(s.Tag.Get("doc"))
		if unset := s.Tag.Get("unset"); unset != "" {
			usage += " (default " + unset + ")"
		}
		made := &flagText{setting: s, isBool: isBool(s)}
		if value := s.Value(); value != nil {
			made.text = fmt.Sprint(value)
		}
		flag := flags.VarPF(made, s.Flag, "", usage)
		if made.isBool {
			flag.NoOptDefVal = "true"
		}
	}
}

// flagText is the text of a flag. ReadFlags reads it after the layers below, so that it overrides them.
type flagText struct {
	setting Setting
	text    string
	isBool  bool
}

// IsBoolFlag reports whether the flag needs no value.
func (f *flagText) IsBoolFlag() bool { return f.isBool }

// String returns the text.
func (f *flagText) String() string { return f.text }

// Set keeps the text.
func (f *flagText) Set(text string) error {
	f.text = text
	return nil
}

// Type returns the name of the type, by which pflag knows how to show the default.
func (f *flagText) Type() string {
	_, isDuration := f.setting.Tag.Lookup("such")
	_, isNumber := f.setting.Value().(int64)
	switch {
	case f.isBool:
		return "bool"
	case isDuration:
		return "duration"
	case isNumber:
		return "int"
	}
	return "string"
}

// Flags reads the flags that are given. An empty one takes back what the layers below say.
func (o Origins) Flags(within string, flags *pflag.FlagSet, settings []Setting) error {
	for _, s := range settings {
		if s.hasPrefixes() {
			if err := o.Flags(within+s.Name+".", flags, s.Inner()); err != nil {
				return err
			}
		}
		flag := flags.Lookup(s.Flag)
		if s.Flag == "" || flag == nil || !flag.Changed {
			continue
		}
		at, text := "--"+s.Flag, flag.Value.String()
		if text == "" && reflect.DeepEqual(s.Codec().Schema(), TextSchema()) {
			s.Reset()
		} else if err := s.readText(settings, at, text); err != nil {
			return err
		}
		o.record(within, s, settings, Origin{Flag, at})
	}
	return nil
}

func isBool(s Setting) bool {
	_, is := s.Value().(bool)
	return is
}
