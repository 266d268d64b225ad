// Package archtest holds, as tests, the rules of the project that no linter knows.
package archtest
