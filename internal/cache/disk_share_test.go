package cache_test

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

func TestDisk_EachConsoleSeesWhatAnotherHasWritten(t *testing.T) {
	dir := t.TempDir()
	one := startCache(t, []row{titled(1, 19, "One")}, keptIn(dir, 0))
	two := startCache(t, []row{titled(2, 20, "Two")}, keptIn(dir, 10))
	pull(t, one.Cache, november(19, 19))
	if err := cache.Write(one.Cache); err != nil {
		t.Fatal(err)
	}
	pull(t, two.Cache, november(20, 20))
	if err := cache.Write(two.Cache); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(listedTitles(t, two, november(19, 20))); got != "[One Two]" {
		t.Error(got)
	}
	one.Close()
	two.Close()
	if got := fmt.Sprint(listedTitles(t, startOffline(t, keptIn(dir, 20)), november(19, 20))); got != "[One Two]" {
		t.Error(got)
	}
}

func TestDisk_ATicketThatAnotherConsoleReadIsThere(t *testing.T) {
	dir := t.TempDir()
	tickets := []row{ticket(1, 20), ticket(2, 20)}
	two := startCache(t, tickets, keptIn(dir, 10))
	pull(t, two.Cache, november(20, 20))
	if err := cache.Write(two.Cache); err != nil {
		t.Fatal(err)
	}
	one := startCache(t, tickets, keptIn(dir, 20))
	defer one.Subscribe().Close()
	if _, _, err := one.GetTickets(t.Context(), ticketIDs(1)); err != nil {
		t.Fatal(err)
	}
	one.Close()
	pull(t, two.Cache, november(19, 20))
	if err := cache.Write(two.Cache); err != nil {
		t.Fatal(err)
	}
	for n, wasRead := range map[int64]bool{1: true, 2: false} {
		if _, _, isStored := two.StoredDetails(t.Context(), desk.NewID(id(n))); isStored != wasRead {
			t.Errorf("ticket %d: stored %v, want %v", n, isStored, wasRead)
		}
	}
}

func TestDisk_AWriteCountsWhoeverWritesTheFileLast(t *testing.T) {
	dir := t.TempDir()
	tickets := []row{titled(1, 20, "One")}
	slow := startCache(t, tickets, keptIn(dir, 0))
	pull(t, slow.Cache, november(20, 20))
	quick := startCache(t, tickets, keptIn(dir, 10))
	pull(t, quick.Cache, november(20, 20))
	update := wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "CL", Comment: "Done"}
	if _, err := quick.UpdateTicket(t.Context(), update); err != nil {
		t.Fatal(err)
	}
	quick.Close()
	slow.Close() // writes after the other, what it was told before
	if got := mustTicket(t, startOffline(t, keptIn(dir, 20)).Cache, 1); got.SubStatus.Key().Raw() != "CL" {
		t.Errorf("an older row has replaced the result of a write: %s", got.SubStatus.Label())
	}
	if got := mustTicket(t, slow.Cache, 1); got.SubStatus.Key().Raw() != "CL" {
		t.Errorf("the other console does not know it: %s", got.SubStatus.Label())
	}
}

func TestDisk_ARowThatIsConfirmedIsNewerThanAnother(t *testing.T) {
	dir := t.TempDir()
	var seconds atomic.Int64 // the writer reads the clock, too
	clock := func(c *cache.Config) {
		c.Dir, c.Now = dir, func() time.Time { return noon.Add(time.Duration(seconds.Load()) * time.Second) }
	}
	one := startCache(t, []row{titled(1, 20, "Before and after")}, clock)
	pull(t, one.Cache, november(20, 20))
	if err := cache.Write(one.Cache); err != nil {
		t.Fatal(err)
	}
	seconds.Store(10)
	two := startCache(t, []row{titled(1, 20, "In between")}, clock)
	pull(t, two.Cache, november(20, 20))
	seconds.Store(20)
	pull(t, one.Cache, november(20, 20)) // the same as before, so that nothing has changed for it
	two.Close()
	one.Close()
	if got := mustTicket(t, startOffline(t, keptIn(dir, 30)).Cache, 1).Title.String(); got != "Before and after" {
		t.Errorf("an older row stands over a newer one: %s", got)
	}
}

func TestDisk_ATicketThatANewerAnswerLacksDoesNotComeBack(t *testing.T) {
	dir := t.TempDir()
	slow := startCache(t, []row{titled(1, 20, "One"), titled(2, 20, "Gone")}, keptIn(dir, 0))
	pull(t, slow.Cache, november(20, 20))
	quick := startCache(t, []row{titled(1, 20, "One")}, keptIn(dir, 10))
	pull(t, quick.Cache, november(20, 20))
	quick.Close()
	slow.Close()
	again := startOffline(t, keptIn(dir, 20))
	listed := listedTitles(t, again, november(20, 20))
	if isKnown := again.Progress(november(20, 20)).Days[0].Stored; isKnown && slices.Contains(listed, "Gone") {
		t.Errorf("%v is said to be what the service answered", listed)
	}
}

func TestDisk_AfterTheFileWasDeletedEverythingIsWrittenAnew(t *testing.T) {
	dir := t.TempDir()
	c := startCache(t, []row{titled(1, 19, "One"), titled(2, 20, "Two")}, keptIn(dir, 0))
	pull(t, c.Cache, november(19, 20))
	if err := cache.Write(c.Cache); err != nil {
		t.Fatal(err)
	}
	if removed, err := cache.DeleteStored(dir); err != nil || len(removed) != 1 {
		t.Fatal(removed, err)
	}
	update := wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "CL", Comment: "Done"}
	if _, err := c.UpdateTicket(t.Context(), update); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if got := fmt.Sprint(listedTitles(t, startOffline(t, keptIn(dir, 20)), november(19, 20))); got != "[One Two]" {
		t.Error(got)
	}
}

func TestDisk_WhatMemoryHasNoRoomForStaysOnDisk(t *testing.T) {
	dir := t.TempDir()
	c := startCache(t, []row{titled(1, 20, "One"), titled(2, 20, "Two"), titled(3, 20, "Three")}, keptIn(dir, 0))
	pull(t, c.Cache, november(20, 20))
	if err := cache.Write(c.Cache); err != nil {
		t.Fatal(err)
	}
	cache.Rebuild(c.Cache)
	update := wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "P", Comment: "Called back"}
	if _, err := c.UpdateTicket(t.Context(), update); err != nil {
		t.Fatal(err)
	}
	c.Close()
	again := startOffline(t, keptIn(dir, 60))
	if got := fmt.Sprint(listedTitles(t, again, november(20, 20))); got != "[One Three Two]" {
		t.Error(got)
	}
	if got := mustTicket(t, again.Cache, 1).SubStatus.Key().Raw(); got != "P" {
		t.Errorf("the update is lost: %s", got)
	}
}
