package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/config"
	"frontdesk/internal/service"
	"frontdesk/internal/sshd"
)

// sshOptions holds the flags of ssh.
type sshOptions struct {
	listen, keys, hostKey, config string
	metrics, audit                string
	bodies                        bool // the audit includes request bodies
	limits                        sshd.Limits
}

func sshCommand(env func(string) string) *cobra.Command {
	var o sshOptions
	c := &cobra.Command{
		Use:   "ssh --authorized-keys FILE",
		Short: "Let agents work in the console with nothing but an SSH client and their key",
		Long: "Let agents work in the console with nothing but an SSH client and their key.\n\n" +
			"The file is an authorized_keys file of OpenSSH. Each key is an agent: environment=\"FRONTDESK_AGENT=Asha Rao\" names one, else\n" +
			"the key's comment does. A line whose options cannot be honoured lets nobody in. The file is read again when it changes.\n" +
			"SIGHUP reads the file, the agents and the credentials of the configuration again and goes on in a new audit file; SIGTERM\n" +
			"ends the host, its agents told.\n" +
			"One-shot commands work too: ssh host faq search refund.",
		Args: atMostWords(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := settingsFor(c, env)
			if err != nil {
				return usageError{err}
			}
			return o.run(c.Context(), settings, env, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	c.Flags().StringVar(&o.listen, "listen", "127.0.0.1:2222", "`address` to listen on; port 0 takes a free one")
	c.Flags().StringVar(&o.keys, "authorized-keys", "", "`file` of the keys that may sign in, as OpenSSH has it")
	c.Flags().StringVar(&o.hostKey, "host-key", "", "`file` of the host's own key, made if there is none (default in the data directory)")
	c.Flags().StringVar(&o.metrics, "metrics", "", "loopback `address` on which /metrics is answered, such as 127.0.0.1:9222 (default none)")
	c.Flags().StringVar(&o.audit, "audit", "", "append who signed in and wrote what to this `file` (default standard error)")
	c.Flags().BoolVar(&o.bodies, "audit-bodies", false, "put what was written into the audit too, customers' words and all")
	c.Flags().StringVar(&o.config, configFlag, "", "read the configuration from this `file`")
	c.Flags().IntVar(&o.limits.Sessions, "max-sessions", 200, "sessions at a time")
	c.Flags().IntVar(&o.limits.PerAgent, "max-per-agent", 4, "sessions of one agent at a time")
	c.Flags().IntVar(&o.limits.PerAddress, "max-per-address", 10, "connections of one address at a time that have not signed in: an office may have one for all")
	c.Flags().DurationVar(&o.limits.LoginGrace, "sign-in", 10*time.Second, "the `duration` that signing in may take, the look at the host's fingerprint included")
	c.Flags().DurationVar(&o.limits.IdleTimeout, "idle", 8*time.Hour, "the `duration` without a key after which a session is ended")
	c.Flags().DurationVar(&o.limits.MaxDuration, "longest", 24*time.Hour, "the `duration` that a session may last")
	c.Flags().DurationVar(&o.limits.ClientTimeout, "gone", 30*time.Second, "the `duration` without a sign of life from a client after which its session is ended")
	c.Flags().DurationVar(&o.limits.ShutdownGrace, "drain", 10*time.Second, "the `duration` between the announcement of the end and the end, on SIGTERM")
	return c
}

// check validates the flags and sets the default path of the host key.
func (o *sshOptions) check(c config.Config) error {
	if o.keys == "" {
		return errors.New("--authorized-keys is needed: the file of the keys that may sign in; without one everybody could")
	}
	if _, err := netip.ParseAddrPort(o.listen); err != nil {
		return fmt.Errorf("--listen %q is no address with a port, such as 127.0.0.1:2222", o.listen)
	}
	if o.hostKey == "" {
		if c.DataDir == "" {
			return errors.New("the host's key has no place: set HOME or XDG_DATA_HOME, or --host-key")
		}
		o.hostKey = filepath.Join(c.DataDir, "ssh_host_ed25519_key")
	}
	for _, limit := range []struct {
		flag string
		ok   bool
	}{
		{"max-sessions", o.limits.Sessions > 0 && o.limits.Sessions <= 10_000},
		{"max-per-agent", o.limits.PerAgent > 0},
		{"max-per-address", o.limits.PerAddress > 0 && o.limits.PerAddress <= 10_000},
		{"sign-in", o.limits.LoginGrace >= time.Second && o.limits.LoginGrace <= 10*time.Minute},
		{"idle", o.limits.IdleTimeout >= time.Minute},
		{"longest", o.limits.MaxDuration >= time.Minute},
		{"gone", o.limits.ClientTimeout >= time.Second},
		{"drain", o.limits.ShutdownGrace > 0 && o.limits.ShutdownGrace <= time.Hour},
	} {
		if !limit.ok {
			return fmt.Errorf("--%s is not within what makes sense", limit.flag)
		}
	}
	return o.checkMetrics()
}

// run loads the keys, opens the log and the audit, and serves agents until ctx ends.
func (o *sshOptions) run(ctx context.Context, c config.Config, env func(string) string, out, errOut io.Writer) error {
	if err := o.check(c); err != nil {
		return usageError{err}
	}
	keys, err := sshd.LoadAuthorizedKeys(o.keys)
	if err != nil {
		return usageError{err}
	}
	for _, refused := range keys.Refused() {
		_, _ = fmt.Fprintf(errOut, "frontdesk: %s: %v\n", o.keys, refused)
	}
	hostKey, err := sshd.OpenHostKey(o.hostKey)
	if err != nil {
		return err
	}
	lines := newBacklog(errOut, "the log", slog.New(slog.DiscardHandler)) // log errors have nowhere to be reported
	defer func() { _ = lines.Close() }()
	log := service.NewLogger(lines)
	slog.SetDefault(log)
	audit, auditTo, err := o.openAudit(log)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.listen)
	if err != nil {
		return errors.Join(fmt.Errorf("the host cannot listen: %w", err), auditTo.Close())
	}
	debug.SetGCPercent(gcPercent)
	return errors.Join(o.serve(ctx, c, env, dependencies{keys, hostKey, log, audit, auditTo, listener, out}), auditTo.Close())
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
func (o *sshOptions) serve(ctx context.Context, c config.Config, env func(string) string, with dependencies) error {
	desks := newDesks(c, env, with.log)
	host, err := sshd.New(sshd.Config{
		Keys: with.keys, HostKey: with.key, Limits: o.limits, EnrichAgent: desks.withConfig, RunModel: runModel, NoticeMsg: noticeMsg, RunCommand: desks.command,
		Log: with.log, Audit: with.audit,
	}, desks.console)
	if err != nil {
		return errors.Join(err, with.listener.Close())
	}
	desks.ended = (&ledger{audit: with.audit, bodies: o.bodies, metrics: host.Metrics}).onCallDone
	if err := desks.open(ctx); err != nil {
		return errors.Join(err, with.listener.Close(), desks.Close())
	}
	stop, err := o.serveMetrics(ctx, host, with.log)
	if err != nil {
		return errors.Join(err, with.listener.Close(), desks.Close())
	}
	defer stop()
	defer hangups(func() { o.reload(host, desks, with.auditTo, with.log) })()
	_, _ = fmt.Fprintf(with.out, "agents sign in on %s; the host's key is %s\n", with.listener.Addr(), sshd.Fingerprint(with.key))
	return errors.Join(host.Serve(ctx, with.listener), desks.Close())
}
