package cli

import (
	"context"
	"errors"
	"fmt"
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
		Short: "Look at every state of the console, on made-up data",
		Long: "Look at every state of the console, on made-up data: a browser on a terminal, or one SCENE printed as it looks.\n" +
			"Nothing of yours is read or changed, and no network is used. --svg makes a picture of SCENE; --cast records a session.",
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
	c.Flags().BoolVar(&o.list, "list", false, "print the names of the scenes, each with what it shows")
	c.Flags().StringVar(&o.all, "all", "", "write every scene as a text file into this `directory`")
	c.Flags().StringVar(&o.size, "size", gallerySizes[0], "the window, as `COLUMNSxROWS`")
	c.Flags().StringVar(&o.theme, "theme", "dark", "the `theme`, by name")
	c.Flags().BoolVar(&o.svg, "svg", false, "print a picture, in SVG; of a recorded session a moving one")
	c.Flags().StringVar(&o.cast, "cast", "", "play the keys of this `file` and print the session for asciinema")
	markFiles(c, "cast")
	c.Flags().BoolVar(&o.plain, "plain", false, "without colours, as with NO_COLOR")
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
			"--size %q is no window such as 120x36, at most %dx%d",
			o.size,
			terminal.MaxWidth,
			terminal.MaxHeight,
		)
	}
	var known bool
	if options.Theme, known = theme.Find(o.theme, nil); !known {
		return options, fmt.Errorf("--theme %q is none of %s", o.theme, strings.Join(theme.Names(), ", "))
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
		return exitcode.UsageErrorf("--svg needs a SCENE: frontdesk gallery --list names them")
	case len(args) == 0:
		return browse(c.Context(), simulator.Open, options)
	}
	scene, known := gallery.Find(args[0])
	if !known {
		return exitcode.UsageErrorf("there is no scene %q: frontdesk gallery --list names them", args[0])
	}
	frame, err := gallery.Render(c.Context(), simulator.Open, scene, options)
	if err != nil {
		return err
	}
	if o.svg {
		if scene.Width > 0 {
			options.Width, options.Height = scene.Width, scene.Height
		}
		return writeFile(c.OutOrStdout(), picture.SVG(frame, pictureOptions(scene.Description, options)))
	}
	return output.WriteText(c.OutOrStdout(), frame+"\n")
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
		if err := os.WriteFile(file, []byte(frame+"\n"), 0o644); err != nil { //nolint:gosec // as above
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
