package form

// judge asks the field's check what the value means.
func (e *entry) judge() {
	e.echo, e.err = "", nil
	if e.Check != nil {
		e.echo, e.err = e.Check(e.Value())
	}
	if e.held && e.Value() == e.start {
		e.err = nil
	}
}

// Echo says anew what a field's value means, when that depends on another field; what is wrong with it stays as it is.
func (f *Form) Echo(name string) {
	for _, e := range f.entries {
		if err := e.err; e.Name == name {
			e.judge()
			e.err = err
		}
	}
	f.lay()
}

// Check judges every field and goes to the first that cannot be sent; false when there is one.
func (f *Form) Check() bool {
	bad := -1
	for i, e := range f.entries {
		e.judge()
		if e.err != nil && bad < 0 {
			bad = i
		}
	}
	if bad >= 0 && bad != f.at {
		f.focus(bad)
	}
	f.lay()
	return bad < 0
}

// Fail shows what was said of a field and goes there; false when the form has no such field.
func (f *Form) Fail(name string, err error) bool {
	for i, e := range f.entries {
		if e.Name == name {
			f.focus(i)
			e.err = err
			f.lay()
			return true
		}
	}
	return false
}

// Insert puts text at the cursor of the focused long field, or of the first one; false when there is none.
func (f *Form) Insert(s string) bool {
	for _, e := range append([]*entry{f.entries[f.at]}, f.entries...) {
		a, ok := e.widget.(*area)
		if !ok {
			continue
		}
		a.insert(s)
		e.judge()
		e.err = nil
		f.FocusOn(e.Name)
		return true
	}
	return false
}
