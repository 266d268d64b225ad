package config

// reader puts a value of the file or of the environment into a field; at says where it stands, for errors.
type reader func(at string, value any) error

// codec is what a setting may hold: how it is read into its field, how the field would stand in a file, and how
// the JSON schema describes it.
type codec struct {
	read   reader
	value  func() any // nil when nothing is set; dots for a credential
	schema func() schema
	inner  []setting // of a table
}

// schema is a piece of a JSON schema.
type schema map[string]any

// omitted says whether a table in a list leaves a value out: what does not filter is not written.
func omitted(value any) bool { return value == nil || value == false }
