package gallery

import (
	"bytes"
	_ "embed" // for the scenes
	"fmt"
	"slices"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed scenes.toml
var scenesFile []byte

// All returns every scene in display order.
func All() []Scene { return readScenes() }

// readScenes reads scenes.toml; the file is part of the program, so a mistake in it is one of the program.
var readScenes = sync.OnceValue(func() []Scene {
	var file struct {
		Ways  map[string][]Step // steps that several scenes share, by name
		Scene []Scene
	}
	if err := toml.NewDecoder(bytes.NewReader(scenesFile)).DisallowUnknownFields().Decode(&file); err != nil {
		panic(fmt.Errorf("scenes.toml: %w", err))
	}
	for i := range file.Scene {
		file.Scene[i].Steps = expand(file.Scene[i].Steps, file.Ways)
	}
	return file.Scene
})

// expand replaces the steps that name a way by the steps of that way.
func expand(steps []Step, ways map[string][]Step) []Step {
	var all []Step
	for _, s := range steps {
		if s.Use == "" {
			all = append(all, s)
			continue
		}
		way, known := ways[s.Use]
		if !known {
			panic("scenes.toml: no way is called " + s.Use)
		}
		all = append(all, expand(way, ways)...)
	}
	return all
}

// Names returns the names of the scenes in order.
func Names() []string {
	var names []string
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return names
}

// Find returns the scene with a name; false if there is none.
func Find(name string) (Scene, bool) {
	at := slices.IndexFunc(All(), func(s Scene) bool { return s.Name == name })
	if at < 0 {
		return Scene{}, false
	}
	return All()[at], true
}
