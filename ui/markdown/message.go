package markdown

import "frontdesk/internal/safetext"

// renderMessage renders one chunk, and notes where quotes and signatures are if it is of a message.
func (p *blockRenderer) renderMessage(chunk safetext.Markdown) {
	if !p.options.Mail {
		p.renderChunk(chunk)
		return
	}
	for _, part := range p.mail.Split(chunk) {
		from := len(p.lines)
		p.renderChunk(part.Text)
		if part.Kind == safetext.MailText || len(p.lines) == from {
			continue
		}
		if from > 0 && p.lines[from] == "" {
			from++
		}
		if n := len(p.asides); n > 0 && p.asides[n-1].Kind == part.Kind && p.asides[n-1].To >= from-1 {
			p.asides[n-1].To = len(p.lines)
			continue
		}
		p.asides = append(p.asides, Aside{part.Kind, from, len(p.lines)})
	}
}

// onlyAsides reports whether a message says nothing besides: then what it quotes is all there is to read.
func (p *blockRenderer) onlyAsides() bool {
	at := 0
	for _, a := range p.asides {
		for ; at < a.From; at++ {
			if p.lines[at] != "" {
				return false
			}
		}
		at = a.To
	}
	return at >= len(p.lines)
}
