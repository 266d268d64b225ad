package ui_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/store"
	"frontdesk/ui"
	"frontdesk/ui/uitest"
)

const minute = time.Minute

// checkLayout is for tests of the layout: after each step, the regions fill the window and one of them has the focus.
var checkLayout = (*ui.Console).CheckLayout

// consoleScreens are the keys that lead to each screen of the console.
var consoleScreens = map[string][]string{
	"inbox": {}, "filter": {"/"}, "ticket": {"enter"}, "form": {"u"}, "comment": {"c"}, "new ticket": {"n"}, "faq": {"f"},
	"faq tree": {"f", "ctrl+t"}, "faq from a form": {"c", "ctrl+f"}, "help": {"?"}, "palette": {"ctrl+p"}, "dates": {"d"},
	"customer": {"C"}, "customer alone": {"C", "C"}, "customer in the ticket's place": {"enter", "C"}, "find": {"F"}, "copy": {"C", "C", "y"},
	"question": {"c", "x", "ctrl+x"},
}

// boundKeys returns each key that is bound to an action somewhere, but not those of the actions to skip.
func boundKeys(skip ...keymap.Action) (keys []string) {
	var skipped []string
	for _, b := range keymap.Default().All() {
		if slices.Contains(skip, b.Action) {
			skipped = append(skipped, b.Keys()...)
		}
		keys = append(keys, b.Keys()...)
	}
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), func(key string) bool { return slices.Contains(skipped, key) })
}

func TestConsole_EveryScreenFitsEveryWindow(t *testing.T) {
	for name, keys := range consoleScreens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Run(t, uitest.Options{Check: checkLayout}, func(_ *testing.T, s *uitest.Driver) {
				s.Press(keys...)
				for _, size := range [][2]int{{80, 24}, {50, 12}, {51, 13}, {99, 30}, {100, 29}, {200, 50}, {400, 150}, {1, 1}, {49, 12}, {3, 40}, {120, 40}} {
					s.Resize(size[0], size[1])
				}
			})
		})
	}
}

func TestConsole_TooSmallWindowSaysSoAndLosesNothing(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Typed in a large window")
		s.Resize(40, 10)
		s.RequireText("frontdesk needs 50×12", "Nothing typed is lost")
		s.Resize(20, 6)
		s.RequireText("Nothing typed is", "lost.")
		s.Resize(1, 1)
		s.Resize(80, 24)
		s.RequireText("Typed in a large window")
	})
}

// TestConsole_EveryKeyWorksWhileTheServiceHangs: the race detector sees every third screen, with the same goroutines.
func TestConsole_EveryKeyWorksWhileTheServiceHangs(t *testing.T) {
	for n, name := range slices.Sorted(maps.Keys(consoleScreens)) {
		keys := consoleScreens[name]
		if texttest.Race && n%3 != 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Run(t, uitest.Options{Check: checkLayout, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
				s.Press(keys...)
				hang := make(chan struct{})
				s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
					select {
					case <-hang:
						return pass()
					case <-r.Context().Done():
						return nil, r.Context().Err()
					}
				})
				s.Press(boundKeys(keymap.Quit, keymap.ForceQuit, keymap.Suspend)...)
				close(hang)
				s.WaitIdle()
			})
		})
	}
}

func TestConsole_UpdateAndViewDoNoIO(t *testing.T) {
	if texttest.Race {
		t.Skip("updating and drawing happen in one goroutine, and are tested without the race detector")
	}
	for name, keys := range consoleScreens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Run(t, uitest.Options{Check: checkLayout, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
				s.Press(keys...)
				for _, key := range boundKeys() {
					s.RequireNoIO(key)
				}
			})
		})
	}
}

func TestConsole_OutageOfTheServiceLosesNothing(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Typed before")
		s.Net.Down()
		s.Advance(2 * minute)
		s.RequireText("✗ no answer since 14:0", "Typed before")
		s.Type(" and meanwhile")
		s.Press("esc")
		s.RequireText("Screen stays black", "Refund not received")
		s.Net.Up()
		waitFor(s, "the service answers again")
		s.Press("c", "ctrl+s")
		s.RequireText("saved")
		if got := s.Ticket(blackScreenTicket).Timeline[0].Body.Text().String(); got != "Typed before and meanwhile" {
			t.Errorf("the service holds %q", got)
		}
	})
}

func TestTitle_AccountsNameCannotCommandTheTerminal(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Desk: newDeskOfThree(), Account: "acme\x07\x1b]52;c;AAAA\x07\u202e"}, func(t *testing.T, s *uitest.Driver) {
		if err := texttest.Forbidden(s.Title()); err != nil {
			t.Errorf("%q: %v", s.Title(), err)
		}
	})
}

