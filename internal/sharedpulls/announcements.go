package sharedpulls

import (
	"errors"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/nats-io/nats.go"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// announcement says that a host has pulled a day. It holds no tickets: hosts that show the day ask for them.
type announcement struct {
	Host string `json:"host"`
	Day  string `json:"day"`
	ID   string `json:"id"` // of the answer
}

// maxAnnouncements limits the days that wait to be asked for; the next refresh asks for the others.
const maxAnnouncements = cache.MaxDays

// announce tells the other hosts of an answer. It does nothing while the cluster is away.
func (g *Group) announce(day desk.Date, id string) {
	content, err := json.Marshal(announcement{g.Cluster.HostID(), day.String(), id})
	if err == nil {
		err = g.Cluster.Conn().Publish(g.announcementSubject(g.currentScope().name), content)
	}
	if err != nil {
		g.Log.Debug("other hosts do not hear of a pull", "fault", err.Error())
	}
}

// receiveAnnouncement notes what another host has pulled. It runs in a goroutine of the NATS library, where a panic
// would end the process.
func (g *Group) receiveAnnouncement(m *nats.Msg) {
	if err := guard.Do(func() { g.noteAnnouncement(m.Data) }); err != nil {
		g.Log.Error("what another host has pulled is not read", "fault", err.Error())
	}
}

func (g *Group) noteAnnouncement(content []byte) {
	var t announcement
	if len(content) > maxHead || json.Unmarshal(content, &t) != nil || len(t.Host) > maxHostID || len(t.ID) > maxID {
		g.Log.Warn("a message of another host cannot be read")
		return
	}
	day, err := desk.ParseDate(t.Day)
	if err != nil || t.Host == g.Cluster.HostID() {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.announcements) < maxAnnouncements {
		g.announcements[day] = t
	}
	select {
	case g.announced <- struct{}{}:
	default:
	}
}

// hear fetches the days that other hosts announce until the group is closed.
func (g *Group) hear() error {
	for {
		select {
		case <-g.ctx.Done():
			return nil
		case <-g.announced:
			for day, t, ok := g.nextAnnouncement(); ok; day, t, ok = g.nextAnnouncement() {
				if err := guard.Do(func() { g.follow(day, t) }); err != nil {
					g.Log.Error("what another host has pulled is not read", "fault", err.Error())
				}
			}
		}
	}
}

// nextAnnouncement returns the newest day that waits.
func (g *Group) nextAnnouncement() (day desk.Date, t announcement, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for d, announced := range g.announcements {
		if !ok || d.Compare(day) > 0 {
			day, t, ok = d, announced, true
		}
	}
	delete(g.announcements, day)
	return day, t, ok && g.ctx.Err() == nil
}

// announcedAge is how old an announced answer may be to be asked for.
const announcedAge = time.Minute

// followPauses are the pauses before a day that was announced is asked for, and asked for again.
var followPauses = []time.Duration{0, 250 * time.Millisecond, time.Second}

// follow fetches a day that another host has announced, unless it is known by now or nobody shows it. On a busy machine
// the question may be on its way for so long that the answer counts as older than what is known: it is asked for again.
func (g *Group) follow(day desk.Date, t announcement) {
	for _, pause := range followPauses {
		if !guard.Sleep(g.ctx, pause) {
			return
		}
		var err error
		g.Cache.Adopt(g.ctx, day, func(take func(cache.Answer) error) {
			if known, ok := g.answerOf(day); ok && known.id == t.ID {
				return
			}
			err = g.read(g.ctx, t.Host, day, cache.Want{Age: announcedAge}, take)
		})
		if !errors.Is(err, cache.ErrOlder) {
			return // after another error the next refresh asks again
		}
	}
}
