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
func (f *forms) complete() tea.Cmd {
	if f.editor == nil {
		return nil
	}
	if words, wanted := f.editor.WantedArticles(); wanted {
		return f.cmds.FAQ.Complete(words, func(found []desk.Article) tea.Cmd {
			if f.editor != nil {
				f.editor.SetArticles(words, articleOffers(found, strings.Fields(words)))
			}
			return nil
		})
	}
	if !f.editor.WantsTexts() {
		return nil
	}
	f.editor.SetTexts(f.textOffers())
	return f.loadNameForTexts()
}

// isTakenByOffers reports whether a key of the form means something else while texts are offered in it.
func (f *forms) isTakenByOffers(b keymap.Binding) bool {
	return b.Place == keymap.Form && f.editor != nil && f.editor.HasOffers() &&
		slices.ContainsFunc(b.Keys(), editor.IsCompletionKey)
}

// textOffers returns the canned texts and the macros' comments, filled in for the form's record. Those for many tickets
// keep their variables, which are filled in for each ticket.
func (f *forms) textOffers() []editor.Offer {
	subject := f.subject()
	var offers []editor.Offer
	for _, t := range macro.Texts(f.Texts, f.Macros) {
		filled, err := t.Body, error(nil)
		if f.editor.Kind != backend.KindUpdateMany {
			filled, err = t.Fill(subject, f.Agent, f.cmds.Now(), f.cmds.Zones)
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
func (f *forms) takesOffer(key tea.KeyPressMsg) (tea.Cmd, bool) {
	hasOffers := f.editor.HasOffers()
	before := strings.Count(f.editor.MultilineText(), "\n")
	taken := f.editor.CompletionKey(key)
	if !taken {
		return nil, false
	}
	if hasOffers && !f.editor.HasOffers() && key.String() != "esc" {
		lines := phrase.Count(1+strings.Count(f.editor.MultilineText(), "\n")-before, "line")
		f.notify(levelTransient, "inserted "+lines+" · "+f.Keys.KeyLabel(keymap.Form, keymap.UndoTyping)+" undoes it")
	}
	return f.saveDraft(), true
}

// input types into the form.
func (f *forms) input(msg tea.Msg) tea.Cmd {
	f.editor.Update(msg)
	return tea.Batch(f.complete(), f.saveDraft())
}

// firstLine returns a text as one line for a list.
func firstLine(text string) string { return safetext.BlockFromText(text).Line().String() }

// subject returns what is known of the ticket of the form, or of the one that the form opens.
func (f *forms) subject() macro.Subject {
	switch f.editor.Kind {
	case backend.KindUpdate:
		s := f.cmds.MacroSubject(f.cmds.CachedTicket(f.editor.Record))
		if s.Customer.IsEmpty() && f.named.Of == f.editor.Record {
			s.Customer = f.named.Value
		}
		return s
	case backend.KindAdd:
		s := macro.Subject{Title: safetext.LineFromText(f.editor.Values()[backend.FieldTitle])}
		if _, customer, found := strings.Cut(f.editor.Title(), " for "); found && !f.editor.Record.IsZero() {
			s.Customer = safetext.LineFromText(customer)
		}
		return s
	}
	return macro.Subject{}
}

// loadNameForTexts fetches the name of the ticket's customer if a text needs it and it is not known.
func (f *forms) loadNameForTexts() tea.Cmd {
	s := f.subject()
	if f.editor.Kind != backend.KindUpdate || !s.Customer.IsEmpty() || f.named.Of == f.editor.Record {
		return nil
	}
	for _, t := range macro.Texts(f.Texts, f.Macros) {
		if macro.Uses(t.Body, macro.Customer) {
			return f.cmds.LoadCustomerName(f.editor.Record)
		}
	}
	return nil
}

// onCustomerName takes over the customer's name for the offers of the form.
func (f *forms) onCustomerName(msg backend.CustomerName) {
	if msg.Err == nil {
		f.named = msg
	}
	if f.editor != nil && f.editor.OffersTexts() {
		f.editor.SetTexts(f.textOffers())
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
