package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// requestFlag is a flag that sets one member of a request.
type requestFlag struct {
	name  string
	field schema.Field
	text  *string    // the member, if it is a text
	value *flagValue // otherwise, what parses the member
	keep  func()     // sets the member from its text; nil if that is the member itself
}

// object is an object of a request that a table describes.
type object interface {
	Set(key string, value any)
	Text(key string) string
}

// blockFlags returns the flags of a write operation's request, from its description. Of a repeated section, flags
// describe one element.
func blockFlags(described *schema.Request, blocks map[string]object) []requestFlag {
	var all []requestFlag
	for _, s := range described.Sections {
		all = append(all, objectFlags(s, blocks[s.Path])...)
	}
	return all
}

// objectFlags returns the flags that set the members of an object.
func objectFlags(s schema.Section, o object) []requestFlag {
	return sectionFlags(s, func(flag *requestFlag) { flag.bind(o) })
}

// textFlags returns the flags that set the texts of a ticket's request.
func textFlags(s schema.Section, request any) []requestFlag {
	return sectionFlags(s, func(flag *requestFlag) { flag.text = wire.Text(request, flag.field.Key) })
}

func sectionFlags(s schema.Section, bind func(*requestFlag)) []requestFlag {
	all := make([]requestFlag, 0, len(s.Fields))
	for _, f := range s.Fields {
		if f.FlagName() == "" {
			continue
		}
		flag := requestFlag{name: s.Prefix + f.FlagName(), field: f}
		bind(&flag)
		all = append(all, flag)
	}
	return all
}

// bind makes the flag set its member of an object: a text that is used unchanged, or what a value parses.
func (f *requestFlag) bind(o object) {
	key := f.field.Key
	set := func(n int64) {
		if f.field.Loose {
			o.Set(key, n)
		} else {
			o.Set(key, strconv.FormatInt(n, 10))
		}
	}
	switch kind := f.field.Kind; {
	case kind == schema.Attributes:
		f.value = attributeFlag(o)
	case kind == schema.Bool:
		f.value = boolFlag(func(is bool) { o.Set(key, is) })
	case kind == schema.Pairs:
		fields := wire.CustomFields{}
		f.value = pairFlag(fields, func() { o.Set(key, fields) })
	case kind == schema.Limit:
		f.value = intFlag(1, largestLimit, set)
	case kind == schema.Offset:
		f.value = intFlag(0, largestID, set)
	case kind == schema.Integer && f.field.Loose:
		f.value = intFlag(1, largestID, set)
	default:
		text := new(string)
		f.text, f.keep = text, func() { o.Set(key, *text) }
	}
}

// runner performs one operation: a query or a mutation.
type runner[Req any] interface {
	Run(context.Context, *Invocation, Req) error
}

// operationCommand builds the command of an operation. check applies the arguments to the request and validates it.
func operationCommand[Req any](
	env func(string) string, c *cobra.Command, op wire.OperationInfo, flagsOf func(*Req) []requestFlag,
	check func(*Invocation, *Req, []string) error, does runner[Req],
) *cobra.Command {
	var req Req
	flags := flagsOf(&req)
	register(c, flags)
	kind := reads
	if op.IsWrite {
		kind = writes
	}
	return serviceCommand(env, c, kind, func(ctx context.Context, s *Invocation, args []string) error {
		if err := resolve(ctx, s, c, flags); err != nil {
			return err
		}
		if err := check(s, &req, args); err != nil {
			return err
		}
		return does.Run(ctx, s, req)
	})
}

func register(c *cobra.Command, flags []requestFlag) {
	for _, f := range flags {
		if f.value == nil {
			c.Flags().StringVar(f.text, f.name, "", f.field.Help())
			continue
		}
		c.Flags().VarPF(f.value, f.name, "", f.field.Help()).NoOptDefVal = f.value.noOptDefVal
	}
}

// refuseEmpty rejects flags with an empty value, as from an unset variable in a script: an empty filter would match
// everything, and an empty field would leave a record unchanged.
func refuseEmpty(c *cobra.Command, flags []requestFlag) error {
	for _, f := range flags {
		if set := c.Flags().Lookup(f.name); set != nil && set.Changed && strings.TrimSpace(set.Value.String()) == "" {
			return exitcode.UsageErrorf("--%s is empty; give it a value or leave it out", f.name)
		}
	}
	return nil
}

// resolve reads at most one field from standard input and converts days. It rejects flags with an empty value.
func resolve(ctx context.Context, s *Invocation, c *cobra.Command, flags []requestFlag) error {
	if err := refuseEmpty(c, flags); err != nil {
		return err
	}
	fromStdin := ""
	for _, f := range flags {
		switch {
		case f.text == nil || *f.text == "":
		case f.field.Kind == schema.Day:
			day, err := dayFlag(s, f.name, *f.text)
			if err != nil {
				return err
			}
			*f.text = day.String()
		case f.field.Kind == schema.ID, f.field.Kind == schema.IDs:
			ids, err := parseIDs(f, *f.text)
			if err != nil {
				return err
			}
			*f.text = ids
		case !f.field.ReadsStdin():
			*f.text = strings.TrimSpace(*f.text)
		case *f.text != "-":
		case fromStdin != "":
			return exitcode.UsageErrorf("--%s and --%s cannot both come from standard input", fromStdin, f.name)
		default:
			fromStdin = f.name
			text, err := s.readText(ctx, *f.text)
			if err != nil {
				return err
			}
			*f.text = text
		}
		if f.keep != nil {
			f.keep()
		}
	}
	return nil
}

