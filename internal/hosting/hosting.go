// Package hosting runs frontdesk ssh: it opens accounts, gives each agent of the SSH server a console or a command, and
// writes the audit.
package hosting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/cluster"
	"frontdesk/internal/config"
	"frontdesk/internal/console"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/httpd"
	"frontdesk/internal/lease"
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
	"frontdesk/internal/sshd"
	"frontdesk/ui"
	"frontdesk/ui/accessible"
	"frontdesk/ui/terminal"
)

// Options holds the settings of ssh.
type Options struct {
	config.SSH
	Place      func(key string) string // names the place of a setting, for errors
	ConfigFile string
	Cluster    cluster.Servers // what hosts share; no addresses for a host of its own
	RunCommand CommandRunner
}

// check validates the settings and sets the default path of the host key.
func (o *Options) check(c config.Config) error {
	if o.AuthorizedKeys == "" {
		return errors.New("--authorized-keys is needed: the file of the keys that may sign in; it can also be set as authorized_keys under [ssh] in the configuration")
	}
	if _, err := netip.ParseAddrPort(o.Listen); err != nil {
		return fmt.Errorf("%s %q is not an address with a port, such as 127.0.0.1:2222", o.Place("listen"), o.Listen)
	}
	if o.HostKey == "" {
		if c.DataDir == "" {
			return errors.New("the host's key has no place: set HOME or XDG_DATA_HOME, or --host-key")
		}
		o.HostKey = filepath.Join(c.DataDir, "ssh_host_ed25519_key")
	}
	return httpd.CheckMetricsAddress(o.Place("metrics"), o.Metrics)
}

// limits returns the limits of the server; those that cannot be set are its defaults.
func (o *Options) limits() sshd.Limits {
	return sshd.Limits{
		Sessions: o.MaxSessions, PerAgent: o.MaxPerAgent, PerAddress: o.MaxPerAddress, MaxAuthTries: o.MaxAuthTries,
		LoginGrace: o.SignIn, IdleTimeout: o.Idle, MaxDuration: o.Longest, ClientTimeout: o.Gone,
		ShutdownGrace: o.Drain,
	}
}

// Run loads the keys, opens the log and the audit, and serves agents until ctx ends.
func (o *Options) Run(ctx context.Context, c config.Config, env func(string) string, out, errOut io.Writer) error {
	if err := o.check(c); err != nil {
		return exitcode.UsageError(err)
	}
	keys, err := sshd.LoadAuthorizedKeys(o.AuthorizedKeys)
	if err != nil {
		return exitcode.UsageError(err)
	}
	for _, refused := range keys.Refused() {
		_, _ = fmt.Fprintf(errOut, "frontdesk: %s: %v\n", o.AuthorizedKeys, refused)
	}
	hostKey, err := sshd.OpenHostKey(o.HostKey)
	if err != nil {
		return err
	}
	lines := newAsyncWriter(errOut, "the log", slog.New(slog.DiscardHandler), o.LogFormat) // log errors have nowhere to be reported
	defer func() { _ = lines.Close() }()
	log := service.NewLogger(lines, o.LogFormat, o.LogLevel)
	slog.SetDefault(log)
	audit, auditTo, err := o.openAudit(log, lines)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return errors.Join(fmt.Errorf("the host cannot listen: %w", err), auditTo.Close())
	}
	console.SetGCPercent(console.GCPercent)
	return errors.Join(
		o.serve(ctx, c, env, dependencies{keys, hostKey, log, audit, auditTo, listener, out}),
		auditTo.Close(),
	)
}

// dependencies holds what serve needs to run a host.
type dependencies struct {
	keys       *sshd.AuthorizedKeys
	key        gossh.Signer
	log, audit *slog.Logger
	auditTo    *auditFile
	listener   net.Listener
	out        io.Writer
}

// serve runs the host until ctx has ended and the last session is closed.
func (o *Options) serve(ctx context.Context, c config.Config, env func(string) string, with dependencies) error {
	shared, err := o.connectCluster(ctx, with.log)
	if err != nil {
		return errors.Join(exitcode.UsageError(err), with.listener.Close())
	}
	desks := newAccounts(c, env, o.RunCommand, with.log)
	if shared != nil {
		desks.cluster = shared
		desks.lease = lease.Open(shared, with.log) //nolint:contextcheck // it lasts as long as the host
	}
	desks.readOnly = o.ReadOnly
	if err := desks.openState(); err != nil {
		return errors.Join(err, with.listener.Close(), desks.Close())
	}
	host, err := sshd.New(sshd.Config{
		Keys:        with.keys,
		HostKey:     with.key,
		Limits:      o.limits(),
		EnrichAgent: desks.withConfig,
		RunModel:    runModel,
		NoticeMsg:   noticeMsg,
		RunCommand:  desks.command,
		Log:         with.log,
		Audit:       with.audit,
	}, desks.console)
	if err != nil {
		return errors.Join(err, with.listener.Close(), desks.Close())
	}
	desks.onCallDone = (&auditor{audit: with.audit, bodies: o.AuditBodies, metrics: host.Metrics}).onCallDone
	if err := desks.open(ctx); err != nil {
		return errors.Join(err, with.listener.Close(), desks.Close())
	}
	write := func(w io.Writer) { host.WriteMetrics(w); desks.writeMetrics(w) }
	stop, err := httpd.ServeMetrics(ctx, o.Metrics, write, with.log)
	if err != nil {
		return errors.Join(err, with.listener.Close(), desks.Close())
	}
	defer stop()
	defer onHangup(func() { o.reload(host, desks, with.auditTo, with.log) })()
	_, _ = fmt.Fprintf(
		with.out,
		"agents sign in on %s; the host's key is %s\n",
		with.listener.Addr(),
		sshd.Fingerprint(with.key),
	)
	with.log.Info("listening", "on", with.listener.Addr(), "key", sshd.Fingerprint(with.key))
	return errors.Join(host.Serve(ctx, with.listener), desks.Close())
}

// runModel runs a console on the terminal of a session.
func runModel(ctx context.Context, model tea.Model, on sshd.Terminal) error {
	if isRead(model) {
		err := accessible.Run(ctx, model, accessible.Terminal{
			In: sshd.NewLineReader(on), Out: sshd.NewLineWriter(on), IsTyped: true, Messages: on.Messages,
		})
		if errors.Is(err, terminal.ErrTerminalClosed) { // ctrl+c or ctrl+d: the agent has left
			return nil
		}
		return err
	}
	_, err := terminal.Run(ctx, model, terminal.Terminal{
		In: on.In, Out: on.Out, Env: on.Env, Width: on.Width, Height: on.Height, Messages: on.Messages,
	})
	return err
}

// isRead reports whether a session's console is in accessible mode.
func isRead(model tea.Model) bool {
	for {
		if console, ok := model.(*ui.Console); ok {
			return console.Accessible
		}
		around, ok := model.(interface{ Unwrap() tea.Model })
		if !ok {
			return false
		}
		model = around.Unwrap()
	}
}

// noticeMsg returns the message that shows a notice of the host in a console.
func noticeMsg(line string) tea.Msg {
	return ui.ServerNoticeMsg{Text: safetext.LineFromText(line).String()}
}
