//go:build !linux

package main

import "errors"

var errLinux = errors.New("it makes network namespaces, which only Linux has")

func isIsolated() bool        { return false }
func missing() error          { return errLinux }
func isolate(...string) error { return errLinux }
func prepareMounts() error    { return errLinux }
