package main

const (
	serviceTests = "./internal/service"
	storeTests   = "./internal/store"
	storeFile    = "internal/store/store.go"
	authFile     = "internal/service/auth.go"
	requestFile  = "internal/service/parse.go"
	serveFile    = "internal/httpd/httpd.go"
	serverTests  = "./internal/httpd"
)

// serviceMutations lose what was stored, let strangers in or let one caller keep the others out.
var serviceMutations = []mutation{
	{
		"database-without-fsync", "a power cut loses what was answered as stored",
		storeFile, `"synchronous(full)"`, `"synchronous(off)"`,
		[]string{storeTests},
	},
	{
		"deferred-transactions", "a read-then-write transaction is refused when somebody wrote meanwhile",
		storeFile, `"_txlock": {"immediate"}, `, "",
		[]string{storeTests},
	},
	{
		"foreign-keys-off", "an order may name a customer that does not exist",
		storeFile, `"foreign_keys(on)"`, `"foreign_keys(off)"`,
		[]string{storeTests},
	},
	{
		"busy-is-an-error", "a write fails while another process writes",
		storeFile, `"busy_timeout(5000)"`, `"busy_timeout(0)"`,
		[]string{storeTests},
	},
	{
		"two-records-in-an-array", "an array of two is read as its first",
		requestFile, "if len(list) != 1 || list[0].Kind() != '{' {", "if len(list) < 1 || list[0].Kind() != '{' {",
		[]string{serviceTests},
	},
	{
		"lenient-arrays", "names in another case, unknown or twice change what is stored",
		requestFile, "if json.Unmarshal(list[0], &one, wire.StrictOptions) != nil {", "if json.Unmarshal(list[0], &one) != nil {",
		[]string{serviceTests},
	},
	{
		"lenient-objects", "names in another case, unknown or twice change what is stored",
		requestFile, "if json.Unmarshal(body, &one, wire.StrictOptions) != nil {", "if json.Unmarshal(body, &one) != nil {",
		[]string{serviceTests},
	},
	{
		"bodies-without-limit", "one request fills the memory",
		requestFile, "http.MaxBytesReader(w, r.Body, maxBody)", "http.MaxBytesReader(w, r.Body, maxBody<<10)",
		[]string{serviceTests},
	},
	{
		"texts-without-limit", "one text fills the desk",
		requestFile, "if token.Kind() == '\"' && len(token.String()) > maxText {", "if token.Kind() == '\"' && false {",
		[]string{serviceTests},
	},
	{
		"wrong-credential-is-served", "whoever calls is served",
		"internal/service/service.go", "if caller == nil {\n\t\ts.writeError(w, errAuth)", "if false {\n\t\ts.writeError(w, errAuth)",
		[]string{serviceTests},
	},
	{
		"credentials-in-each-others-place", "an API key calls the order operations",
		authFile, "match && slices.Contains(groups, known.group)", "match && slices.Contains(append(groups, known.group), known.group)",
		[]string{serviceTests},
	},
	{
		"empty-credential-is-accepted", "a service without a key serves everybody",
		authFile, `if token := bare(k.Token); token != "" {`, `if token := bare(k.Token); true {`,
		[]string{serviceTests},
	},
	{
		"credential-without-scheme", "a key without its scheme is accepted",
		authFile, "if !strings.HasPrefix(r.Header.Get(\"Authorization\"), scheme) {", "if false {",
		[]string{serviceTests},
	},
	{
		"guessing-without-limit", "credentials are guessed as fast as the service answers",
		"internal/service/auth.go", "guessBurst = 30", "guessBurst = 30_000_000",
		[]string{serviceTests},
	},
	{
		"rate-without-limit", "one credential takes the whole service",
		"internal/service/service.go", "if s.rejectIfRateLimited(w, caller) {", "if false {",
		[]string{serviceTests},
	},
	{
		"panic-changed-nothing", "after a panic a write that was stored is called undone",
		"internal/service/service.go", "x.isWriting = true", "x.isWriting = false",
		[]string{serviceTests},
	},
	{
		"paths-are-tidied", "a path with // reaches an operation",
		"internal/service/service.go", "serve := s.routes[r.URL.Path]",
		"serve := s.routes[r.URL.Path]\n\tif n := len(r.URL.Path); serve == nil && n > 1 {\n\t\tserve = s.routes[r.URL.Path[1:]]\n\t}",
		[]string{serviceTests},
	},
	{
		"log-obeys-callers", "a request forges lines of the log",
		"internal/service/log.go", "slog.String(\"path\", safetext.LineFromText(r.URL.Path).String())", "slog.String(\"path\", r.URL.Path)",
		[]string{serviceTests},
	},
	{
		"half-sent-headers", "requests that are never finished take every connection",
		serveFile, "ReadHeaderTimeout: headerTimeout, ", "",
		[]string{serverTests},
	},
	{
		"half-sent-bodies", "bodies that are never finished take every connection",
		serveFile, "ReadTimeout: readTimeout, ", "",
		[]string{serverTests},
	},
	{
		"answers-nobody-reads", "callers that read nothing take every connection",
		serveFile, "WriteTimeout: writeTimeout, ", "",
		[]string{serverTests},
	},
	{
		"idle-connections", "connections that say nothing are kept for ever",
		serveFile, "IdleTimeout: idleTimeout,", "",
		[]string{serverTests},
	},
	{
		"headers-without-limit", "one request's headers fill the memory",
		serveFile, "MaxHeaderBytes: maxHeader, ", "",
		[]string{serverTests},
	},
	{
		"old-tls", "credentials travel by a TLS that can be read",
		"internal/httpd/tls.go", "MinVersion: tls.VersionTLS12,", "MinVersion: tls.VersionTLS10,",
		[]string{serverTests},
	},
}
