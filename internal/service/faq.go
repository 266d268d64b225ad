package service

import (
	"context"
	"net/http"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// maxArticles bounds the articles of one search; more are not useful to a reader.
const maxArticles = 100

// searchFAQ handles Search FAQ Content (PROTOCOL.md 4.12).
func (s *Service) searchFAQ(req wire.SearchFAQRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if isBlank(req.SearchKey) {
			return errSearchKey
		}
		found, err := s.Store.SearchArticles(ctx, req.SearchKey, maxArticles)
		if err != nil {
			return err
		}
		records := make([]templateRecord, len(found))
		for i := range found {
			records[i] = s.articleRecord(&found[i])
		}
		return writeJSON(w, wire.Answer{"message", wire.Answer{"contents", records}, "status", wire.StatusSuccess})
	}
}

// categories handles Get FAQ Category (PROTOCOL.md 4.13).
func (s *Service) categories(wire.EmptyRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		found, err := s.Store.Categories(ctx)
		if err != nil {
			return err
		}
		records := make([]templateRecord, len(found))
		for i := range found {
			records[i] = categoryTemplate().record(&found[i])
		}
		return writeJSON(w, wire.Answer{"message", wire.Answer{"category", records}, "status", wire.StatusSuccess})
	}
}

var (
	articleTemplate  = newTemplate(wire.ArticleRecord, "record", store.Article{}, articleMade{})
	categoryTemplate = newTemplate(wire.CategoryRecord, "record", store.Category{})
)

// articleMade are the members of an article's record (PROTOCOL.md 3.5) that are not written as they are stored.
type articleMade struct {
	Enabled    string `record:"enabled"`
	Created    string `record:"createDate"`
	Attachment any    `record:"attachmentDetail"` // nil for none
}

func (s *Service) articleRecord(a *store.Article) templateRecord {
	made := articleMade{Enabled: yesNo(a.Enabled), Created: s.formatTime(a.Created, wire.ArticleTimeLayout)}
	if a.Attachment != "" {
		made.Attachment = a.Attachment
	}
	return articleTemplate().record(a, &made)
}

func yesNo(b bool) string {
	if b {
		return "Yes"
	}
	return "No"
}