func TestConsole_HostileTextIsHarmlessOnScreenAndInTheTitle(t *testing.T) {
	t.Parallel()
	cases := texttest.Some(t, 1<<10, 8<<10) // package text is tried with whole floods
	if len(cases) < 25 && !texttest.Race {
		t.Fatalf("%d hostile texts", len(cases))
	}
	var tickets []store.Ticket
	for i, c := range cases {
		id := fmt.Sprint(713_500_000_000 + i)
		tickets = append(tickets, newTicket(id, c.Text, 1, func(t *store.Ticket) {
			t.Detail, t.AssignedName, t.Priority, t.Email, t.Disposition = c.Text, c.Text, c.Text, c.Text, c.Text
		}))
	}
	desk := newDesk(tickets...)
	for i, c := range cases {
		desk.Articles = append(desk.Articles, store.Article{ID: int64(100 + i), Title: "Hostile " + c.Text, Detail: c.Text, CategoryName: c.Text, Enabled: true})
	}
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 120, Height: 40, Desk: desk, Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		look := func(where string) {
			t.Helper()
			if err := texttest.Forbidden(s.Text()); err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			if err := texttest.Forbidden(s.Title()); err != nil {
				t.Fatalf("%s: title: %v", where, err)
			}
		}
		s.Press("enter")
		for i := range cases {
			look(fmt.Sprintf("ticket %d", i))
			s.Press("J")
		}
		s.Press("u")
		look("form")
		s.Press("esc", "esc", "f")
		s.Type("hostile")
		s.Press("enter")
		for i := range cases {
			look(fmt.Sprintf("article %d", i))
			s.Press("J")
		}
	})
}

func TestConsole_WithoutColoursNothingIsLost(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 120, Height: 40, Plain: true}, func(t *testing.T, s *uitest.Driver) {
		for _, keys := range [][]string{{}, {"enter"}, {"u"}, {"esc", "f"}} {
			s.Press(keys...)
			if frame := s.ANSI(); strings.Contains(frame, "38;") || strings.Contains(frame, "48;") || strings.Contains(frame, "\x1b[3") {
				t.Fatalf("colours after %v:\n%q", keys, frame)
			}
		}
	})
}

func TestConsole_LightTerminalGetsTheLightColours(t *testing.T) {
	frames := map[bool]string{}
	for _, light := range []bool{false, true} {
		uitest.Run(t, uitest.Options{Light: light, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) { frames[light] = s.ANSI() })
	}
	if frames[false] == frames[true] {
		t.Error("light and dark terminals get the same colours")
	}
}

func TestConsole_HelpAndPaletteListActionsAndWhyOthersAreUnavailable(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 120, Height: 120, Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("?")
		for _, b := range keymap.Default().ForScope(keymap.Inbox)[:6] {
			s.RequireText(strings.Join(strings.Fields(b.Description)[:2], " "))
		}
		s.Type("clear the filter")
		s.RequireText("there is no filter to clear")
		s.Press("esc", "esc", "ctrl+p")
		s.Type("callback time")
		s.Press("enter", "b")
		s.RequireText("▌ Callback")
		s.Press("ctrl+p")
		s.Type("faq")
		s.Press("enter")
		s.RequireText("Search:", "Update "+blackScreenTicket)
	})
}

func TestConsole_QuitEndsIt(t *testing.T) {
	for _, key := range []string{"q", "ctrl+c"} {
		uitest.Run(t, uitest.Options{Check: checkLayout, Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
			s.Press(key)
			if !s.HasQuit() {
				t.Errorf("%s does not quit", key)
			}
		})
	}
}

func TestConsole_RefusedAPIKeyIsReportedWithAdvice(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 80, Height: 24, Desk: newDeskOfThree(), Token: "d3Jvbmc="}, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(30 * time.Second)
		s.RequireText("✗ credential not accepted", "No ticket could be loaded", "the service does not accept the credential: frontdesk doctor tells where it comes from")
		s.Press("f")
		s.RequireText("frontdesk doctor tells where it comes from")
	})
}

// TestConsole_ShowsWhatHasTheFocusInANarrowerWindow: the list stands beside the FAQ of a wide window alone.
func TestConsole_ShowsWhatHasTheFocusInANarrowerWindow(t *testing.T) {
	pointing(t, uitest.Options{Width: 200, Height: 50, Check: checkLayout}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.ClickOn("Refund not received")
		s.Resize(120, 36)
		s.RequireRow("▌", "Refund not received")
		s.Resize(200, 50)
		s.RequireText("Search: in the FAQ", "Refund not received")
	})
}

// TestConsole_TakesKeysWhileTheWindowIsTooSmall: the form is opened there, and is as it was typed in a larger window.
func TestConsole_TakesKeysWhileTheWindowIsTooSmall(t *testing.T) {
	pointing(t, uitest.Options{Width: 30, Height: 8}, func(_ *testing.T, s *uitest.Driver) {
		for _, key := range []string{"u", "down", "up", "tab", "pgdown"} {
			s.Receive(uitest.Key(key))
		}
		s.Resize(120, 36)
		s.RequireText("Update 713516551148")
	})
}
