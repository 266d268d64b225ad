package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/console"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/filestore"
	"frontdesk/internal/simdesk"
	"frontdesk/ui/gallery"
	"frontdesk/ui/picture"
	"frontdesk/ui/terminal"
	"frontdesk/ui/theme"
)

// gallerySizes lists common window sizes; the first one is the default.
var gallerySizes = []string{"80x24", "100x30", "120x36", "200x50", "240x60"}

// galleryFlags are the flags of gallery.
type galleryFlags struct {
	list  bool
	all   string
	size  string
	theme string
	plain bool
	svg   bool
	cast  string
}

func galleryCommand(env func(string) string) *cobra.Command {
	var o galleryFlags
	c := &cobra.Command{
		Use:   "gallery [SCENE]",
		Short: "Show every state of the console with sample data",
		Long: "Browse every state of the console with sample data, or print one SCENE. Your\n" +
			"own desk is neither read nor changed, and the network is not used. --svg prints\n" +
			"SCENE as a picture, --cast prints a recorded session.",
		Args: atMostWords(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return gallery.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			options, err := o.look(env)
			if err != nil {
				return exitcode.UsageError(err)
			}
			if o.list {
				return output.WriteText(c.OutOrStdout(), galleryList())
			}
			simulator, closed, err := simdesk.New()
			if err != nil {
				return err
			}
			return errors.Join(o.show(c, simulator, options, args), closed())
		},
	}
	c.Flags().BoolVar(&o.list, "list", false, "list the scenes")
	c.Flags().StringVar(&o.all, "all", "", "write every scene to a text file in this `directory`")
	c.Flags().StringVar(&o.size, "size", gallerySizes[0], "size of the window, as `COLUMNSxROWS`")
	c.Flags().StringVar(&o.theme, "theme", "dark", "`name` of the theme")
	c.Flags().BoolVar(&o.svg, "svg", false, "print the scene as an SVG picture, or with --cast an animated one")
	c.Flags().StringVar(&o.cast, "cast", "", "play the keys in this `file` and print the recording for asciinema")
	markFiles(c, "cast")
	c.Flags().BoolVar(&o.plain, "plain", false, "use no colours, as with NO_COLOR")
	names := cobra.FixedCompletions(theme.Names(), cobra.ShellCompDirectiveNoFileComp)
	if err := c.RegisterFlagCompletionFunc("theme", names); err != nil {
		panic(err) // cannot happen: the flag is defined above
	}
	return c
}

// look parses the flags into render options.
func (o *galleryFlags) look(env func(string) string) (options gallery.RenderOptions, err error) {
	var rest string
	if n, _ := fmt.Sscanf(
		o.size,
		"%dx%d%s",
		&options.Width,
		&options.Height,
		&rest,
	); n != 2 || options.Width < 1 || options.Height < 1 ||
		options.Width > terminal.MaxWidth ||
		options.Height > terminal.MaxHeight {
		return options, fmt.Errorf(
			"--size %q is not a size such as 120x36; the largest is %dx%d",
			o.size,
			terminal.MaxWidth,
			terminal.MaxHeight,
		)
	}
	var known bool
	if options.Theme, known = theme.Find(o.theme, nil); !known {
		return options, fmt.Errorf("--theme %q is not known; the themes are %s", o.theme, strings.Join(theme.Names(), ", "))
	}
	options.Plain = o.plain || env("NO_COLOR") != ""
	return options, nil
}

// galleryList lists the scenes, one a line.
func galleryList() string {
	var b strings.Builder
	for _, s := range gallery.All() {
		fmt.Fprintf(&b, "%-28s %s\n", s.Name, s.Description)
	}
	return b.String()
}

// show renders one scene, writes all to files, or opens the browser.
func (o *galleryFlags) show(
	c *cobra.Command,
	simulator *simdesk.Simulator,
	options gallery.RenderOptions,
	args []string,
) error {
	switch {
	case o.all != "":
		return writeScenes(c.Context(), simulator.Open, options, o.all)
	case o.cast != "":
		return o.record(c, simulator, options)
	case len(args) == 0 && o.svg:
		return exitcode.UsageErrorf("--svg needs a SCENE; frontdesk gallery --list lists the scenes")
	case len(args) == 0:
		return browse(c.Context(), simulator.Open, options)
	}
	scene, known := gallery.Find(args[0])
	if !known {
		return exitcode.UsageErrorf("unknown scene %q; frontdesk gallery --list lists the scenes", args[0])
	}
	frame, err := gallery.Render(c.Context(), simulator.Open, scene, options)
	if err != nil {
		return err
	}
	if o.svg {
		if scene.Width > 0 {
			options.Width, options.Height = scene.Width, scene.Height
		}
		look := pictureOptions(scene.Description, options)
		look.Paper = frame.Paper
		return writeFile(c.OutOrStdout(), picture.SVG(frame.Content, look))
	}
	return output.WriteText(c.OutOrStdout(), frame.Content+"\n")
}

// writeScenes writes each scene to a file named after it.
func writeScenes(ctx context.Context, open gallery.NewEnv, options gallery.RenderOptions, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // pictures of made-up data
		return fmt.Errorf("%s cannot be made: %w", dir, filestore.WithoutPath(err))
	}
	for _, s := range gallery.All() {
		frame, err := gallery.Render(ctx, open, s, options)
		if err != nil {
			return err
		}
		file := filepath.Join(dir, s.Name+".txt")
		if err := os.WriteFile(file, []byte(frame.Content+"\n"), 0o644); err != nil { //nolint:gosec // as above
			return fmt.Errorf("%s cannot be written: %w", file, filestore.WithoutPath(err))
		}
	}
	return nil
}

// browse runs the browser of scenes on the terminal of this process.
func browse(ctx context.Context, open gallery.NewEnv, options gallery.RenderOptions) error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return exitcode.UsageErrorf(
			"the gallery needs a terminal, or a SCENE to print: frontdesk gallery --list names them",
		)
	}
	browserCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	_, err := terminal.Run(ctx, gallery.NewBrowser(browserCtx, open, options), terminal.Terminal{})
	return console.IgnoreNormalExit(err)
}

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
