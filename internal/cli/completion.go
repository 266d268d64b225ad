package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/assets"
	"frontdesk/internal/cache"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/deskmap"
	"frontdesk/internal/filter"
	"frontdesk/internal/macro"
	"frontdesk/internal/record"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// completes reports whether a command line is the question of a shell how a line can go on.
func completes(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// completer answers how a word can go on. It sends nothing to a service, and runs no program that prints a credential:
// what it offers is configured, or was seen before.
type completer struct {
	settings config.Config
	command  *cobra.Command
	typed    string
	within   bool // what is offered is the beginning of a word
}

// ways returns how a word can go on, each way with its meaning after a tab.
type ways func(*completer) []string

// flagValues are the values of flags by the name of the flag, or by command and name where it means something else.
var flagValues = map[string]ways{
	accountFlag:              func(v *completer) []string { return v.settings.Accounts },
	macroFlag:                func(v *completer) []string { return macro.Names(v.settings.Macros) },
	viewFlag:                 func(v *completer) []string { return console.ViewNames(v.settings) },
	"order pull " + viewFlag: nothing,
	setFlagName:              (*completer).blocks,
	fieldsFlag:               (*completer).fields,
	jsonFlag:                 (*completer).fields,
	sortFlag:                 func(*completer) []string { return desk.SortKeyNames() },
	"order pull " + sortFlag: nothing,
	"filter":                 (*completer).filters,
	"since":                  fixed("today", "yesterday", "24h", "8h"),
	"callback":               fixed("+1h", "+1d", "tomorrow 09:00", "next monday"),
	"ticket":                 (*completer).tickets,
	"customer":               (*completer).customers,
	"order pull order":       (*completer).orders,
	"ticket update queue":    func(v *completer) []string { return codesOf(v.vocabulary().Queues) },
	"ticket update sub-status": func(v *completer) []string {
		return codesOf(v.vocabulary().SubStatuses)
	},
	"disposition": func(v *completer) []string { return v.vocabulary().Dispositions },
	"map":         func(*completer) []string { return deskmap.Names() },
	"delivery":    orderValues("delivery_status"),
	"payment":     orderValues("payment_mode"),
}

// argumentValues are the values of arguments by command; all other commands have none, or files.
var argumentValues = map[string]ways{
	"ticket get":      (*completer).tickets,
	"ticket update":   (*completer).tickets,
	"customer get":    (*completer).customers,
	"customer update": (*completer).customers,
	"order update":    (*completer).orders,
	"api":             operationNames,
	"desk map":        func(*completer) []string { return deskmap.Names() },
	"docs":            func(*completer) []string { return assets.TopicNames() },
	"schema":          func(v *completer) []string { return namesBelow(v.command.Root(), v.command.Flags().Args()) },
}

// fileArguments are the commands whose arguments name files or directories.
var fileArguments = []string{"desk init", "desk import", "desk export"}

// completeValues adds to c and to every command below it how flags and arguments go on.
func completeValues(c *cobra.Command, env func(string) string) {
	path := strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), c.Root().Name()), " ")
	if c.ValidArgs == nil && !slices.Contains(fileArguments, path) {
		c.ValidArgsFunction = completionOf(env, argumentValues[path])
	}
	c.InitDefaultHelpFlag()
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if value, _ := pflag.UnquoteUsage(f); value == "file" || value == "desk" {
			return // the shell completes files
		}
		values, isSpecial := flagValues[path+" "+f.Name]
		if !isSpecial {
			values = flagValues[f.Name]
		}
		if value, _ := pflag.UnquoteUsage(f); value == "day" {
			values = (*completer).days
		}
		_ = c.RegisterFlagCompletionFunc(f.Name, completionOf(env, values)) // fails for one that root has registered
	})
	for _, below := range c.Commands() {
		completeValues(below, env)
	}
}

