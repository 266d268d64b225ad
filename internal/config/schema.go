package config

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/settings"
)

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
