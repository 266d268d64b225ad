package sshd

import (
	"bytes"
	"io/fs"

	"frontdesk/internal/disk"
)

// readTrusted reads a list that nobody but its owner can change.
func readTrusted(path string) ([]entry, []Refused, fs.FileInfo, error) {
	content, info, err := disk.ReadTrusted(path, disk.OthersWrite, maxFile)
	if err != nil {
		return nil, nil, info, err
	}
	entries, refused, err := readList(bytes.NewReader(content))
	return entries, refused, info, err
}
