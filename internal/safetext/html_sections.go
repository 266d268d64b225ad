package safetext

// Section is a heading of a body with the text under it, up to the next heading of its level or of a higher one.
type Section struct {
	Title Line
	Level int   // of the heading, 1 for the highest
	Text  Block // with the heading, as in Text of the body
}

// Sections returns the sections of a body in order; none if it has no headings.
func (h HTML) Sections() []Section {
	s, markup := readBody(truncateInput(h.raw))
	if !markup {
		return nil
	}
	text, headings := plainTextWithHeadings(s)
	var all []Section
	for i, at := range headings {
		end := len(text)
		for _, after := range headings[i+1:] {
			if after.level <= at.level {
				end = after.from
				break
			}
		}
		title := inOneLine.clean(text[at.from:at.to])
		if title != "" {
			all = append(all, Section{Line{title}, at.level, tidyBlock(text[at.from:end])})
		}
	}
	return all
}

// headingRange is the range of a heading in a plain text, in bytes.
type headingRange struct{ level, from, to int }

// headingLevel returns the level of a heading element; 0 for other elements.
func headingLevel(name string) int {
	if len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' {
		return int(name[1] - '0')
	}
	return 0
}

// noteHeading notes where a heading begins.
func (w *textWriter) noteHeading(name string) {
	if level := headingLevel(name); level > 0 && w.cells == 0 {
		w.headings = append(w.headings, headingRange{level, w.b.Len(), w.b.Len()})
	}
}

// endHeading notes where the last heading ends.
func (w *textWriter) endHeading(name string) {
	if n := len(w.headings); headingLevel(name) > 0 && w.cells == 0 && n > 0 {
		w.headings[n-1].to = w.b.Len()
	}
}
