package record

// jsonTypes are the types of JSON Schema.
var jsonTypes = map[Type]string{
	text: "string", moment: "string", number: "number", flag: "boolean", list: "array", object: "object",
}

// Schema returns the JSON Schema of a kind of records. All of its fields are there, also those that are null.
func (k Kind) Schema() Object {
	properties, required := Object{}, []any{}
	for _, f := range k.Fields() {
		var types any = []any{jsonTypes[f.Type], "null"}
		if f.IsNested() {
			types = jsonTypes[f.Type]
		}
		s := Object{{"type", types}, {"description", f.Meaning}}
		switch {
		case f.Type == moment:
			s = append(s, Member{"format", "date-time"})
		case f.Name == "contacts":
			s = append(s, Member{"items", contact.Schema()})
		}
		properties, required = append(properties, Member{f.Name, s}), append(required, f.Name)
	}
	return Object{{"type", "object"}, {"properties", properties}, {"required", required}}
}
