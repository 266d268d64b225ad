//go:build unix

package filestore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// me is who reads the files of these tests. A file or directory whose name begins with "theirs" belongs to somebody
// else, one with "roots" to root.
const (
	me, them = 1000, 1001
)

func currentReader() user {
	return user{
		id: me,
		owner: func(info fs.FileInfo) (uid, gid int) {
			switch {
			case strings.HasPrefix(info.Name(), "theirs"):
				return them, them
			case strings.HasPrefix(info.Name(), "roots"):
				return 0, 5
			case strings.HasPrefix(info.Name(), "shared"):
				return me, 100
			}
			return me, me
		},
		passwd: func() []byte { return []byte("root:x:0:0::/root:/bin/sh\nasha:x:1000:1000::/:/bin/sh\n") },
		groups: func() []byte { return []byte("root:x:0:\nasha:x:1000:\nusers:x:100:asha,ben\n") },
	}
}

func TestTrust_FileThatOthersCanChangeIsRefused(t *testing.T) {
	tests := map[string]struct {
		file    string // the file to make, below a new directory
		mode    os.FileMode
		links   map[string]string // more to make: name to target
		dirs    map[string]os.FileMode
		open    string // what is opened; the file when empty
		refuse  fs.FileMode
		because string // empty when it is trusted
	}{
		"own file":                       {file: "home/config", mode: 0o600},
		"read by everybody":              {file: "home/config", mode: 0o644},
		"root's":                         {file: "home/roots", mode: 0o644},
		"somebody else's":                {file: "home/theirs", mode: 0o600, because: "it belongs to another user (uid 1001): chown it to root or to who runs frontdesk"},
		"written by everybody":           {file: "home/config", mode: 0o666, because: "others can write it (mode 0666): chmod go-w it"},
		"written by one's private group": {file: "home/config", mode: 0o664, dirs: map[string]os.FileMode{"home": 0o775}},
		"written by a group of many":     {file: "home/shared", mode: 0o664, because: "others can write it (mode 0664): chmod go-w it"},
		"directory of a group of many":   {file: "shared/config", mode: 0o600, dirs: map[string]os.FileMode{"shared": 0o775}, because: "others can write the directory"},
		"directory of everybody":         {file: "home/config", mode: 0o600, dirs: map[string]os.FileMode{"home": 0o777}, because: "chmod go-w that"},
		"directory like /tmp":            {file: "home/config", mode: 0o600, dirs: map[string]os.FileMode{"home": 0o777 | os.ModeSticky}},
		"somebody else's directory":      {file: "theirs/config", mode: 0o600, because: "theirs that it is below belongs to another user (uid 1001)"},
		"below somebody else's":          {file: "theirs/mine/config", mode: 0o600, because: "theirs that it is below belongs to another user (uid 1001)"},
		"secret of one's own":            {file: "home/secret", mode: 0o600, refuse: OthersOpen},
		"secret read by the group":       {file: "home/secret", mode: 0o640, refuse: OthersOpen, because: "others may open it (mode 0640): chmod 600 it"},
		"secret written by the group":    {file: "home/secret", mode: 0o620, refuse: OthersOpen},
		"secret that root hands over":    {file: "home/roots", mode: 0o440, refuse: OthersOpen},
		"root's secret of a container":   {file: "home/roots", mode: 0o444, refuse: OthersOpen},
		"root's file read by all":        {file: "home/roots", mode: 0o644, refuse: OthersOpen, because: "others may open it (mode 0644)"},
		"own secret read by all":         {file: "home/secret", mode: 0o444, refuse: OthersOpen, because: "others may open it (mode 0444)"},
		"a link":                         {file: "home/config", mode: 0o600, links: map[string]string{"way/config": "../home/config"}, open: "way/config"},
		"a link to somebody else's":      {file: "home/theirs", mode: 0o600, links: map[string]string{"way/config": "../home/theirs"}, open: "way/config", because: "it belongs to another user"},
		"a link in everybody's directory": {
			file: "home/config", mode: 0o600, links: map[string]string{"way/config": "../home/config"}, open: "way/config",
			dirs: map[string]os.FileMode{"way": 0o777}, because: "others can write the directory",
		},
		"somebody else's link": {
			file: "home/config", mode: 0o600, links: map[string]string{"way/theirs": "../home/config"}, open: "way/theirs",
			dirs: map[string]os.FileMode{"way": 0o777 | os.ModeSticky}, because: "theirs to it belongs to another user",
		},
		"a link on the way of a link": {
			file: "home/config", mode: 0o600, links: map[string]string{"way/config": "../between/config", "between/config": "../home/config"},
			open: "way/config", dirs: map[string]os.FileMode{"between": 0o777}, because: "between that it is below",
		},
		"a link to a directory": {
			file: "between/home/config", mode: 0o600, links: map[string]string{"way/home": "../between/home"},
			open: "way/home/config", dirs: map[string]os.FileMode{"between": 0o777}, because: "between that it is below",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			path := filepath.Join(top, test.file)
			make0700(t, filepath.Dir(path))
			if err := errors.Join(os.WriteFile(path, []byte("x"), 0o600), os.Chmod(path, test.mode)); err != nil {
				t.Fatal(err)
			}
			for link, target := range test.links {
				make0700(t, filepath.Dir(filepath.Join(top, link)))
				if err := os.Symlink(target, filepath.Join(top, link)); err != nil {
					t.Fatal(err)
				}
			}
			for dir, mode := range test.dirs {
				if err := os.Chmod(filepath.Join(top, dir), mode); err != nil {
					t.Fatal(err)
				}
			}
			if test.open != "" {
				path = filepath.Join(top, test.open)
			}
			if test.refuse == 0 {
				test.refuse = OthersWrite
			}
			err := currentReader().checkFile(path, infoOf(t, path), test.refuse)
			switch {
			case test.because == "" && err != nil:
				t.Errorf("refused: %v", err)
			case test.because != "" && (err == nil || !strings.Contains(err.Error(), test.because)):
				t.Errorf("got %v, want %q", err, test.because)
			}
		})
	}
}

