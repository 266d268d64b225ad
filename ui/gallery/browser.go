package gallery

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// sizes are the windows that scenes can be looked at in, by the keys 1, 2 and 3.
var sizes = [][2]int{{80, 24}, {120, 36}, {200, 50}}

// Browser looks through the scenes. It implements tea.Model.
type Browser struct {
	ctx  context.Context // ends with the browser
	open NewEnv
	look RenderOptions
	th   *theme.Theme

	at      int
	listing bool // the list of scenes is shown in the frame's place
	frames  map[shown]RenderedMsg
	asked   shown
	stop    context.CancelFunc
	width   int
	height  int
	top     int // the first row of the frame that is seen
	left    int // the first column
}

// shown is a scene in a look.
type shown struct {
	scene string
	look  RenderOptions
}

// RenderedMsg is a scene that was played.
type RenderedMsg struct {
	of    shown
	frame Frame
	Err   error
}

// NewBrowser makes a browser that begins with a look at the first scene.
func NewBrowser(ctx context.Context, open NewEnv, options RenderOptions) *Browser {
	return &Browser{
		ctx:    ctx,
		open:   open,
		look:   options,
		th:     options.theme(),
		frames: map[shown]RenderedMsg{},
		stop:   func() {},
	}
}

// Init plays the first scene.
func (b *Browser) Init() tea.Cmd { return b.play() }

// play plays the scene that is looked at, unless it was.
func (b *Browser) play() tea.Cmd {
	of := b.showing()
	if _, played := b.frames[of]; played || of == b.asked {
		return nil
	}
	b.stop()
	ctx, cancel := context.WithCancel(b.ctx)
	b.asked, b.stop = of, cancel
	scene := All()[b.at]
	return func() tea.Msg {
		frame, err := Render(ctx, b.open, scene, of.look)
		if ctx.Err() != nil {
			return nil
		}
		return RenderedMsg{of, frame, err}
	}
}

func (b *Browser) showing() shown { return shown{All()[b.at].Name, b.look} }

// Update takes keys and played scenes.
func (b *Browser) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		b.width, b.height = msg.Width, msg.Height
	case RenderedMsg:
		b.frames[msg.of] = msg
	case tea.KeyPressMsg:
		cmd := b.press(msg.String())
		return b, cmd
	}
	return b, nil
}

// press does what a key is for.
func (b *Browser) press(key string) tea.Cmd {
	switch key {
	case "q", "ctrl+c":
		return tea.Quit
	case "esc":
		if !b.listing {
			return tea.Quit
		}
		b.listing = false
	case "enter", "l":
		b.listing = !b.listing
	case "right", "n", "space":
		b.selectScene(1)
	case "left", "p":
		b.selectScene(-1)
	case "t":
		b.look.Theme = nextTheme(b.look.spec())
	case "c":
		b.look.Plain = !b.look.Plain
	default:
		b.move(key)
	}
	b.th = b.look.theme()
	return b.play()
}

// nextTheme returns the theme after another one; the last is followed by the first.
func nextTheme(s theme.Spec) theme.Spec {
	all := theme.All()
	return all[(slices.Index(all, s)+1)%len(all)]
}

// move goes to another size, or to another place in the list or in a frame that is larger than the window.
func (b *Browser) move(key string) {
	if i := strings.Index("123", key); i >= 0 && len(key) == 1 {
		b.look.Width, b.look.Height = sizes[i][0], sizes[i][1]
		b.top, b.left = 0, 0
		return
	}
	by, vertical := map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -10, "pgdown": 10}[key]
	switch {
	case vertical && b.listing:
		b.selectScene(by)
	case vertical:
		b.top += by
	case key == "shift+left":
		b.left -= 8
	case key == "shift+right":
		b.left += 8
	}
}

// selectScene goes to another scene; the last is followed by the first.
func (b *Browser) selectScene(by int) {
	b.at = ((b.at+by)%len(All()) + len(All())) % len(All())
	b.top, b.left = 0, 0
}

// bars are the rows around a frame.
const bars = 3

