package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/guard"
	"frontdesk/internal/hosting"
	"frontdesk/internal/macro"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
)

// commonFlags holds the flags that every one-shot command has.
type commonFlags struct {
	formatFlags

	timeout time.Duration
	config  string
	dryRun  bool // on writes only
	access  access
}

const dryRunFlag = "dry-run"

const longestCall = 10 * time.Minute

const (
	timeoutHelp  = "time limit of a request with its retries, as a `duration` such as 30s"
	timeoutRange = "--timeout must be more than 0s and at most 10m"
)

// serviceCommand builds a command that works on the configured desk. run is called once the arguments are parsed and
// the configuration is loaded; a connection is opened only by the first call.
func serviceCommand(
	env func(string) string,
	c *cobra.Command,
	does access,
	run func(context.Context, *Invocation, []string) error,
) *cobra.Command {
	o := commonFlags{access: does}
	o.define(c)
	durationVar(c.Flags(), &o.timeout, "timeout", 30*time.Second, timeoutHelp)
	c.Flags().StringVar(&o.config, configFlag, "", "read the configuration from this `file`")
	markFiles(c, configFlag)
	c.Flags().Bool(readOnlyFlag, false, readOnlyHelp)
	if does != reads {
		c.Flags().BoolVar(&o.dryRun, dryRunFlag, false, "print the request without credentials instead of sending it")
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		s, done, err := o.invocation(c, env)
		if err != nil {
			return exitcode.UsageError(err)
		}
		err = run(c.Context(), s, args)
		return errors.Join(err, s.Flush(), done())
	}
	return c
}

// invocation builds the invocation of a command; done closes the connection if one was opened.
func (o *commonFlags) invocation(
	c *cobra.Command,
	env func(string) string,
) (s *Invocation, done func() error, err error) {
	if o.timeout <= 0 || o.timeout > longestCall {
		return nil, nil, errors.New(timeoutRange)
	}
	settings, err := settingsFor(c, env)
	if err == nil {
		err = settings.CheckAddress()
	}
	if err != nil {
		return nil, nil, err
	}
	account, hosted := hosting.AccountFrom(c.Context())
	printer := output.New(c.OutOrStdout(), c.ErrOrStderr(), env)
	if o.access == reads {
		printer.Page(c.OutOrStdout(), env)
	}
	if printer.Format, err = o.format(c, hosted); err != nil {
		return nil, nil, err
	}
	to := &opener{flags: o, settings: &settings, errOut: c.ErrOrStderr()}
	return &Invocation{
		Settings:        settings,
		Open:            to.open,
		Printer:         printer,
		In:              c.InOrStdin(),
		StdinIsTerminal: output.IsTerminal(c.InOrStdin()),
		Hosted:          hosted,
		DryRun:          o.dryRun,
		Macros:          ownMacros(account, settings),
		Articles:        articlesOf(account, settings),
	}, to.close, nil
}

// articlesOf returns the function that opens the index of articles: the one that the sessions of a hosted account
// share, or the file of the configured account, which the command closes.
func articlesOf(hosted *hosting.Account, settings config.Config) func() (x *faqindex.Index, done func()) {
	return func() (*faqindex.Index, func()) {
		if hosted != nil {
			return hosted.Cache.Articles, func() {}
		}
		x := console.OpenArticles(settings, connection.AccountName(settings))
		return x, x.Close
	}
}

// opener opens the desk of a command once it is needed.
type opener struct {
	flags    *commonFlags
	settings *config.Config
	errOut   io.Writer
	opened   *connection.Desk // nil before
}

