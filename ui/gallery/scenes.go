package gallery

import "slices"

// All is every scene, in the order in which they are looked through.
var All = slices.Concat(inboxScenes)
