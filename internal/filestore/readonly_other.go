//go:build !linux

package filestore

func readOnly(string) bool { return false }
