// Command manual prints the manual page of frontdesk, which packages hold.
package main

import (
	"fmt"

	"frontdesk/internal/cli"
)

func main() { fmt.Print(cli.Manual()) }