// completionOf returns the function of cobra for some values; nil for none.
func completionOf(env func(string) string, values ways) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		if values == nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		settings, _ := settingsFor(c, env) // after an error it holds what was read so far
		v := completer{settings: settings, command: c, typed: typed}
		all, directive := values(&v), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder
		if v.within {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return all, directive
	}
}

func nothing(*completer) []string { return nil }

func fixed(values ...string) ways { return func(*completer) []string { return values } }

// described returns a value with its meaning. The script for bash finds no value with a comma beside a meaning.
func described(value, meaning string) string {
	if meaning == "" || meaning == value || strings.Contains(value, ",") {
		return value
	}
	return value + "\t" + meaning
}

func codesOf(codes []desk.Code) []string {
	all := make([]string, len(codes))
	for i, code := range codes {
		all[i] = described(code.Key().Display().String(), code.Label())
	}
	return all
}

func operationNames(*completer) (all []string) {
	for _, op := range wire.Operations() {
		all = append(all, described(op.Name, op.Title))
	}
	return all
}

// namesBelow returns the names of the commands below the one that the words name.
func namesBelow(root *cobra.Command, words []string) (all []string) {
	c, rest, err := root.Find(words)
	if err != nil || len(rest) > 0 {
		return nil
	}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			all = append(all, described(below.Name(), below.Short))
		}
	}
	return all
}

// offeredDays is how many days are offered.
const offeredDays = 14

// days returns the last days, the newest first.
func (v *completer) days() []string {
	today := desk.NewTimeZones(v.settings.Zone, v.settings.DisplayZone).Today(time.Now())
	all := []string{"today", "yesterday"}
	for _, day := range desk.LastDays(offeredDays, today).Days() {
		all = append(all, described(day.String(), day.Weekday().String()))
	}
	return all
}

// fields completes the last of the fields that are typed.
func (v *completer) fields() (all []string) {
	v.within = true
	before := v.typed[:strings.LastIndexByte(v.typed, ',')+1]
	for _, f := range record.Kind(v.command.Annotations[recordsOf]).Fields() {
		all = append(all, described(before+f.Name, f.Meaning))
	}
	return all
}

// blocks completes the names of the configured fields, and their values after the name.
func (v *completer) blocks() []string {
	path, _, hasValue := strings.Cut(v.typed, "=")
	if !hasValue {
		v.within = true
		paths := v.settings.TicketBlocks.Paths()
		for i := range paths {
			paths[i] += "="
		}
		return paths
	}
	f, _ := v.settings.TicketBlocks.FieldAt(path)
	var values []string
	for _, option := range f.OptionsAmong(nil) {
		values = append(values, path+"="+option)
	}
	return values
}

// everyDay is the days of all tickets that are known.
var everyDay = desk.DateRange{From: desk.Date{Year: 1, Month: 1, Day: 1}, To: desk.Date{Year: 9999, Month: 12, Day: 31}}

// filters completes the last condition of a filter.
func (v *completer) filters() (all []string) {
	v.within = true
	if last := v.typed[len(filter.BeforeLast(v.typed)):]; last == "" || last == "-" {
		for _, c := range filter.Conditions {
			all = append(all, described(v.typed+string(c.Name)+":", c.Meaning))
		}
		return all
	}
	known := v.records(func(records *cache.Cache) any {
		query := cache.Query{Span: everyDay, Now: time.Now(), Agent: v.settings.Agent.String()}
		return records.Snapshot().FilterChoices(query)
	})
	choices, _ := known.(map[filter.Name][]filter.Choice)
	for _, c := range filter.Completions(v.typed, func(name filter.Name) []filter.Choice { return choices[name] }) {
		all = append(all, described(c.Whole, c.Meaning))
	}
	return all
}

