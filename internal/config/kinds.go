package config

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/settings"
	"frontdesk/ui/theme"
)

// kinds returns the codecs of the values that only this package knows; themes are those of the file's own.
func kinds(themes []theme.Spec) settings.Kinds {
	return settings.Kinds{
		"safetext.Line": lineCodec, "display": displayCodec, "block": blockCodec,
		"agent": agentCodec, "address": addressCodec, "server": serverCodec, "filter": filterCodec, "link": articleLinkCodec,
		"secret": secretCodec, "path": pathCodec, "command": commandCodec, "config.KeyringEntry": keyringCodec,
		"columns": columnsCodec, "desk.View": viewCodec, "queue": queueCodec, "sub_status": subStatusCodec,
		"theme":  func(into *string) settings.Codec { return themeCodec(into, themes) },
		"keys":   bindingsCodec,
		"macros": macrosCodec, "macro": macroCodec, "texts": textsCodec, "text": textCodec,
		"blocks": blocksCodec, "section": blockSectionCodec, "field": blockFieldCodec, "member": memberCodec,
		"block_kind": blockKindCodec, "choices": choicesCodec, "depends_on": dependsOnCodec, "set": macroBlocksCodec,
	}
}

// orNil returns a text of a setting, nil if it is not set.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// addressCodec is the codec of an address of the service, which is shown without a credential that it may hold.
func addressCodec(into *string) settings.Codec {
	c := settings.Text(into)
	c.Value = func() any { return orNil(AddressWithoutCredential(*into)) }
	return c
}

// password matches the password in an address, up to the last @, and in its options.
var password = regexp.MustCompile(`(://[^/@:,]*:).+(@)|([?&](?:ssl)?password=)[^&]+`)

// serverCodec is the codec of addresses of servers, which are shown without a password that they may hold: hosts refuse
// such addresses, but people write them.
func serverCodec(into *string) settings.Codec {
	c := settings.Text(into)
	c.Value = func() any { return orNil(password.ReplaceAllString(*into, "$1$3"+dots+"$2")) }
	return c
}

// lineCodec is the codec of a string that is shown.
func lineCodec(into *safetext.Line) settings.Codec {
	var s string
	c := settings.Checked(settings.Text(&s), func(string) error {
		*into = safetext.LineFromText(s)
		return nil
	})
	c.Value = func() any { return orNil(into.String()) }
	return c
}

// displayCodec is the codec of a string that is shown and compared.
func displayCodec(into *string) settings.Codec {
	return settings.Checked(settings.Text(into), func(string) error {
		*into = safetext.LineFromText(*into).String()
		return nil
	})
}

// agentCodec is the codec of an agent's name.
func agentCodec(into *safetext.Line) settings.Codec {
	var s string
	c := settings.Checked(settings.Text(&s), func(at string) error {
		name, err := desk.ParseAgentName(s)
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		*into = name
		return nil
	})
	c.Value = lineCodec(into).Value
	return c
}

// filterCodec is the codec of a filter of tickets.
func filterCodec(into *string) settings.Codec {
	return settings.Checked(displayCodec(into), func(at string) error {
		if _, err := filter.ParseWhole(*into); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		return nil
	})
}

// ArticleIDMark stands for the id of an article in faq_link.
const ArticleIDMark = "{id}"

// articleLinkCodec is the codec of an address with the id of an article in it, to be opened by customers.
func articleLinkCodec(into *string) settings.Codec {
	const example = `an address such as "https://help.example.com/kb/{id}"`
	schema := settings.Schema{"type": "string", "pattern": `^https?://[^ <>"]+\{id\}[^ <>"]*$`}
	return settings.Scalar(into, example, schema, func(value any) (string, bool) {
		s, _ := value.(string)
		u, err := url.Parse(strings.Replace(s, ArticleIDMark, "1", 1))
		return s, err == nil && settings.IsPlainLine(s) && !strings.ContainsAny(s, " <>\"") &&
			(u.Scheme == "https" || u.Scheme == "http") && u.Host != "" &&
			strings.Count(s, ArticleIDMark) == 1 && !strings.Contains(u.Host, ArticleIDMark)
	})
}

func listOfTexts(into *[]string) settings.Codec { return settings.Kinds{}.For(into, "") }

// columnsCodec is the codec of the columns of the inbox. The title cannot be left out: without it rows are hard to
// tell apart.
func columnsCodec(into *[]string) settings.Codec {
	k := settings.Checked(listOfTexts(into), func(at string) error {
		for i, name := range *into {
			if !slices.Contains(desk.ListColumns(), name) {
				return fmt.Errorf("%s[%d]: %q is not a column; %s", at, i+1, name, suggestColumn(name))
			}
			if slices.Contains((*into)[:i], name) {
				return fmt.Errorf("%s[%d]: %s is there twice", at, i+1, name)
			}
		}
		if title := desk.ListColumns()[0]; !slices.Contains(*into, title) {
			return fmt.Errorf("%s must hold %s", at, title)
		}
		return nil
	})
	k.Schema = func() settings.Schema {
		return settings.Schema{
			"type": "array", "uniqueItems": true, "items": settings.Schema{"enum": desk.ListColumns()},
			"contains": settings.Schema{"const": desk.ListColumns()[0]},
		}
	}
	return k
}

