package cli

import (
	"fmt"
	"strings"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
)

// readArguments returns the arguments without the byte-order marks that texts from files begin with, or an error that
// names the first one that is not UTF-8: its text would be sent damaged.
func readArguments(args []string) ([]string, error) {
	read := make([]string, len(args))
	for i, arg := range args {
		flag, value, hasValue := strings.Cut(arg, "=")
		if !hasValue || !strings.HasPrefix(flag, "--") {
			flag, value = "", arg
		}
		text, err := safetext.UTF8([]byte(value))
		if _, flagErr := safetext.UTF8([]byte(flag)); err != nil || flagErr != nil {
			return nil, exitcode.UsageErrorf(
				"%s is not UTF-8: use a terminal and a shell with UTF-8, or convert the text with iconv", argumentName(args, i),
			)
		}
		read[i] = string(text)
		if flag != "" {
			read[i] = flag + "=" + string(text)
		}
	}
	return read, nil
}

// argumentName returns what an argument is, without its value.
func argumentName(args []string, i int) string {
	if flag, _, isFlag := strings.Cut(args[i], "="); isFlag && strings.HasPrefix(flag, "--") {
		return "the value of " + flag
	}
	if i > 0 && strings.HasPrefix(args[i-1], "-") && !strings.Contains(args[i-1], "=") {
		return "the value of " + args[i-1]
	}
	return fmt.Sprintf("argument %d", i+1)
}
