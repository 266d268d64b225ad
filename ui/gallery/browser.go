package gallery

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

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
	frame string
	Err   error
}

// NewBrowser makes a browser that begins with a look at the first scene.
func NewBrowser(ctx context.Context, open NewEnv, look RenderOptions) *Browser {
	return &Browser{
		ctx: ctx, open: open, look: look, th: theme.New(!look.Light, look.Plain), frames: map[shown]RenderedMsg{}, stop: func() {},
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
	scene := All[b.at]
	return func() tea.Msg {
		frame, err := Render(ctx, b.open, scene, of.look)
		if ctx.Err() != nil {
			return nil
		}
		return RenderedMsg{of, frame, err}
	}
}

func (b *Browser) showing() shown { return shown{All[b.at].Name, b.look} }

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
		b.look.Light = !b.look.Light
	case "c":
		b.look.Plain = !b.look.Plain
	default:
		b.move(key)
	}
	b.th = theme.New(!b.look.Light, b.look.Plain)
	return b.play()
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
	b.at = ((b.at+by)%len(All) + len(All)) % len(All)
	b.top, b.left = 0, 0
}
