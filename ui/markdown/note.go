package markdown

import (
	"slices"

	"frontdesk/internal/safetext"
)

// RenderNote renders markdown that the program has written itself, such as a handover note. It is slow and must be
// called outside the update loop; nothing is cached.
func RenderNote(md safetext.Markdown, options Options) []string {
	p := newBlockRenderer(options)
	p.renderChunk(md)
	return slices.Clip(p.lines)
}
