// Package chroma stands in for the library of this name: ../README.md says why.
package chroma

// TokenType is a kind of token that Glamour has a style for.
type TokenType int

// The kinds of token that Glamour names.
const (
	Text TokenType = iota
	Error
	Comment
	CommentPreproc
	Keyword
	KeywordReserved
	KeywordNamespace
	KeywordType
	Operator
	Punctuation
	Name
	NameBuiltin
	NameTag
	NameAttribute
	NameClass
	NameConstant
	NameDecorator
	NameException
	NameFunction
	NameOther
	Literal
	LiteralNumber
	LiteralDate
	LiteralString
	LiteralStringEscape
	GenericDeleted
	GenericEmph
	GenericInserted
	GenericStrong
	GenericSubheading
	Background
)

// StyleEntries are the styles of kinds of token.
type StyleEntries map[TokenType]string

// Style is a style, of which only the name is kept.
type Style struct{ Name string }

// MustNewStyle returns a style.
func MustNewStyle(name string, _ StyleEntries) *Style { return &Style{name} }