// open returns the desk for an operation.
func (o *opener) open(ctx context.Context, op wire.OperationInfo) (*connection.Desk, error) {
	does := reads
	if op.IsWrite || o.flags.access == writes && !o.flags.dryRun {
		does = writes
	}
	if err := meanSample(o.settings, does); err != nil {
		return nil, err
	}
	if o.opened != nil && connection.MissingRemoteSetting(*o.settings, op) == "" {
		return o.opened, nil
	}
	conn, err := connect(ctx, *o.settings, op)
	switch {
	case err != nil && !o.settings.IsEmbedded():
		return nil, exitcode.UsageError(err) // only the configuration can be wrong at this point
	case err != nil:
		return nil, err
	}
	o.opened = conn
	notes := conn.Notes
	if o.settings.IsEmbedded() && !o.settings.Sample && !o.flags.dryRun {
		notes = append(notes, "no desk is configured: this is the sample desk")
	}
	printLines(o.errOut, notes)
	conn.Client.Timeout = o.flags.timeout
	return conn, nil
}

// close closes the desk if it was opened.
func (o *opener) close() error {
	if o.opened == nil {
		return nil
	}
	return o.opened.Close()
}

// commandGroup returns a command that only groups others, such as ticket.
func commandGroup(name, short string, members ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use:   name,
		Short: short,
		Args:  unknownCommandError,
		RunE: func(c *cobra.Command, _ []string) error {
			return exitcode.UsageError(
				errors.New(name + " needs a command; frontdesk " + name + " --help lists its commands"),
			)
		},
	}
	c.AddCommand(members...)
	return c
}

// Invocation is the environment of one command: its streams, its settings and the service that it uses.
type Invocation struct {
	output.Printer
	In              io.Reader
	StdinIsTerminal bool // In is a terminal
	Hosted          bool // it runs in an SSH session: the output may reach a terminal unknown here
	DryRun          bool // print writes instead of sending them
	Settings        config.Config
	Macros          func() ([]macro.Macro, error)

	// Open opens the desk for an operation; it is called only if a request is sent.
	Open func(context.Context, wire.OperationInfo) (*connection.Desk, error)

	// Articles returns the FAQ articles of the account that were ever seen, whether it is connected or not. The
	// caller calls done when it no longer needs them.
	Articles func() (x *faqindex.Index, done func())
}

// forScripts reports whether results are printed for scripts.
func (s *Invocation) forScripts() bool { return s.Format.Mode != output.Words }

// isRaw reports whether they are printed as the service has sent them.
func (s *Invocation) isRaw() bool { return s.Format.Mode == output.Raw }

// zones returns the time zones of the account and of the agent.
func (s *Invocation) zones() desk.TimeZones {
	return desk.NewTimeZones(s.Settings.Zone, s.Settings.DisplayZone)
}

// today returns the current day in the account's time zone, by which records are filtered.
func (s *Invocation) today() desk.Date { return s.zones().Today(time.Now()) }

// client connects for an operation and returns a client that records its raw responses.
func (s *Invocation) client(ctx context.Context, op wire.OperationInfo) (*client.Client, *responseLog, error) {
	if s.Settings.ReadOnly && op.IsWrite {
		return nil, nil, &client.Error{Op: op, Kind: client.ReadOnly}
	}
	conn, err := s.Open(ctx, op)
	if err != nil {
		return nil, nil, err
	}
	return recordingClient(conn.Client)
}

// url returns the URL of an operation, for dry runs.
func (s *Invocation) url(op wire.OperationInfo) string {
	return strings.TrimRight(connection.BaseURLs(s.Settings)[op.Host], "/") + op.Path
}

// responseLog records the raw responses of a command's calls.
type responseLog struct {
	mu  sync.Mutex
	all []response
}

// response is one successful call.
type response struct {
	op              wire.OperationInfo
	request, answer []byte
}

func (a *responseLog) add(op wire.OperationInfo, request, answer []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, response{op, request, answer})
}

// drain returns the responses since the last drain and removes them.
func (a *responseLog) drain() []response {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken := a.all
	a.all = nil
	return taken
}

