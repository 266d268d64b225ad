package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/pane"
)

// complete gives the form what it wants to offer for what has been typed: canned texts at once, articles from the
// cache and then from the service.
func (c *Console) complete() tea.Cmd {
	if c.editor == nil {
		return nil
	}
	if words, wanted := c.editor.WantedArticles(); wanted {
		return c.cmds.CompleteArticles(words)
	}
	if !c.editor.WantsTexts() {
		return nil
	}
	c.editor.SetTexts(c.textOffers())
	return c.loadNameForTexts()
}

// isTakenByOffers reports whether a key of the form means something else while texts are offered in it.
func (c *Console) isTakenByOffers(b keymap.Binding) bool {
	return b.Place == keymap.Form && c.editor != nil && c.editor.HasOffers() &&
		slices.ContainsFunc(b.Keys(), editor.IsCompletionKey)
}

// textOffers returns the canned texts and the macros' comments, filled in for the form's record. Those for many tickets
// keep their variables, which are filled in for each ticket.
func (c *Console) textOffers() []editor.Offer {
	subject := c.formSubject()
	var offers []editor.Offer
	for _, t := range macro.Texts(c.Texts, c.Macros) {
		filled, err := t.Body, error(nil)
		if c.editor.Kind != backend.KindUpdateMany {
			filled, err = t.Fill(subject, c.Agent, c.cmds.Now(), c.cmds.Zones)
		}
		offer := editor.Offer{Label: t.Name, Detail: firstLine(filled), Text: func() string { return filled }}
		if err != nil {
			offer.Problem = err.Error()
		}
		offers = append(offers, offer)
	}
	return offers
}

// takesOffer gives a key to the list of offers, and says what was inserted; it reports whether the list took the key.
func (c *Console) takesOffer(key tea.KeyPressMsg) bool {
	if !c.editor.HasOffers() {
		return c.editor.CompletionKey(key)
	}
	before := strings.Count(c.editor.MultilineText(), "\n")
	taken := c.editor.CompletionKey(key)
	if taken && !c.editor.HasOffers() && key.String() != "esc" {
		lines := phrase.Count(1+strings.Count(c.editor.MultilineText(), "\n")-before, "line")
		c.notify(levelTransient, "inserted "+lines+" · "+c.Keys.KeyLabel(keymap.Form, keymap.UndoTyping)+" undoes it")
	}
	return taken
}

// firstLine returns a text as one line for a list.
func firstLine(text string) string { return safetext.BlockFromText(text).Line().String() }

// formSubject returns what is known of the ticket of the form, or of the one that the form opens.
func (c *Console) formSubject() macro.Subject {
	switch c.editor.Kind {
	case backend.KindUpdate:
		s := c.cmds.MacroSubject(c.cmds.CachedTicket(c.editor.Record))
		if s.Customer.IsEmpty() && c.named.Ticket == c.editor.Record {
			s.Customer = c.named.Name
		}
		return s
	case backend.KindAdd:
		s := macro.Subject{Title: safetext.LineFromText(c.editor.Values()[backend.FieldTitle])}
		if _, customer, found := strings.Cut(c.editor.Title(), " for "); found && !c.editor.Record.IsZero() {
			s.Customer = safetext.LineFromText(customer)
		}
		return s
	}
	return macro.Subject{}
}

// loadNameForTexts fetches the name of the ticket's customer if a text needs it and it is not known.
func (c *Console) loadNameForTexts() tea.Cmd {
	s := c.formSubject()
	if c.editor.Kind != backend.KindUpdate || !s.Customer.IsEmpty() || c.named.Ticket == c.editor.Record {
		return nil
	}
	for _, t := range macro.Texts(c.Texts, c.Macros) {
		if macro.Uses(t.Body, macro.Customer) {
			return c.cmds.LoadCustomerName(c.editor.Record)
		}
	}
	return nil
}

// onCompletionMsg takes over what was read for the offers of the form.
func (c *Console) onCompletionMsg(msg tea.Msg) {
	switch msg := msg.(type) {
	case backend.CustomerNameMsg:
		if msg.Err == nil {
			c.named = msg
		}
		if c.editor != nil && c.editor.OffersTexts() {
			c.editor.SetTexts(c.textOffers())
		}
	case backend.ArticlesCompletedMsg:
		if c.editor != nil && msg.Err == nil {
			c.editor.SetArticles(msg.Words, articleOffers(msg.Articles, strings.Fields(msg.Words)))
		}
	}
}

// articleOffers returns articles as offers.
func articleOffers(found []desk.Article, words []string) []editor.Offer {
	offers := make([]editor.Offer, len(found))
	for i := range found {
		a := &found[i]
		offers[i] = editor.Offer{Label: a.Title.String(), Text: func() string {
			if part, matches := pane.Matching(a, words); matches {
				return part.Text
			}
			return pane.Beginning(a).Text
		}}
	}
	return offers
}
