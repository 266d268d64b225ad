package settings

// TableSchema returns the schema of a table with only these keys.
func TableSchema(settings []Setting) Schema {
	properties, needed, apart := Schema{}, []string{}, []Schema{}
	for i, s := range settings {
		described := s.Codec().Schema()
		described["description"] = s.Doc
		properties[s.Name] = described
		if s.Required {
			needed = append(needed, s.Name)
		}
		for _, other := range settings[:i] {
			if s.Group != "" && other.Group == s.Group {
				apart = append(apart, Schema{"not": Schema{"required": []string{other.Name, s.Name}}})
			}
		}
	}
	made := Schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(needed) > 0 {
		made["required"] = needed
	}
	if len(apart) > 0 {
		made["allOf"] = apart
	}
	return made
}
