package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/filestore"
	"frontdesk/internal/simdesk"
	"frontdesk/ui/gallery"
	"frontdesk/ui/picture"
)

// pictureOptions returns how a frame is drawn that was rendered with some options.
func pictureOptions(title string, o gallery.RenderOptions) picture.Options {
	return picture.Options{Width: o.Width, Height: o.Height, Paper: o.Paper(), Title: title}
}

// record plays the keys of a script and prints the session.
func (o *galleryFlags) record(c *cobra.Command, simulator *simdesk.Simulator, options gallery.RenderOptions) error {
	file, err := os.Open(o.cast)
	if err != nil {
		return exitcode.UsageErrorf("%s: %v", o.cast, filestore.WithoutPath(err))
	}
	defer func() { _ = file.Close() }()
	script, err := gallery.ReadScript(file)
	if err != nil {
		return exitcode.UsageError(err)
	}
	frames, length, err := gallery.Record(c.Context(), simulator.Open, script, options)
	if err != nil {
		return err
	}
	options.Width, options.Height = script.Width, script.Height
	look := pictureOptions(script.Title, options)
	if o.svg {
		return writeFile(c.OutOrStdout(), picture.Animate(frames, length, look))
	}
	session, err := picture.Cast(frames, length, look)
	if err != nil {
		return err
	}
	return writeFile(c.OutOrStdout(), session)
}

// writeFile prints a file whose text was made here and holds what the console shows, which is safe for a terminal.
func writeFile(to io.Writer, content []byte) error {
	if _, err := to.Write(content); err != nil {
		return fmt.Errorf("it cannot be printed: %w", err)
	}
	return nil
}
