package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"

	"frontdesk/internal/cli"
	"frontdesk/internal/exitcode"
)

// commandLine is a command line of a script, for its worker.
type commandLine struct {
	Args       []string
	Dir, Input string
	Variables  map[string]string
}

// worker runs the command lines of one script in one process, which has the directory and the environment of the
// script. To start the program for each takes much longer than to run it.
type worker struct {
	lines   *json.Encoder
	answers *json.Decoder
	end     func() // ends the process, if one runs
	input   string // of the next command line
}

// workerKey is the key of a script's worker.
type workerKey struct{}

// runWorker runs command lines until its standard input ends. Those see neither its standard input nor its output.
func runWorker() int {
	lines, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return exitcode.Failed
	}
	os.Stdin, os.Stdout, os.Stderr = nothing, nothing, nothing
	for {
		var line commandLine
		if err := lines.Decode(&line); err != nil {
			return exitcode.OK
		}
		if err := answers.Encode(line.run()); err != nil {
			return exitcode.Failed
		}
	}
}

func (l commandLine) run() workerResult {
	os.Clearenv()
	for name, value := range l.Variables {
		if err := os.Setenv(name, value); err != nil {
			return workerResult{exitcode.Failed, "", err.Error()}
		}
	}
	if err := os.Chdir(l.Dir); err != nil {
		return workerResult{exitcode.Failed, "", err.Error()}
	}
	xdg.Reload()
	var out, errOut bytes.Buffer
	code := cli.Run(context.Background(), l.Args, os.Getenv, strings.NewReader(l.Input), &out, &errOut)
	return workerResult{code, out.String(), errOut.String()}
}

// workerResult is what a command line has printed.
type workerResult struct {
	Code        int
	Out, ErrOut string
}

// start starts the worker of a script; it ends with the script at the latest.
func (w *worker) start(ts *testscript.TestScript) {
	process := exec.Command("frontdesk-worker") // the test's own program under that name
	in, err := process.StdinPipe()
	ts.Check(err)
	out, err := process.StdoutPipe()
	ts.Check(err)
	ts.Check(process.Start())
	w.lines, w.answers = json.NewEncoder(in), json.NewDecoder(out)
	w.end = func() {
		_ = in.Close()
		_ = process.Wait()
		w.lines, w.end = nil, func() {}
	}
	ts.Defer(func() { w.end() })
}

// runLine runs a command line in the script's worker; the script sees what it has printed.
func runLine(ts *testscript.TestScript, args []string) (result workerResult) {
	w, _ := ts.Value(workerKey{}).(*worker)
	if w.lines == nil {
		w.start(ts)
	}
	line := commandLine{Args: args, Dir: ts.MkAbs("."), Input: w.input, Variables: map[string]string{}}
	w.input = ""
	for _, name := range variablesOfScripts {
		if value := ts.Getenv(name); value != "" {
			line.Variables[name] = value
		}
	}
	ts.Check(w.lines.Encode(line))
	ts.Check(w.answers.Decode(&result))
	_, err := io.WriteString(ts.Stdout(), result.Out)
	ts.Check(err)
	_, err = io.WriteString(ts.Stderr(), result.ErrOut)
	ts.Check(err)
	if result.ErrOut != "" {
		ts.Logf("[stderr]\n%s", result.ErrOut)
	}
	return result
}

// runScriptLine is the verb run.
func runScriptLine(ts *testscript.TestScript, fails bool, args []string) {
	if result := runLine(ts, args); (result.Code != exitcode.OK) != fails {
		ts.Fatalf("it ended with %d", result.Code)
	}
}

// setInput is the verb input.
func setInput(ts *testscript.TestScript, _ bool, args []string) {
	w, _ := ts.Value(workerKey{}).(*worker)
	w.input = ts.ReadFile(args[0])
}

// setsVariable matches a line of a script that sets a variable.
var setsVariable = regexp.MustCompile(`(?m)^(?:\[\w+\] )?env (\w+)=`)

// variablesOfScripts are the names of all variables that a script can have set.
var variablesOfScripts = []string{"HOME", "PATH", "TMPDIR", "WORK", "GOCOVERDIR"}

// findVariables finds the variables that scripts set.
func findVariables(files []string) error {
	known := map[string]bool{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, found := range setsVariable.FindAllStringSubmatch(string(content), -1) {
			if !known[found[1]] {
				known[found[1]] = true
				variablesOfScripts = append(variablesOfScripts, found[1])
			}
		}
	}
	return nil
}