// suggestColumn returns a hint with the nearest column, or with all of them.
func suggestColumn(name string) string {
	if nearest := phrase.Nearest(name, desk.ListColumns()); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return "known are " + strings.Join(desk.ListColumns(), ", ")
}

// viewTable is the table of a saved view; a missing setting does not filter.
type viewTable struct {
	Name        *string   `toml:"name" required:"yes" kind:"display" doc:"name of the view, shown on its tab"`
	Words       *string   `toml:"words" kind:"display" doc:"words that a ticket must contain"`
	Filter      *string   `toml:"filter" kind:"filter" doc:"a filter that tickets must match besides the other conditions"`
	SubStatuses *[]string `toml:"sub_statuses" doc:"keys of the sub-statuses to show"`
	Queues      *[]string `toml:"queues" doc:"keys or labels of the queues to show"`
	Priorities  *[]string `toml:"priorities" doc:"priorities to show, as tickets name them"`
	Assignees   *[]string `toml:"assignees" doc:"assignees whose tickets to show, as tickets name them"`
	Callbacks   *bool     `toml:"callbacks" doc:"show tickets with a callback"`
	AtRisk      *bool     `toml:"at_risk" doc:"show tickets that are late or at risk"`
	Unattended  *bool     `toml:"unattended" doc:"show tickets that nobody has worked on"`
	Escalated   *bool     `toml:"escalated" doc:"show escalated tickets"`
	Open        *bool     `toml:"open" doc:"show tickets that are not closed"`
	Sort        *string   `toml:"sort" kind:"sort" doc:"sort order when the view is first opened; default: age"`
	Columns     *[]string `toml:"columns" kind:"columns" doc:"columns of this view, instead of the account's"`
}

// viewCodec is the codec of a saved view. The conditions of other keys than filter are read into it.
func viewCodec(v *desk.View) settings.Codec {
	var keys filter.ViewKeys
	k := kinds(nil)
	k["sort"] = func(into *string) settings.Codec { return settings.OneOf(into, desk.SortKeyNames()) }
	return settings.Checked(k.For(&viewTable{
		&v.Name, &keys.Text, &v.Filter, &keys.SubStatuses, &keys.Queues, &keys.Priorities, &keys.Assignees,
		&keys.Callbacks, &keys.AtRisk, &keys.Unattended, &keys.Escalated, &keys.Open, &v.Sort, &v.Columns,
	}, ""), func(string) error {
		v.Filter = keys.Filter(v.Filter)
		return nil
	})
}

// queueTable is the table of a queue.
type queueTable struct {
	Key   string        `toml:"key" required:"yes" doc:"the key that is sent to the service"`
	Label safetext.Line `toml:"label" doc:"the label that is shown"`
}

// queueCodec is the codec of a queue with a key and a label.
func queueCodec(c *desk.Code) settings.Codec {
	t := queueTable{c.Key().Raw(), safetext.LineFromText(c.Label())}
	return settings.Checked(kinds(nil).For(&t, ""), func(string) error {
		*c = desk.NewCode(t.Key, t.Label)
		return nil
	})
}

// subStatusTable is the table of a sub-status, which may be said to close tickets.
type subStatusTable struct {
	Key    string        `toml:"key" required:"yes" doc:"the key that is sent to the service"`
	Label  safetext.Line `toml:"label" doc:"the label that is shown"`
	Closed bool          `toml:"closed" doc:"it closes tickets, though neither key nor label says so"`
}

// subStatusCodec is the codec of a sub-status.
func subStatusCodec(c *desk.Code) settings.Codec {
	t := subStatusTable{c.Key().Raw(), safetext.LineFromText(c.Label()), c.MeansClosed()}
	return settings.Checked(kinds(nil).For(&t, ""), func(string) error {
		*c = desk.NewCode(t.Key, t.Label)
		if t.Closed {
			*c = c.Closing()
		}
		return nil
	})
}

// Schema returns the JSON schema of the configuration file, for editors. It is generated from the settings that parse
// the file.
func Schema() ([]byte, error) {
	type schema = settings.Schema
	c := new(Config)
	whole, agent := settings.TableSchema(c.topLevelSettings()), settings.TableSchema(new(Agent).settings(nil))
	whole["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	whole["title"] = "The configuration of frontdesk"
	whole["$defs"] = schema{
		"account": settings.TableSchema(c.settings()), "agent": agent, "key": keySchema(),
		"theme": settings.TableSchema(new(themeTable).settings()),
	}
	properties, _ := whole["properties"].(schema)
	for _, other := range []schema{whole, agent} {
		properties, _ := other["properties"].(schema)
		properties["keys"] = schema{"$ref": "#/$defs/account/properties/keys"} // the same long schema, referenced
	}
	for key, table := range map[string]struct{ kind, doc string }{
		accountsKey: {"account", "one table for each account; its settings override those at the top"},
		agentsKey:   {"agent", "one table for each agent of frontdesk ssh, over the account's"},
		themesKey:   {"theme", "one table for each theme of your own"},
	} {
		properties[key] = schema{
			"type": "object", "description": table.doc,
			"additionalProperties": schema{"$ref": "#/$defs/" + table.kind},
		}
	}
	made, err := json.Marshal(whole, json.Deterministic(true), jsontext.WithIndent("  "))
	return append(made, '\n'), err
}
