package form

// validate asks the field's check what the value means.
func (e *fieldState) validate() {
	e.echo, e.err = "", nil
	if e.Validate != nil {
		e.echo, e.err = e.Validate(e.Value())
	}
	if e.fromRecord && e.Value() == e.start {
		e.err = nil
	}
}

// Echo says anew what a field's value means, when that depends on another field; what is wrong with it stays as it is.
func (f *Form) Echo(name string) {
	for _, e := range f.entries {
		if err := e.err; e.Name == name {
			e.validate()
			e.err = err
		}
	}
	f.relayout()
}

// Validate judges every field and goes to the first that cannot be sent; false when there is one.
func (f *Form) Validate() bool {
	bad := -1
	for i, e := range f.entries {
		e.validate()
		if e.err != nil && bad < 0 {
			bad = i
		}
	}
	if bad >= 0 && bad != f.at {
		f.focus(bad)
	}
	f.relayout()
	return bad < 0
}

// SetError shows what was said of a field and goes there; false when the form has no such field.
func (f *Form) SetError(name string, err error) bool {
	for i, e := range f.entries {
		if e.Name == name {
			f.focus(i)
			e.err = err
			f.relayout()
			return true
		}
	}
	return false
}

// Insert puts text at the cursor of the focused long field, or of the first one; false when there is none.
func (f *Form) Insert(s string) bool {
	for _, e := range append([]*fieldState{f.entries[f.at]}, f.entries...) {
		a, ok := e.widget.(*textArea)
		if !ok {
			continue
		}
		a.insert(s)
		e.validate()
		e.err = nil
		f.FocusField(e.Name)
		return true
	}
	return false
}
