package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// writeTarGz writes the files of a directory below a name of their own, in order, owned by root, with one time.
func writeTarGz(to, dir, name string, at time.Time) error {
	return writeArchive(to, func(file io.Writer) error {
		packed, err := gzip.NewWriterLevel(file, gzip.BestCompression)
		if err != nil {
			return err
		}
		w := tar.NewWriter(packed)
		err = eachFile(dir, func(rel string, mode fs.FileMode, text []byte) error {
			header := &tar.Header{
				Name: path.Join(name, rel), Size: int64(len(text)), Mode: int64(mode), ModTime: at,
				Uname: "root", Gname: "root", Format: tar.FormatPAX, Typeflag: tar.TypeReg,
			}
			if err := w.WriteHeader(header); err != nil {
				return err
			}
			_, err := w.Write(text)
			return err
		})
		return errors.Join(err, w.Close(), packed.Close())
	})
}

// writeZip is writeTarGz for Windows.
func writeZip(to, dir, name string, at time.Time) error {
	return writeArchive(to, func(file io.Writer) error {
		w := zip.NewWriter(file)
		err := eachFile(dir, func(rel string, mode fs.FileMode, text []byte) error {
			header := &zip.FileHeader{Name: path.Join(name, rel), Method: zip.Deflate, Modified: at}
			header.SetMode(mode)
			part, err := w.CreateHeader(header)
			if err != nil {
				return err
			}
			_, err = part.Write(text)
			return err
		})
		return errors.Join(err, w.Close())
	})
}

// writeArchive makes a file of what write writes.
func writeArchive(to string, write func(io.Writer) error) error {
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// eachFile calls do for every file below a directory, in the order of their names. Programs are executable.
func eachFile(dir string, do func(rel string, mode fs.FileMode, text []byte) error) error {
	return filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if rel == "frontdesk" || rel == "frontdesk.exe" {
			mode = 0o755
		}
		return do(filepath.ToSlash(rel), mode, text)
	})
}
