package desk

import "frontdesk/internal/safetext"

// Article is an FAQ article (PROTOCOL.md 3.5).
type Article struct {
	ID             int64
	CategoryID     int64
	Title          safetext.Line
	Body           safetext.HTML // detail
	Type           InternedLine
	CategoryName   InternedLine // categoryName
	ParentCategory InternedLine // parentCategoryName
	Enabled        bool
	Created        UnixTime
	Attachment     safetext.Line // attachmentDetail
}

// Category is an FAQ category (PROTOCOL.md 3.6).
type Category struct {
	ID     int64
	Name   safetext.Line
	Detail safetext.Block
	Parent safetext.Line // parentCategoryName
	Path   []int64       // categoryPath split at its slashes, ancestors first
}
