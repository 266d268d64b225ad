package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// kolkataEnvironment returns the variables of an agent in Kolkata who works on an account in UTC.
func kolkataEnvironment(t *testing.T, url string) map[string]string {
	t.Helper()
	variables := testEnvironment(t, url)
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("time_zone = \"UTC\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	variables["FRONTDESK_CONFIG"], variables["FRONTDESK_DISPLAY_ZONE"] = file, "Asia/Kolkata"
	return variables
}

func TestZone_CommandsUseTheAgentsZoneAndScriptsTheAccounts(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	id, here := addTicket(t, u.URL), kolkataEnvironment(t, u.URL)
	done := runWith(t.Context(), here, "", "ticket", "update", id, "--sub-status", "P", "--callback", "2126-12-24 10:00", "--comment", "hello")
	if !strings.Contains(done.out, "callback Tue 2126-12-24 10:00 Asia/Kolkata, for the account 04:30 UTC") {
		t.Error(done)
	}
	if sent := lastRequest(u, "update-ticket"); !strings.Contains(sent, `"callback_time":"2126-12-24 04:30:00"`) {
		t.Error(sent)
	}
	read := runWith(t.Context(), here, "", "ticket", "get", id)
	if strings.Contains(read.out, "04:30") || strings.Count(read.out, "2126-12-24 10:00") != 2 { // in the record and in the timeline
		t.Error(read)
	}
	json := runWith(t.Context(), here, "", "ticket", "get", id, "--raw")
	delete(here, "FRONTDESK_DISPLAY_ZONE")
	if same := runWith(t.Context(), here, "", "ticket", "get", id, "--raw"); json != same || !strings.Contains(json.out, `"nextFollowUp":"24-12-2126 04:30"`) {
		t.Error(json, same)
	}
}

// A file of updates has the interface's columns and, like JSON, its clock.
func TestZone_UpdateFileIsInTheAccountsZone(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "updates.csv")
	if err := os.WriteFile(file, []byte("ticket_id,sub_status,callback_time\n"+addTicket(t, u.URL)+",P,2126-12-24 10:00\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if done := runWith(t.Context(), kolkataEnvironment(t, u.URL), "", "ticket", "update", "--from-csv", file); done.code != exitcode.OK {
		t.Error(done)
	}
	if sent := lastRequest(u, "update-ticket"); !strings.Contains(sent, `"callback_time":"2126-12-24 10:00:00"`) {
		t.Error(sent)
	}
}

func TestZone_CallbackThatTheAccountsZoneSkipsIsNotSent(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	here := kolkataEnvironment(t, u.URL)
	if err := os.WriteFile(here["FRONTDESK_CONFIG"], []byte("time_zone = \"Europe/Berlin\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := 0 // of two moments an hour apart that are both 02:15 in Berlin
	for _, when := range []string{"2027-10-31 05:45", "2027-10-31 06:45"} {
		switch done := runWith(t.Context(), here, "", "ticket", "update", "7", "--sub-status", "P", "--dry-run", "--callback", when); {
		case done.code == exitcode.Usage && strings.Contains(done.errOut, "2027-10-31 02:15:00 comes twice on the account's clock"):
			refused++
		case done.code != exitcode.OK || !strings.Contains(done.out, "2027-10-31 02:15:00"):
			t.Error(when, done)
		}
	}
	if refused != 1 {
		t.Errorf("%d were refused", refused)
	}
}

func TestZone_UnknownDisplayZoneIsAnError(t *testing.T) {
	t.Parallel()
	here := testEnvironment(t, "http://127.0.0.1:1")
	here["FRONTDESK_DISPLAY_ZONE"] = "Asia/Calcuttta"
	if done := runWith(t.Context(), here, "", "ticket", "get", "7"); done.code != exitcode.Usage || !strings.Contains(done.errOut, `FRONTDESK_DISPLAY_ZONE must be a time zone such as "Europe/Berlin"`) {
		t.Error(done)
	}
}

func TestDoctor_NamesBothZonesWhereTheyDiffer(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	variables := map[string]string{"FRONTDESK_BASE_URL": u.URL, "FRONTDESK_KMS_URL": u.URL, "FRONTDESK_TOKEN": clitest.Token}
	said, code := runDoctorWith(t, "display_zone = \"Asia/Kolkata\"\n", variables)
	requireDoctorLines(t, said, code, exitcode.OK, "zone UTC (time_zone in the file)",
		"+05:30, zone Asia/Kolkata (display_zone in the file), for times that you read and type; days are in the zone of the account")
	if said, _ := runDoctorWith(t, "", variables); strings.Contains(said, "your clock") {
		t.Error(said)
	}
}
