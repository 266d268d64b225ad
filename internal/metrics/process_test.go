package metrics_test

import (
	"runtime"
	"strings"
	"testing"

	"frontdesk/internal/metrics"
)

func TestProcess_IsDescribedUnderTheUsualNames(t *testing.T) {
	var page strings.Builder
	metrics.WriteProcess(&page)
	wanted := []string{
		"go_info{version=\"" + runtime.Version() + "\"} 1", "go_goroutines ", "go_threads ", "go_memstats_heap_inuse_bytes ",
		"go_memstats_alloc_bytes_total ", "go_gc_duration_seconds_count ", "go_build_info{checksum=", "process_start_time_seconds 1",
	}
	if runtime.GOOS == "linux" {
		wanted = append(wanted, "process_cpu_seconds_total ", "process_resident_memory_bytes ", "process_open_fds ", "process_max_fds ")
	}
	for _, want := range wanted {
		if !strings.Contains(page.String(), "\n"+want) && !strings.HasPrefix(page.String(), want) {
			t.Errorf("%s is not in\n%s", want, &page)
		}
	}
	for line := range strings.Lines(page.String()) { // nothing is 0 that cannot be
		if name, value, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasSuffix(name, "_bytes") && strings.Contains(name, "process") && value == "0" {
			t.Error(line)
		}
	}
}
