// Package archtest holds the rules of which packages may import which others, and which libraries stay in one place, as
// tests. assets/docs/architecture.md draws them.
package archtest
