//go:build !unix

package updates

import "os"

// lock does nothing where there is no flock: who resumes there has to see that nobody else does.
func lock(*os.File) error { return nil }

// unlock has nothing to do there.
func unlock(*os.File) error { return nil }