// infoOf returns the info of the file at a path, named as the file and not as a link to it.
func infoOf(t *testing.T, path string) fs.FileInfo {
	t.Helper()
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func make0700(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestTrust_WhatWasCheckedIsWhatIsRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "config")
	if err := errors.Join(os.WriteFile(path, []byte("mine"), 0o600), os.WriteFile(path+".new", []byte("other"), 0o600)); err != nil {
		t.Fatal(err)
	}
	opened, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if err := currentReader().checkFile(path, opened, OthersWrite); err == nil || !strings.Contains(err.Error(), "it was replaced while it was read") {
		t.Error(err)
	}
}

func TestTrust_FileIsReadWithItsInfo(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "list")
	if err := errors.Join(os.WriteFile(path, []byte("12345"), 0o600), os.Chmod(dir, 0o700)); err != nil {
		t.Fatal(err)
	}
	content, info, err := ReadTrusted(path, OthersOpen, 5)
	if err != nil || !bytes.Equal(content, []byte("12345")) || info.Size() != 5 {
		t.Errorf("%q, %v, %v", content, info, err)
	}
	if _, _, err := ReadTrusted(path, OthersOpen, 4); err == nil || !strings.HasPrefix(err.Error(), "it is larger than") {
		t.Errorf("more than the limit was read: %v", err)
	}
	if err := os.Chmod(path, 0o606); err != nil {
		t.Fatal(err)
	}
	if content, info, err := ReadTrusted(path, OthersWrite, 5); err == nil || content != nil || info == nil {
		t.Errorf("refused without its info: %q, %v, %v", content, info, err)
	}
	if _, info, err := ReadTrusted(filepath.Join(dir, "none"), OthersWrite, 5); !errors.Is(err, fs.ErrNotExist) || info != nil {
		t.Errorf("%v, %v", info, err)
	}
}

func TestTrust_PipeIsRefusedAndNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadTrusted(path, OthersWrite, 5); !errors.Is(err, ErrNotRegular) {
		t.Error(err)
	}
}

// A shell hands over what a program prints: frontdesk serve --credentials <(pass desk).
func TestTrust_PipeThatWasHandedOverIsRead(t *testing.T) {
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	if _, err := in.WriteString("secret"); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	content, _, err := ReadTrusted(fmt.Sprintf("/dev/fd/%d", out.Fd()), OthersOpen, 6)
	if err != nil || string(content) != "secret" {
		t.Errorf("%q, %v", content, err)
	}
}

func TestTrust_OwnerIsTheFilesOwn(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	path := filepath.Join(t.TempDir(), "config")
	if err := errors.Join(os.WriteFile(path, []byte("x"), 0o600), os.Chown(path, 12345, 12345)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadTrusted(path, OthersWrite, 5); err == nil || !strings.Contains(err.Error(), "uid 12345") {
		t.Error(err)
	}
}

func TestTrust_GroupIsPrivateOnlyWhenNobodyElseIsInIt(t *testing.T) {
	const passwd = "root:x:0:0::/root:/bin/sh\nasha:x:1000:1000::/:/bin/sh\n"
	tests := map[string]struct {
		passwd, groups string
		private        bool
	}{
		"the user's own":         {passwd, "asha:x:1000:\n", true},
		"the user named in it":   {passwd, "asha:x:1000:asha\n", true},
		"somebody else in it":    {passwd, "asha:x:1000:ben\n", false},
		"two in it":              {passwd, "asha:x:1000:asha,ben\n", false},
		"of another name":        {passwd, "users:x:1000:\n", false},
		"another user's own too": {passwd + "ben:x:1001:1000::/:/bin/sh\n", "asha:x:1000:\n", false},
		"not in the list":        {passwd, "root:x:0:\n", false},
		"user not in the list":   {"root:x:0:0::/root:/bin/sh\n", "asha:x:1000:\n", false},
		"lists that are missing": {"", "", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if private := privateGroup([]byte(test.passwd), []byte(test.groups), 1000, 1000); private != test.private {
				t.Errorf("private: %v", private)
			}
		})
	}
}