// vocabulary returns the values that are configured or were seen in tickets.
func (v *completer) vocabulary() (known cache.Vocabulary) {
	found := v.records(func(records *cache.Cache) any { return records.Vocabulary() })
	if words, isKnown := found.(cache.Vocabulary); isKnown {
		return words
	}
	return cache.Vocabulary{
		SubStatuses: v.settings.SubStatuses, Queues: v.settings.Queues, Dispositions: v.settings.Dispositions,
	}
}

func orderValues(key string) ways {
	return func(v *completer) []string { return v.vocabulary().Orders[schema.Join(schema.Order.Path, key)] }
}

// offeredIDs is how many ids are offered.
const offeredIDs = 100

func (v *completer) tickets() []string {
	return v.idsOf(func(_ *cache.Cache, t *desk.Ticket) (string, string) {
		return t.ID.Display().String(), t.Title.String()
	})
}

func (v *completer) customers() []string {
	return v.idsOf(func(records *cache.Cache, t *desk.Ticket) (string, string) {
		if t.CustomerID == 0 {
			return "", ""
		}
		if customer, isKnown := records.CachedCustomer(t.CustomerID); isKnown {
			return strconv.FormatInt(t.CustomerID, 10), customer.Name.String()
		}
		return strconv.FormatInt(t.CustomerID, 10), t.Email.String()
	})
}

func (v *completer) orders() []string {
	return v.idsOf(func(_ *cache.Cache, t *desk.Ticket) (string, string) {
		return t.OrderID.String(), t.Title.String()
	})
}

// idsOf returns ids that tickets name, those of open tickets first, each of them once and with what it is.
func (v *completer) idsOf(id func(*cache.Cache, *desk.Ticket) (id, meaning string)) []string {
	before := v.typed[:strings.LastIndexByte(v.typed, ',')+1]
	found := v.records(func(records *cache.Cache) any {
		var all []string
		seen := map[string]bool{"": true}
		for _, part := range []string{"is:open", "is:closed"} {
			list, err := records.Snapshot().List(context.Background(), cache.Query{
				Text: part, Span: everyDay, Now: time.Now(), Sort: desk.Sort{Key: desk.SortByAge},
			})
			for i := 0; err == nil && i < list.Len() && len(all) < offeredIDs; i++ {
				named, meaning := id(records, list.At(i))
				if !seen[named] && strings.HasPrefix(before+named, v.typed) {
					all = append(all, described(before+named, meaning))
				}
				seen[named] = true
			}
		}
		return all
	})
	all, _ := found.([]string)
	return all
}

// longestCompletion is how long somebody who has pressed a key may wait.
const longestCompletion = 2 * time.Second

// records returns what do finds in the records that consoles and commands have on disk; nil if there are none. Those of
// a sample desk are in its file, if there is one.
func (v *completer) records(do func(*cache.Cache) any) any {
	ctx, cancel := context.WithTimeout(context.Background(), longestCompletion)
	defer cancel()
	conn := &connection.Desk{Zone: v.settings.Zone, Account: connection.AccountName(v.settings)}
	days := desk.DateRange{}
	if v.settings.IsEmbedded() {
		if _, err := os.Stat(filepath.Join(v.settings.DataDir, "desk.db")); err != nil {
			return nil
		}
		opened, err := connection.Open(ctx, v.settings)
		if err != nil {
			return nil
		}
		defer func() { _ = opened.Close() }()
		conn = opened
		today := desk.NewTimeZones(v.settings.Zone, v.settings.DisplayZone).Today(time.Now())
		days = desk.LastDays(max(v.settings.RangeDays, 1), today)
	} else if !cache.IsStored(v.settings.AccountCacheDir(conn.Account.String())) {
		return nil
	}
	records := console.NewCommandCache(v.settings, conn)
	defer records.Close()
	records.WaitLoaded(ctx)
	if v.settings.IsEmbedded() {
		if records.Pull(ctx, days) != nil {
			return nil
		}
		_ = records.ReadQueueNow(ctx, func() {}) // what is not read in time is not offered
	}
	return do(records)
}
