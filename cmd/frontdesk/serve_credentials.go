package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"

	"frontdesk/internal/disk"
	"frontdesk/internal/service"
)

// maxCredentials is more than a file of three lines needs; a device or a pipe may go on for ever.
const maxCredentials = 64 << 10

// credentials are what the service accepts: from the file where one is given, which is then the only source so
// that what is taken out of it is accepted no longer, else from the environment.
func (o serveOptions) credentials() (service.Credentials, error) {
	c, prefix := o.accepted, ""
	if o.credentialsFile != "" {
		var err error
		if c, err = readCredentials(o.credentialsFile); err != nil {
			return c, err
		}
		prefix = o.credentialsFile + ": "
	}
	if err := usable(c); err != nil {
		return c, fmt.Errorf("%s%w", prefix, err)
	}
	return c, nil
}

// usable refuses credentials that nobody could present, or that would let everybody in.
func usable(c service.Credentials) error {
	switch {
	case c.Token == "":
		return errors.New("FRONTDESK_TOKEN is empty: set the API key that the service accepts")
	case (c.OrderUser == "") != (c.OrderPassword == ""):
		return errors.New("FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD need each other: set both or neither")
	case strings.Contains(c.OrderUser, ":"):
		return errors.New("FRONTDESK_ORDER_USER has a colon, which ends the name in an HTTP credential")
	}
	return nil
}

// readCredentials reads an environment file: NAME=VALUE a line, empty lines and # comments between them.
func readCredentials(path string) (service.Credentials, error) {
	content, _, err := disk.ReadTrusted(path, disk.OthersOpen, maxCredentials)
	if err != nil {
		return service.Credentials{}, fmt.Errorf("the credentials in %s cannot be read: %w", path, err)
	}
	var c service.Credentials
	into := map[string]*string{"FRONTDESK_TOKEN": &c.Token, "FRONTDESK_ORDER_USER": &c.OrderUser, "FRONTDESK_ORDER_PASSWORD": &c.OrderPassword}
	lines := bufio.NewScanner(bytes.NewReader(content))
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, pair := strings.Cut(line, "=")
		field := into[strings.TrimSpace(name)]
		if !pair || field == nil { // the line itself is not told: it may be a credential
			return c, fmt.Errorf("%s:%d: it is none of FRONTDESK_TOKEN=…, FRONTDESK_ORDER_USER=… and FRONTDESK_ORDER_PASSWORD=…, or comes twice", path, number)
		}
		*field = unquoted(strings.TrimSpace(value))
		delete(into, strings.TrimSpace(name))
	}
	return c, lines.Err()
}

// unquoted takes one pair of quotes off, as shells and systemd do.
func unquoted(s string) string {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
