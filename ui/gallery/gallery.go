// Package gallery shows the console in every state it can be in, on made-up data: the real console on a real client
// and service, led there by keys, with the network cut where a state needs it. Scenes are data; Play drives the model's
// loop by itself, with a clock of its own, so that a scene looks the same each time and nobody waits.
//
//	scene.go    what a scene is made of; scenes_*.go the scenes
//	play.go     one console on its way through a scene, step.go one step; clock.go its time, network.go what happens to its calls
//	browser.go  a model to look through them; view.go what it draws
package gallery

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Zone is where the scenes happen.
const Zone = "Europe/Berlin"

// StartTime is when every scene begins, in Zone.
func StartTime(zone *time.Location) time.Time { return time.Date(2026, 11, 20, 14, 2, 0, 0, zone) }

// Env is one desk with room for consoles. Whoever starts the program makes it: the console may not see the service.
type Env struct {
	NewConsole func(context.Context, Setup) (Console, error)           // a console on the desk; the next one finds what the last one kept
	CallAPI    func(ctx context.Context, op string, body []byte) error // what a colleague does meanwhile: an operation by its name
	Close      func() error
}

// Setup is what a console is to be made of.
type Setup struct {
	Now       func() time.Time
	Wait      func(context.Context, time.Duration) bool               // see command.Config
	Intercept func(ctx context.Context, op string, body []byte) Fault // asked before each call: what happens to it
	Plain     bool
	Scene     Scene
}

// Console is a console with what a player has to know of it.
type Console struct {
	Model tea.Model
	Close func()
}

// NewEnv makes the house of a scene.
type NewEnv func(context.Context, Fixture) (Env, error)

// RenderOptions is how a scene is looked at.
type RenderOptions struct {
	Width, Height int
	Light         bool
	Plain         bool // no colours
}
