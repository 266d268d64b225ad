package ui

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// shell is what every part of the console may use: how it is configured, what sends and reads, notices, and what is
// open over the panes.
type shell struct {
	Config
	cmds *backend.Backend
	th   *theme.Theme

	notification notice
	serverNotice notice   // the last notice from the host
	unsaid       []string // notices that accessible mode has not read out yet
	overlays     []*overlay.Box
}

// part is what every part of the console has. A part owns its state, and what needs nothing else is its method.
type part struct{ *window }

// refuses says why nothing is done, if there is a reason, and reports whether there is.
func (s *shell) refuses(why string) bool {
	if why != "" {
		s.notify(levelTransient, why)
	}
	return why != ""
}

// makeParts makes the parts of the console, of which some have others.
func (c *Console) makeParts() {
	common := part{&c.window}
	c.cluster.part, c.remembered.part, c.links.part = common, common, common
	c.sync = syncing{part: common, unsent: &c.outbox, followsToday: true}
	c.lookups = lookups{part: common, startCall: c.calls.start}
	c.handover = handoverNote{part: common, forms: &c.forms}
	c.board = charts{part: common, forms: &c.forms}
	c.calls = calls{
		part: common, drafts: &c.drafts, forms: &c.forms, hold: &c.hold, sending: &c.sending, press: c.routeInput,
	}
	c.hold = holding{part: common, drafts: &c.drafts, outbox: &c.outbox}
	c.outbox = outbox{part: common, drafts: &c.drafts, hold: &c.hold, reopened: c.forms.onItemReopened}
	c.forms = forms{
		foundConflict: c.sending.onConflictFound,
		part:          common, calls: &c.calls, drafts: &c.drafts, outbox: &c.outbox, hold: &c.hold, bulk: &c.bulk,
		cluster: &c.cluster.ClusterState,
	}
	c.sending = sending{
		part: common, calls: &c.calls, handedOver: c.handedOver, forms: &c.forms,
		drafts: &c.drafts, hold: &c.hold, bulk: &c.bulk, repeats: &c.repeats,
	}
	c.macros = macroList{
		part: common, hold: &c.hold, forms: &c.forms, bulk: &c.bulk, repeats: &c.repeats, send: c.sending.send,
	}
	c.repeats = repeating{part: common, forms: &c.forms, sending: &c.sending, macros: &c.macros}
	c.work = workList{
		part: common, forms: &c.forms, drafts: &c.drafts, outbox: &c.outbox, hold: &c.hold, bulk: &c.bulk,
	}
	c.leaving = leaving{part: common, hold: &c.hold, bulk: &c.bulk, calls: &c.calls}
	c.own = ownLists{part: common, views: c.views}
	c.drafts = drafts{
		part: common, hold: &c.hold,
		kept:  map[backend.DraftKey]backend.Draft{},
		saved: map[backend.DraftKey]time.Time{},
		begun: map[backend.DraftKey]time.Time{},
	}
	c.bulk = bulkUpdates{
		part: common, drafts: &c.drafts, hold: &c.hold, leaves: c.repeats.noteMany, closeForm: c.forms.closeManyForm,
		cells: map[string]map[desk.ID]bulkRow{}, leftOut: map[string][]bulkRow{},
	}
}

// theme returns the theme that is shown.
func (s *shell) theme() *theme.Theme { return s.th }