// View is the scene between two lines that say what it is and what the keys do.
func (b *Browser) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	v.WindowTitle = safetext.WindowTitle("frontdesk gallery · " + All()[b.at].Name)
	if b.width < 1 || b.height <= bars {
		return v
	}
	paper := b.th.Paper() // so that each theme can be looked at on any terminal
	if played, ok := b.frames[b.showing()]; ok && !b.listing && played.Err == nil {
		paper = played.frame.Paper
	}
	v.ForegroundColor, v.BackgroundColor = lipgloss.Color(paper.Text), lipgloss.Color(paper.Background)
	border := b.th.Border.Lipgloss().GetForeground()
	caption := lipgloss.NewStyle().Border(lipgloss.NormalBorder(), false, false, true).BorderForeground(border).
		Width(b.width)
	parts := append([]string{caption.Render(b.caption())}, b.body()...)
	v.SetContent(lipgloss.JoinVertical(lipgloss.Left, append(parts, b.keys())...))
	return v
}

// caption says what is looked at, and how.
func (b *Browser) caption() string {
	s := All()[b.at]
	options := b.look.of(s)
	how := fmt.Sprintf(
		"%d×%d %s",
		options.Width,
		options.Height,
		options.spec().Name,
	)
	if options.Plain {
		how += ", no colours"
	}
	if options.Width > b.width || options.Height > b.height-bars {
		how += ", larger than this window"
	}
	line := fmt.Sprintf(
		" %d/%d  %s  %s  %s",
		b.at+1,
		len(All()),
		b.th.Emphasis.Render(s.Name),
		s.Description,
		b.th.Muted.Render(how),
	)
	return ansi.Truncate(line, b.width, "…")
}

// hints are the keys, the ones most wanted first.
var hints = []key.Binding{
	hint(
		"← →",
		"scenes",
		"left",
		"right",
		"p",
		"n",
		"space",
	),
	hint("⏎", "list", "enter", "l"),
	hint("1 2 3", "size", "1", "2", "3"),
	hint(
		"t",
		"theme",
		"t",
	),
	hint("c", "colours", "c"),
	hint("↑ ↓", "scroll", "up", "down", "k", "j", "pgup", "pgdown"),
	hint("shift+← →", "sideways", "shift+left", "shift+right"),
	hint("q", "leave", "q", "ctrl+c", "esc"),
}

// listHints are the keys while the scenes are listed.
var listHints = []key.Binding{
	hint("↑ ↓", "choose", "up", "down", "k", "j", "pgup", "pgdown"),
	hint("⏎", "show", "enter", "l"),
	hint("esc", "back", "esc"),
	hint("q", "leave", "q", "ctrl+c"),
}

func hint(label, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(label, does))
}

func (b *Browser) keys() string {
	m := help.New()
	m.ShortSeparator = "  "
	m.Styles = help.Styles{ShortKey: b.th.Key.Lipgloss()}
	m.SetWidth(b.width - 1)
	if b.listing {
		return " " + m.ShortHelpView(listHints)
	}
	return " " + m.ShortHelpView(hints)
}

// body is the list, the frame, or why there is none.
func (b *Browser) body() []string {
	height := b.height - bars
	rows := []string{" playing…"}
	if b.listing {
		rows = b.list(height)
	} else if played, ok := b.frames[b.showing()]; ok {
		rows = strings.Split(played.frame.Content, "\n")
		if played.Err != nil {
			rows = []string{b.th.Error.Render(" ✗ " + safetext.LineFromText(played.Err.Error()).String())}
		}
	}
	b.top = max(min(b.top, len(rows)-height), 0)
	out := make([]string, height)
	for i := range out {
		if at := b.top + i; at < len(rows) {
			out[i] = termwidth.FitStyled(termwidth.SkipColumns(rows[at], b.left), b.width, "")
		}
	}
	return out
}

// list is the scenes around the one that is looked at.
func (b *Browser) list(height int) []string {
	first := max(min(b.at-height/2, len(All())-height), 0)
	rows := make([]string, 0, height)
	for i := first; i < len(All()) && len(rows) < height; i++ {
		mark, ink := "  ", b.th.Muted
		if i == b.at {
			mark, ink = "▌ ", b.th.Selected
		}
		rows = append(
			rows,
			ink.Render(termwidth.Pad(mark+termwidth.Pad(All()[i].Name, 28)+" "+All()[i].Description, b.width)),
		)
	}
	return rows
}