// parseIDs returns the ids of a flag without spaces. What is no id finds nothing, which would look like an empty
// result.
func parseIDs(f requestFlag, typed string) (string, error) {
	ids := strings.Split(typed, ",")
	if f.field.Kind == schema.ID {
		ids = []string{typed}
	}
	for i, id := range ids {
		ids[i] = strings.TrimSpace(id)
		if n, err := wire.ParseLooseInt(ids[i]); err != nil || n.Value < 1 {
			several := ""
			if f.field.Kind == schema.IDs {
				several = ", several are separated by commas"
			}
			return "", exitcode.UsageErrorf("--%s %q is not an id: ids are numbers%s", f.name, typed, several)
		}
	}
	return strings.Join(ids, ","), nil
}

// problemTexts word the rules that concern several flags.
var problemTexts = map[wire.Rule]string{
	wire.RuleReachable: "--phone or --email is needed, of the customer or (--contact-phone, --contact-email) of the contact",
	wire.RuleNamed:     "--name, --phone or --email is needed: the service wants one of them with every change",
}

// usageError returns the first problem of a request in terms of its flags, nil if there is none.
func usageError(described *schema.Request, problems []wire.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	p := problems[0]
	s, f, _ := described.FieldAt(p.Path)
	text, isWorded := problemTexts[p.Rule]
	flag := s.Prefix + f.FlagName()
	if s.Block {
		flag = setFlagName + " " + p.Path
	}
	switch {
	case isWorded:
	case p.Rule == wire.RuleClosing:
		text = fmt.Sprintf("--%s %s: %s", flag, p.Text, f.Label)
	case f.FlagName() == "" && !s.Block && p.IsMissing(): // an argument
		text = "name the " + strings.TrimSuffix(strings.ToLower(f.Label), " id") + " by its id"
	case f.FlagName() == "" && !s.Block:
		text = fmt.Sprintf("%q %s: update one at a time, or --from-csv FILE", p.Value, p.Text)
	case p.IsMissing():
		text = fmt.Sprintf("--%s is needed: %s", flag, strings.ReplaceAll(f.Usage, "`", ""))
	case p.Rule == wire.RuleLength:
		text = fmt.Sprintf("--%s %s", flag, p.Text)
	default:
		text = fmt.Sprintf("--%s %q %s", flag, p.Value, p.Text)
	}
	return exitcode.UsageErrorf("%s", text)
}

// flagValue is a pflag.Value that validates its input while the command line is parsed. pflag's Func has neither a name
// of the value for help nor the input, by which empty values are refused.
type flagValue struct {
	typeName    string // shown in the help
	noOptDefVal string // value of the flag without an argument; empty if it needs one
	raw         string
	parse       func(string) error
}

// String returns the input.
func (u *flagValue) String() string { return u.raw }

// Type returns the name of the value in the help.
func (u *flagValue) Type() string { return u.typeName }

// Set parses the input.
func (u *flagValue) Set(typed string) error {
	err := u.parse(typed)
	if err == nil {
		u.raw = typed
	}
	return err
}

// intFlag parses a whole number from least to most.
func intFlag(least, most int64, set func(int64)) *flagValue {
	return &flagValue{typeName: "number", parse: func(typed string) error {
		n, err := strconv.ParseInt(typed, 10, 64)
		switch {
		case (err != nil || n < least || n > most) && most == largestID:
			return fmt.Errorf("it must be a number from %d", least)
		case err != nil || n < least || n > most:
			return fmt.Errorf("it must be a number from %d to %d", least, most)
		}
		set(n)
		return nil
	}}
}

const largestID = 1<<63 - 1

// boolFlag parses a bool, true if the flag has no value.
func boolFlag(set func(bool)) *flagValue {
	return &flagValue{typeName: "bool", noOptDefVal: "true", parse: func(typed string) error {
		said, err := strconv.ParseBool(typed)
		set(said)
		return err
	}}
}

// pairFlag parses NAME=VALUE into a block of custom fields, and sets it; the flag can be repeated.
func pairFlag(fields wire.CustomFields, set func()) *flagValue {
	return &flagValue{typeName: "NAME=VALUE", parse: func(typed string) error {
		name, value, ok := strings.Cut(strings.ToValidUTF8(typed, "\ufffd"), "=")
		if !ok || strings.TrimSpace(name) == "" {
			return errors.New("it must be NAME=VALUE")
		}
		if _, twice := fields[name]; twice {
			return fmt.Errorf("%q is given twice", name)
		}
		quoted, err := jsontext.AppendQuote(nil, value)
		if err != nil {
			return err
		}
		fields[name] = quoted
		set()
		return nil
	}}
}

// attributeFlag parses N=VALUE into the filters attr1 to attr15 of a pull; the flag can be repeated.
func attributeFlag(filters object) *flagValue {
	return &flagValue{typeName: "N=VALUE", parse: func(typed string) error {
		number, value, _ := strings.Cut(typed, "=")
		n, err := strconv.Atoi(strings.TrimPrefix(number, "attr"))
		if err != nil || n < 1 || n > wire.MaxAttribute || strings.TrimSpace(value) == "" {
			return fmt.Errorf("it must be N=VALUE, N from 1 to %d", wire.MaxAttribute)
		}
		if filters.Text(wire.AttributeKey(n)) != "" {
			return fmt.Errorf("attribute %d is given twice", n)
		}
		filters.Set(wire.AttributeKey(n), value)
		return nil
	}}
}

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
