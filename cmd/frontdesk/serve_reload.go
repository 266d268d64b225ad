package main

import (
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"frontdesk/internal/service"
)

// hangups tells of every SIGHUP, which reads the files again that can change while the service runs. Without such a
// file it means that the terminal has gone away; who began with nohup wants to hear nothing of that.
func (o serveOptions) hangups() (told <-chan os.Signal, stop func()) {
	caught := make(chan os.Signal, 1)
	if !o.canReload() && signal.Ignored(syscall.SIGHUP) {
		return caught, func() {}
	}
	signal.Notify(caught, syscall.SIGHUP)
	return caught, func() { signal.Stop(caught) }
}

// canReload says whether there is a file to read again.
func (o serveOptions) canReload() bool { return o.credentialsFile != "" || o.usesTLS() }

// reload reads the files again. What cannot be used changes nothing: a slip of the pen must not lock everybody out.
func (o serveOptions) reload(desk *service.Service, shown *certificate, log *slog.Logger) {
	accepted, err := o.credentials()
	if err == nil && o.usesTLS() {
		err = shown.load(o)
	}
	if err != nil {
		log.Error("what was read before stays in force", "fault", err)
		return
	}
	desk.SetCredentials(accepted)
	log.Info("read again", "credentials", o.credentialsFile, "certificate", o.tlsCert)
}
