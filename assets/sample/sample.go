// Package sample embeds the texts of the sample desk; package sampledata makes the desk.
package sample

import "embed"

// Files are the texts.
//
//go:embed *.txt articles tickets
var Files embed.FS
