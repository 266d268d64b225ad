package main

const (
	clientTests = "./internal/client -skip TestManyClients"
	errorFile   = "internal/client/errors.go"
	callFile    = "internal/client/do.go"
	clientFile  = "internal/client/client.go"
	retryFile   = "internal/client/do.go"
)

// clientMutations let a credential out, repeat a write or wait for ever.
var clientMutations = []mutation{
	{
		"writes-are-tried-again", "a write whose answer was lost is sent a second time",
		callFile, "if op.IsWrite || try >= c.MaxAttempts", "if try >= c.MaxAttempts",
		[]string{clientTests},
	},
	{
		"transport-repeats-bodies", "the transport sends a write again by itself on a connection that was closed",
		callFile, "request.GetBody = nil", "_ = request.GetBody",
		[]string{clientTests},
	},
	{
		"redirects-are-followed", "the credential goes to where a redirect points",
		clientFile, "error { return http.ErrUseLastResponse }", "error { return nil }",
		[]string{clientTests},
	},
	{
		"redirect-is-an-answer", "a redirect is read as if the service had answered",
		callFile, "if answer.StatusCode >= 300 && answer.StatusCode < 400 {", "if false {",
		[]string{clientTests},
	},
	{
		"plain-http-anywhere", "credentials go to other machines without encryption",
		clientFile, "case !allowPlain && !isLoopback(u.Hostname()):", "case false:",
		[]string{clientTests},
	},
	{
		"user-in-address", "an address may hold a password, which errors and headers then show",
		clientFile, `case u.User != nil || u.RawQuery != "" || u.Fragment != "":`, "case false:",
		[]string{clientTests},
	},
	{
		"articles-host-stands-in", "a search goes to the other host when none is configured for articles",
		callFile, "if c.hosts[op.Host] == nil {", "if false {",
		[]string{clientTests},
	},
	{
		"token-to-orders", "the API key is sent where the order user's password belongs",
		callFile, "if op.Group == wire.BasicAuth {\n\t\trequest", "if false {\n\t\trequest",
		[]string{clientTests},
	},
	{
		"credential-said-back", "an error repeats the credential that a service said back",
		callFile, "fault.Message = redact(fault.Message, credential, request)", "",
		[]string{clientTests},
	},
	{
		"answer-without-limit", "an answer that was cut off counts as whole",
		"internal/client/do.go", "return 0, errTooLarge", "return 0, io.EOF",
		[]string{clientTests},
	},
	{
		"call-without-time-limit", "an answer that drips holds a call for ever",
		callFile, "context.WithTimeout(ctx, c.Timeout)", "context.WithTimeout(ctx, 1000*c.Timeout)",
		[]string{clientTests},
	},
	{
		"dial-without-time-limit", "a host that takes no connection is waited for",
		clientFile, "&net.Dialer{Timeout: 5 * time.Second}", "&net.Dialer{Timeout: 500 * time.Second}",
		[]string{clientTests},
	},
	{
		"tls-without-time-limit", "a host that does not finish its TLS handshake is waited for",
		clientFile, "TLSHandshakeTimeout: 5 * time.Second, ", "",
		[]string{clientTests},
	},
	{
		"headers-without-time-limit", "a host that takes a request and says nothing is waited for",
		clientFile, "ResponseHeaderTimeout: 15 * time.Second,", "",
		[]string{clientTests},
	},
	{
		"refusals-are-retried", "a read that was refused is asked for again and again",
		retryFile, "http.StatusGatewayTimeout:\n\t\treturn true\n\tcase http.StatusOK:",
		"http.StatusGatewayTimeout, http.StatusBadRequest:\n\t\treturn true\n\tcase http.StatusOK:",
		[]string{clientTests},
	},
	{
		"busy-services-are-not-retried", "a read fails while a service restarts",
		retryFile, "http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable,", "http.StatusTooManyRequests,",
		[]string{clientTests},
	},
	{
		"retry-after-is-ignored", "a service that asks for time gets none",
		callFile, "max(wait, retryAfter(answer.Header.Get(\"Retry-After\")))", "wait",
		[]string{clientTests},
	},
	{
		"tries-in-step", "tries do not come further apart",
		retryFile, "full := firstWait << (try - 1)", "full := firstWait",
		[]string{clientTests},
	},
	{
		"gateway-refuses", "a write that a gateway gave up on counts as refused",
		errorFile, "case http.StatusSeeOther, http.StatusBadGateway, http.StatusGatewayTimeout:", "case http.StatusSeeOther:",
		[]string{clientTests},
	},
	{
		"unsent-is-unknown", "a write that never left is said to be unknown",
		errorFile, "if !e.Op.IsWrite || !e.Sent {", "if !e.Op.IsWrite {",
		[]string{clientTests},
	},
	{
		"lost-answer-is-refused", "a write whose answer was lost counts as refused",
		errorFile, "|| !notAppliedKinds[e.Kind]", "&& !notAppliedKinds[e.Kind]",
		[]string{clientTests},
	},
	{
		"panic-ends-the-program", "an answer that the program stumbles over ends the process",
		callFile, "err := guard.Do(func() { ans, wait, fault = exchange(ctx, c, op, credential, body, read, try, &sent) })",
		"var err error\n\tans, wait, fault = exchange(ctx, c, op, credential, body, read, try, &sent)",
		[]string{clientTests},
	},
}
