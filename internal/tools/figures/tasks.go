package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// task is something that people do with a program: keys that are pressed in turn, again and again.
type task struct {
	what  string // in the table; programs are compared in tasks of the same name
	start string // keys that are pressed once before
	keys  []press
}

// press is a key, and whether it is what the task is about.
type press struct {
	key     string
	isTimed bool
}

// answer is what a key has a program do.
type answer struct {
	first   time.Duration // until the screen changes
	settled time.Duration // until it has changed for the last time
	bytes   int           // of all output
	cpu     time.Duration // all work
}

// oneOfMany is a task of the same keys, which follow each other so soon that nobody reads what is beside the list.
var oneOfMany = task{what: "A key while keys keep coming", keys: slices.Repeat(withinAPage("j", "k").keys, 5)}

// withinAPage is a task whose list stands still: what the key changes is drawn alone.
func withinAPage(keys ...string) task {
	t := task{what: "A key"}
	for _, key := range keys {
		t.keys = append(t.keys, press{key, true})
	}
	return t
}

// The tasks of people who read records, in programs with such keys. Those after onAnyList need a long list.
var (
	consoleTasks = []task{
		withinAPage("j", "k"),
		oneOfMany,
		{"A key that scrolls the list", strings.Repeat("j", belowAnyScreen), []press{{"j", true}}},
		{"To the end of the list", "g", []press{{"G", true}, {"g", false}}},
		{"Opening a record", "jjj", []press{{"\r", true}, {"\x1b", false}, {"j", false}}},
		{"The first letter of a filter", "g", []press{{"/", false}, {"b", true}, {"\x1b", false}}},
	}
	rivalTasks = []task{
		withinAPage("j", "k"),
		oneOfMany,
		{"A key that scrolls the list", strings.Repeat("j", belowAnyScreen), []press{{"j", true}}},
		{"To the end of the list", "=", []press{{"*", true}, {"=", false}}},
		{"Opening a record", "jjj", []press{{"\r", true}, {"q", false}, {"j", false}}},
	}
)

// belowAnyScreen is how often a key moves the cursor until it is at the bottom of the list.
const belowAnyScreen = 100

// longList is how many records a list has that no task comes to the end of by accident.
const longList = 1000

// onAnyList is how many tasks can be done on a short list.
const onAnyList = 2

// tasksOf returns the tasks that can be done on a list of so many records; 0 for the sample desk.
func tasksOf(p program, records int) []task {
	if records < longList {
		return p.tasks[:min(onAnyList, len(p.tasks))]
	}
	return p.tasks
}

// measureTasks does tasks of programs, of which each runs on a screen; nil is left out.
func measureTasks(
	t *table, what string, tasks []task, programs []program, screens []*screen, pids []int, keys int,
) error {
	for _, of := range tasks {
		answers, err := doInTurn(of.what, programs, screens, pids, keys)
		if err != nil {
			return err
		}
		of.rows(t, what, answers)
	}
	return nil
}

// rows prints what a task took.
func (of task) rows(t *table, what string, answers [][]answer) {
	times := func(of func(answer) time.Duration) [][]time.Duration {
		took := make([][]time.Duration, len(answers))
		for i, all := range answers {
			for _, one := range all {
				took[i] = append(took[i], of(one))
			}
		}
		return took
	}
	t.spread(of.what+what+" until the screen changes", times(func(a answer) time.Duration { return a.first }))
	t.median("… until nothing is drawn any more, median", times(func(a answer) time.Duration { return a.settled }))
	cpu, sent := make([]string, len(answers)), make([]string, len(answers))
	for i, all := range answers {
		var used time.Duration
		var bytes []int
		for _, one := range all {
			used += one.cpu
			bytes = append(bytes, one.bytes)
		}
		if len(all) > 0 {
			slices.Sort(bytes)
			cpu[i], sent[i] = milliseconds(used/time.Duration(len(all))), fmt.Sprintf("%d B", bytes[len(bytes)/2])
		}
	}
	t.row("… CPU, mean", cpu...)
	t.row("… output, median", sent...)
}

// doInTurn has the programs that know a task do it in turn, so that a busy moment of the machine meets all of them.
func doInTurn(what string, programs []program, screens []*screen, pids []int, times int) ([][]answer, error) {
	answers := make([][]answer, len(programs))
	tasks := make([]*task, len(programs))
	for i, p := range programs {
		at := slices.IndexFunc(p.tasks, func(t task) bool { return t.what == what })
		if at < 0 || screens[i] == nil {
			continue
		}
		tasks[i] = &p.tasks[at]
		if _, err := io.WriteString(screens[i].keys, tasks[i].start); err != nil {
			return nil, err
		}
	}
	for len(answers[0]) < times {
		for i, t := range tasks {
			if t == nil {
				continue
			}
			for _, p := range t.keys {
				did, err := screens[i].press(p.key, pids[i], p.isTimed)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", programs[i].name, err)
				}
				if p.isTimed {
					answers[i] = append(answers[i], did)
				}
			}
		}
	}
	return answers, nil
}
