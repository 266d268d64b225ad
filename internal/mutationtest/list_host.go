package main

const (
	hostTests    = "./internal/sshd"
	gateTests    = "./internal/sshd -run Gate|SignIn|Connection|Tries|Channels|Sessions"
	optionTests  = "./internal/sshd -run Options|Addresses|Line|Certificate"
	requestTests = "./internal/sshd -run Terminal|Window|Environment|Requests|Command|Nothing"
)

// hostMutations let somebody in over SSH, or let one agent harm the others.
var hostMutations = []mutation{
	{
		"expired-keys", "a key signs in after its expiry-time",
		"internal/sshd/certificate.go", "case !e.expires.IsZero() && !v.now.Before(e.expires):", "case false:",
		[]string{optionTests},
	},
	{
		"keys-from-anywhere", "a key signs in from an address that its line excludes",
		"internal/sshd/certificate.go", "case !e.from.allow(v.from):", "case false:",
		[]string{optionTests},
	},
	{
		"host-certificates", "a host's certificate signs in",
		"internal/sshd/certificate.go", "{c.CertType == gossh.UserCert,", "{true,",
		[]string{optionTests},
	},
	{
		"certificates-for-anybody", "a certificate without principals signs in as anybody",
		"internal/sshd/certificate.go", "{slices.Contains(c.ValidPrincipals, v.user),", "{true,",
		[]string{optionTests},
	},
	{
		"critical-options", "a critical option that is not honoured is ignored",
		"internal/sshd/certificate.go", "if name != sourceAddress {", "if false {",
		[]string{optionTests},
	},
	{
		"unsigned-certificates", "a certificate that nobody signed signs in",
		"internal/sshd/certificate.go", "return checker.CheckCert(v.user, c)", "_ = checker\n\treturn nil",
		[]string{optionTests},
	},
	{
		"unknown-options", "a line whose option is not honoured lets its key in",
		"internal/sshd/authorizedkeys.go", "case !known:\n\t\treturn fmt.Errorf(\"the option", "case !known:\n\t\treturn nil\n\tcase false:\n\t\treturn fmt.Errorf(\"the option",
		[]string{optionTests},
	},
	{
		"revoked-keys", "a key that was taken out opens sessions on a connection that is open",
		"internal/sshd/channel.go", "if err != nil {\n\t\tif client.isFirstRefusal() {", "if err != nil && false {\n\t\tif client.isFirstRefusal() {",
		[]string{"./internal/sshd -run Revoked|NewSession"},
	},
	{
		"keys-without-limit", "a connection tries one key after the other",
		"internal/sshd/auth.go", "MaxAuthTries: server.Limits.MaxAuthTries,", "MaxAuthTries: -1,",
		[]string{gateTests},
	},
	{
		"handshake-without-limit", "connections that never sign in stay",
		"internal/sshd/auth.go", "s.HandshakeTimeout = server.Limits.LoginGrace", "_ = server.Limits.LoginGrace",
		[]string{"./internal/sshd -run Handshake|Late|SignIn"},
	},
	{
		"addresses-without-limit", "one address takes every place",
		"internal/sshd/limiter.go", "case l.byNetwork[n] >= l.limits.PerAddress*subnet.Share(n):", "case false:",
		[]string{gateTests},
	},
	{
		"sites-without-limit", "each of the 65,536 networks of a site guesses as if it were alone",
		"internal/subnet/subnet.go", "lengths = []int{64, siteBits}", "lengths = []int{64}",
		[]string{"./internal/service -run Credentials_Guesses"},
	},
	{
		"no-early-drop", "seven addresses keep everybody out",
		"internal/sshd/limiter.go", "case l.dropsEarly():", "case l.pending >= l.limits.Unauthenticated:",
		[]string{gateTests},
	},
	{
		"connections-of-one-agent", "one agent's connections take every place",
		"internal/sshd/limiter.go", "if l.byAgent[agent] >= 2*l.limits.PerAgent {", "if false {",
		[]string{gateTests},
	},
	{
		"sessions-of-one-connection", "one connection opens thousands of sessions",
		"internal/sshd/conn.go", "if c.channels >= c.limiter.limits.PerConnection || ", "if ",
		[]string{gateTests},
	},
	{
		"sessions-of-one-agent", "one agent's sessions take every place",
		"internal/sshd/shutdown.go", "case server.byAgent[who] >= server.Limits.PerAgent:", "case false:",
		[]string{gateTests},
	},
	{
		"windows-of-any-size", "one window size takes all memory",
		"internal/sshd/limits.go", "return int(min(n, uint32(most)))", "_ = most\n\t\treturn int(n)",
		[]string{requestTests},
	},
	{
		"requests-without-limit", "one session asks for ever",
		"internal/sshd/channel.go", "if r.count++; r.count > maxRequests {", "if r.count++; false {",
		[]string{requestTests},
	},
	{
		"any-variable", "a client sets any variable of the host's commands",
		"internal/sshd/channel.go", "if !ok || !ok2 || !known ||", "if !ok || !ok2 || !known && false ||",
		[]string{requestTests},
	},
	{
		"commands-of-any-length", "a command of megabytes is taken",
		"internal/sshd/channel.go", "allowed = len(req.Payload) <= maxCommand", "allowed = true",
		[]string{requestTests},
	},
	{
		"idle-sessions", "a session that nobody uses stays signed in",
		"internal/sshd/limits.go", "lasts(&l.IdleTimeout, 8*time.Hour)", "lasts(&l.IdleTimeout, 8000*time.Hour)",
		[]string{hostTests + " -run Limits_"},
	},
	{
		"commands-of-the-host", "an agent runs a command that is not for agents",
		"internal/cli/hosted.go", "if err := checkHostedCommand(root, args); err != nil {", "if err := checkHostedCommand(root, args); false {",
		[]string{"./internal/cli -run SSH|Hosted|Agents|Remote"},
	},
	{
		"files-of-the-host", "an agent reads the host's files",
		"internal/cli/hosted.go", "if namesFile(f) {", "if false {",
		[]string{"./internal/cli -run SSH|Hosted|Agents|Remote|File"},
	},
}
