package config

import (
	"maps"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Schema returns the JSON schema of the configuration file, for editors. It is generated from the settings that parse
// the file.
func Schema() ([]byte, error) {
	c := new(Config)
	account := tableSchema(c.settings())
	whole := tableSchema(c.topLevelSettings())
	whole["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	whole["title"] = "The configuration of frontdesk"
	agent := tableSchema(new(Agent).settings(nil))
	whole["$defs"] = schema{
		"account": account, "agent": agent, "key": keySchema(), "theme": tableSchema(new(themeTable).settings()),
	}
	properties, _ := whole["properties"].(schema)
	for _, other := range []schema{whole, agent} {
		properties, _ := other["properties"].(schema)
		properties["keys"] = schema{"$ref": "#/$defs/account/properties/keys"} // the same long schema, referenced
	}
	properties[accountsKey] = schema{
		"type": "object", "description": "one table for each account; its settings override those at the top",
		"additionalProperties": schema{"$ref": "#/$defs/account"},
	}
	properties[agentsKey] = schema{
		"type": "object", "description": "one table for each agent of frontdesk ssh, over the account's",
		"additionalProperties": schema{"$ref": "#/$defs/agent"},
	}
	properties[themesKey] = schema{
		"type": "object", "description": "one table for each theme of your own",
		"additionalProperties": schema{"$ref": "#/$defs/theme"},
	}
	made, err := json.Marshal(whole, json.Deterministic(true), jsontext.WithIndent("  "))
	return append(made, '\n'), err
}

// tableSchema returns the schema of a table with only these keys.
func tableSchema(settings []setting) schema {
	properties, needed, apart := schema{}, []string{}, []schema{}
	for i, s := range settings {
		described := schema{"description": s.doc}
		for key, value := range s.schema() {
			described[key] = value
		}
		properties[s.name] = described
		if s.formerName != "" {
			former := maps.Clone(described)
			former["description"], former["deprecated"] = "now called "+s.name, true
			properties[s.formerName] = former
		}
		if s.required {
			needed = append(needed, s.name)
		}
		for _, other := range settings[:i] {
			if s.exclusiveGroup != "" && other.exclusiveGroup == s.exclusiveGroup {
				apart = append(apart, schema{"not": schema{"required": []string{other.name, s.name}}})
			}
		}
	}
	made := schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(needed) > 0 {
		made["required"] = needed
	}
	if len(apart) > 0 {
		made["allOf"] = apart
	}
	return made
}