// records drains the responses and returns the raw records of all of them.
func (a *responseLog) records() ([]jsontext.Value, error) {
	var all []jsontext.Value
	for _, h := range a.drain() {
		some, err := h.op.RawRecords(h.answer)
		if err != nil {
			return all, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// dryRunRequest is a request as a dry run prints it in JSON, without credentials.
type dryRunRequest struct {
	Method string         `json:"method"`
	URL    string         `json:"url"`
	Body   jsontext.Value `json:"body,omitzero"`
}

// dryRun prints the request that would be sent.
func (s *Invocation) dryRun(ctx context.Context, op wire.OperationInfo, body []byte) error {
	if s.forScripts() {
		return s.PrintObject(ctx, dryRunRequest{wire.Method, s.url(op), body})
	}
	s.Line(wire.Method, " ", safetext.LineFromText(s.url(op)).String())
	if op.Body != wire.NoBody {
		s.Line("Content-Type: application/json")
		s.Line()
		s.Line(sanitizeBody(body))
	}
	return nil
}

// sanitizeBody sanitises a body for a terminal. JSON keeps its meaning.
func sanitizeBody(body []byte) string {
	v := jsontext.Value(body).Clone()
	if v.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return safetext.BlockFromText(string(body)).String()
	}
	return string(safetext.EscapeJSON(nil, v))
}

// The maximum size of standard input, in KiB: of a text, with what may be around it; of the body of a request, which is
// more than any service accepts; and of a body over SSH, where all agents' commands share the memory of one process.
const (
	maxStdinText   = 2 * wire.MaxText >> 10
	maxStdinBody   = 16 << 10
	maxStdinHosted = 1 << 10
)

// readStdin reads all of standard input, up to a number of KiB, unless ctx ends first: a read from a terminal must be
// interruptible.
func (s *Invocation) readStdin(ctx context.Context, most int) ([]byte, error) {
	if s.StdinIsTerminal {
		s.Notef("reading standard input; ctrl+d ends it")
	}
	var content []byte
	read := guard.Start(func() (err error) {
		content, err = io.ReadAll(io.LimitReader(s.In, int64(most<<10+1)))
		return err
	})
	var err error
	select {
	case err = <-read:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch {
	case err != nil:
		return nil, exitcode.UsageErrorf("standard input cannot be read: %v", err)
	case len(content) > most<<10:
		return nil, exitcode.UsageErrorf("standard input is larger than %d KiB", most)
	}
	if content, err = safetext.UTF8(content); err != nil {
		return nil, exitcode.UsageErrorf("standard input: %v", err)
	}
	return content, nil
}

// readText returns the value of a flag or, if that is "-", standard input without its trailing line breaks.
func (s *Invocation) readText(ctx context.Context, value string) (string, error) {
	if value != "-" {
		return value, nil
	}
	content, err := s.readStdin(ctx, maxStdinText)
	text := strings.TrimRight(string(content), "\r\n")
	if err == nil && strings.TrimSpace(text) == "" {
		err = exitcode.UsageErrorf("standard input is empty")
	}
	return text, err
}

// printFields prints labels and values in two columns, with times in the agent's time zone. Further lines of a value
// are indented to the second column.
func (s *Invocation) printFields(indent string, fields []desk.LabeledValue) {
	widest := 0
	for _, f := range fields {
		widest = max(widest, termwidth.Width(f.Label.String()))
	}
	for _, f := range fields {
		label := s.Paint(output.Dim, termwidth.Pad(f.Label.String(), widest))
		for line := range strings.SplitSeq(strings.TrimRight(s.zones().FormatField(f).String(), "\n"), "\n") {
			s.Line(strings.TrimRight(indent+label+output.Gap+line, " "))
			label = strings.Repeat(" ", widest)
		}
	}
}

// printGroups prints an account's custom field groups.
func (s *Invocation) printGroups(all []desk.FieldGroup) {
	for _, g := range all {
		s.Heading(g.Title.String())
		for n, row := range g.Rows {
			if n > 0 {
				s.Line()
			}
			s.printFields(output.Gap, row)
		}
	}
}
