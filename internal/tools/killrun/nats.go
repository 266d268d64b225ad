package main

import (
	"errors"
	"flag"
	"net"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// serveNATS is a NATS server with JetStream, which brings to disk what it acknowledges. It returns only after a fault.
func serveNATS(arguments []string) error {
	flags := flag.NewFlagSet(natsCommand, flag.ContinueOnError)
	name := flags.String("name", "", "the server's name")
	address := flags.String("address", "", "the address to listen on, of the network that it has")
	routes := flags.String("routes", "", "the addresses of the other servers, separated by commas; empty for a lone server")
	store := flags.String("store", "", "the directory of its data")
	logFile := flags.String("log", "", "the file of its log")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	o := &server.Options{
		ServerName: *name, Host: *address, Port: natsPort,
		JetStream: true, StoreDir: *store, SyncAlways: true, NoSigs: true, LogFile: *logFile, Logtime: true,
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 1 << 30,
	}
	if *routes != "" {
		o.Cluster = server.ClusterOpts{Name: "killrun", Host: *address, Port: natsRoutePort}
	}
	for other := range strings.FieldsFuncSeq(*routes, func(r rune) bool { return r == ',' }) {
		o.Routes = append(o.Routes, server.RoutesFromStr("nats://"+net.JoinHostPort(other, "6222"))...)
	}
	made, err := server.NewServer(o)
	if err != nil {
		return err
	}
	made.ConfigureLogger()
	made.Start()
	if !made.ReadyForConnections(time.Minute) {
		return errors.New("the NATS server does not start")
	}
	made.WaitForShutdown()
	return nil
}

// The ports of NATS servers.
const (
	natsPort      = 4222
	natsRoutePort = 6222
)
