package config

import (
	"net/url"
	"strings"
)

// ArticleIDMark stands for the id of an article in faq_link.
const ArticleIDMark = "{id}"

// articleLinkCodec is the codec of an address with the id of an article in it, to be opened by customers.
func articleLinkCodec(into *string) codec {
	const example = `an address such as "https://help.example.com/kb/{id}"`
	return codec{
		read: func(at string, value any) error {
			s, _ := value.(string)
			u, err := url.Parse(strings.Replace(s, ArticleIDMark, "1", 1))
			if err != nil || !isPlainLine(s) || strings.ContainsAny(s, " <>\"") || u.Scheme != "https" && u.Scheme != "http" ||
				u.Host == "" || strings.Count(s, ArticleIDMark) != 1 || strings.Contains(u.Host, ArticleIDMark) {
				return typeError(at, example, value)
			}
			*into = s
			return nil
		},
		value: func() any { return orNil(*into) },
		schema: func() schema {
			return schema{"type": "string", "pattern": `^https?://[^ <>"]+\{id\}[^ <>"]*$`}
		},
	}
}
