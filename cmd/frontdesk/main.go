// Frontdesk is a support desk in a terminal.
package main

import (
	"os"

	"frontdesk/internal/cli"
)

func main() { os.Exit(cli.Main()) }
