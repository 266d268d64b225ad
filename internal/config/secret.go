package config

import "fmt"

// Secret is a credential; whatever prints it prints dots, a conversion to string reveals it.
type Secret string

const dots = "•••"

// Format writes dots for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(dots)) }

// MarshalText gives dots, so that neither JSON nor a log holds the credential.
func (Secret) MarshalText() ([]byte, error) { return []byte(dots), nil }
