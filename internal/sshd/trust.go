package sshd

import (
	"bytes"
	"io/fs"

	"frontdesk/internal/filestore"
)

// readTrusted reads a list that nobody but its owner can change.
func readTrusted(path string) ([]entry, []RejectedLine, fs.FileInfo, error) {
	content, info, err := filestore.ReadTrusted(path, filestore.OthersWrite, maxFile)
	if err != nil {
		return nil, nil, info, err
	}
	entries, refused, err := readList(bytes.NewReader(content))
	return entries, refused, info, err
}

// isTrusted says whether nobody but its owner can change or replace a list. The owner and the directories can change
// without a new time of the file.
func isTrusted(path string, info fs.FileInfo) bool {
	return filestore.CheckTrusted(path, info, filestore.OthersWrite) == nil
}
