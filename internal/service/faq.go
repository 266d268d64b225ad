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
		answer := wire.SearchFAQResponse{Status: wire.StatusSuccess}
		answer.Message.Contents = make([]wire.ArticleRecord, len(found))
		for i, a := range found {
			answer.Message.Contents[i] = s.articleRecord(a)
		}
		return writeJSON(w, answer)
	}
}

// categories handles Get FAQ Category (PROTOCOL.md 4.13).
func (s *Service) categories(wire.EmptyRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		found, err := s.Store.Categories(ctx)
		if err != nil {
			return err
		}
		answer := wire.FAQCategoriesResponse{Status: wire.StatusSuccess}
		answer.Message.Category = make([]wire.CategoryRecord, len(found))
		for i, c := range found {
			answer.Message.Category[i] = wire.CategoryRecord{
				ID:         c.ID,
				Name:       c.Name,
				Detail:     c.Detail,
				ParentName: c.Parent,
				Path:       c.Path,
			}
		}
		return writeJSON(w, answer)
	}
}

func (s *Service) articleRecord(a store.Article) wire.ArticleRecord {
	return wire.ArticleRecord{
		ID:               a.ID,
		CategoryID:       a.CategoryID,
		Title:            a.Title,
		Detail:           a.Detail,
		Type:             a.Type,
		CategoryName:     a.CategoryName,
		ParentName:       a.ParentName,
		Enabled:          yesNo(a.Enabled),
		CreateDate:       s.formatTime(a.Created, wire.ArticleTimeLayout),
		AttachmentDetail: a.Attachment,
	}
}

func yesNo(b bool) string {
	if b {
		return "Yes"
	}
	return "No"
}
