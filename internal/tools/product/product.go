// Package product finds the module of frontdesk itself, which the tools build, change and measure.
package product

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// clause begins the go.mod of the product.
const clause = "module frontdesk\n"

// Enter makes the product's root the working directory, so that paths of the tools and of their flags begin there,
// wherever a tool was started.
func Enter() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	root, err := rootAbove(dir)
	if err != nil {
		return err
	}
	return os.Chdir(root)
}

// rootAbove returns the nearest directory, upwards, that holds the product's go.mod.
func rootAbove(dir string) (string, error) {
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		switch {
		case err == nil && strings.HasPrefix(string(text), clause):
			return dir, nil
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return "", err
		case filepath.Dir(dir) == dir:
			return "", errors.New("start it within a checkout of frontdesk: go run -C internal/tools ./NAME")
		}
		dir = filepath.Dir(dir)
	}
}
