package desk

import "frontdesk/internal/text"

// Article is an FAQ content record (PROTOCOL.md 3.5).
type Article struct {
	ID             int64
	CategoryID     int64
	Title          text.Line
	Body           text.HTML // detail
	Type           InternedLine
	CategoryName   InternedLine // categoryName
	ParentCategory InternedLine // parentCategoryName
	Enabled        bool
	Created        UnixTime
	Attachment     text.Line // attachmentDetail
}

// Category is an FAQ category record (PROTOCOL.md 3.6).
type Category struct {
	ID     int64
	Name   text.Line
	Detail text.Block
	Parent text.Line // parentCategoryName
	Path   []int64   // categoryPath, ancestors first, read from its slashes
}
