package safetext

// Section is a heading of a body with the text under it, up to the next heading of its level or of a higher one.
type Section struct {
	Title Line
	Level int   // of the heading, 1 for the highest
	Text  Block // with the heading, as in Text of the body
}

// Sections returns the sections of a body in order; none if it has no headings.
func (h HTML) Sections() []Section {
	s, markup := readBody(cutRaw(h.raw, maxRich))
	if !markup {
		return nil
	}
	text, headings := plainText(s)
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
