package metrics

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// started is about when this process began, where the system does not say it.
var started = time.Now()

// WriteProcess writes what Go's runtime, the system and the build say of this process, under the names that are usual
// with Prometheus.
func WriteProcess(w io.Writer) {
	writeBuild(w)
	writeGo(w)
	writeSystem(w)
}

// writeBuild writes what the program was built from.
func writeBuild(w io.Writer) {
	info, isKnown := debug.ReadBuildInfo()
	if !isKnown {
		return
	}
	writeHead(w, "go_build_info", "The module that the program was built from.", "gauge")
	labels := format([]string{"checksum", info.Main.Sum, "path", info.Main.Path, "version", info.Main.Version})
	_, _ = fmt.Fprintf(w, "go_build_info{%s} 1\n", labels)
}

// writeGo writes what the runtime counts.
func writeGo(w io.Writer) {
	writeHead(w, "go_info", "The version of Go.", "gauge")
	_, _ = fmt.Fprintf(w, "go_info{%s} 1\n", format([]string{"version", runtime.Version()}))
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	threads, _ := runtime.ThreadCreateProfile(nil)
	WriteGauge(w, "go_goroutines", "Goroutines that exist.", runtime.NumGoroutine())
	WriteGauge(w, "go_threads", "Threads that were created.", threads)
	for _, value := range []struct {
		name, what string
		n          uint64
	}{
		{"alloc_bytes", "Bytes in use.", m.Alloc},
		{"heap_alloc_bytes", "Bytes of the heap in use.", m.HeapAlloc},
		{"heap_idle_bytes", "Bytes of the heap that wait to be used.", m.HeapIdle},
		{"heap_inuse_bytes", "Bytes of the heap in spans that are used.", m.HeapInuse},
		{"heap_objects", "Objects on the heap.", m.HeapObjects},
		{"heap_released_bytes", "Bytes of the heap that the system has back.", m.HeapReleased},
		{"heap_sys_bytes", "Bytes of the heap from the system.", m.HeapSys},
		{"next_gc_bytes", "Size of the heap at the next collection.", m.NextGC},
		{"stack_inuse_bytes", "Bytes of stacks in use.", m.StackInuse},
		{"sys_bytes", "Bytes from the system.", m.Sys},
	} {
		WriteGauge(w, "go_memstats_"+value.name, value.what, value.n)
	}
	WriteCounter(w, "go_memstats_alloc_bytes_total", "Bytes that were ever allocated.", m.TotalAlloc)
	WriteCounter(w, "go_memstats_mallocs_total", "Objects that were ever allocated.", m.Mallocs)
	WriteCounter(w, "go_memstats_frees_total", "Objects that were freed.", m.Frees)
	WriteGauge(w, "go_memstats_last_gc_time_seconds", "When the last collection ended.", float64(m.LastGC)/1e9)
	WriteSummary(w, "go_gc_duration_seconds", "Pauses of collections.", time.Duration(m.PauseTotalNs), uint64(m.NumGC)) //nolint:gosec // it fits for 292 years
	WriteGauge(w, "go_sched_gomaxprocs_threads", "Threads that run Go at a time.", runtime.GOMAXPROCS(0))
}

// writeSystem writes what the system says of this process; outside Linux it says only when it began.
func writeSystem(w io.Writer) {
	const ticks = 100 // a second, of the times in /proc on every architecture that Go builds for
	begun := float64(started.UnixMilli()) / 1e3
	fields := statOf("/proc/self/stat")
	if len(fields) > 21 {
		number := func(i int) float64 { n, _ := strconv.ParseFloat(fields[i], 64); return n }
		WriteCounter(w, "process_cpu_seconds_total", "Seconds of the processor.", (number(11)+number(12))/ticks)
		WriteGauge(w, "process_virtual_memory_bytes", "Virtual memory.", number(20))
		WriteGauge(w, "process_resident_memory_bytes", "Memory.", number(21)*float64(os.Getpagesize()))
		if boot := bootTime(); boot > 0 {
			begun = boot + number(19)/ticks
		}
	}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		WriteGauge(w, "process_open_fds", "Files and connections that are open.", len(open))
	}
	if limit, isKnown := lineOf("/proc/self/limits", "Max open files"); isKnown && len(limit) > 0 {
		n, _ := strconv.ParseFloat(limit[0], 64)
		WriteGauge(w, "process_max_fds", "Files and connections that can be open.", n)
	}
	WriteGauge(w, "process_start_time_seconds", "When the process began.", begun)
}

// statOf returns the fields of a file of /proc behind the name of the program, which may have blanks.
func statOf(path string) []string {
	content, _ := os.ReadFile(path) // not there outside Linux
	return strings.Fields(string(content[strings.LastIndexByte(string(content), ')')+1:]))
}

// bootTime returns when the machine began; 0 if that is not known.
func bootTime() float64 {
	fields, _ := lineOf("/proc/stat", "btime")
	if len(fields) == 0 {
		return 0
	}
	at, _ := strconv.ParseFloat(fields[0], 64)
	return at
}

// lineOf returns the fields behind the name at the beginning of a line of a file.
func lineOf(path, name string) (fields []string, isThere bool) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	for line := range strings.Lines(string(content)) {
		if rest, isIt := strings.CutPrefix(line, name); isIt {
			return strings.Fields(rest), true
		}
	}
	return nil, false
}
