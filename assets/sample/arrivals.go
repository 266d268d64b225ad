package sample

import (
	"slices"
	"time"
)

// perWeekday is how many tickets arrive on a day, Sunday first.
var perWeekday = [7]int{11, 31, 29, 27, 28, 28, 17}

// perHour is how likely each hour of a day is, midnight first.
var perHour = [24]int{2, 1, 1, 0, 0, 1, 3, 6, 12, 16, 17, 15, 11, 12, 15, 15, 13, 12, 11, 9, 9, 7, 5, 3}

// firstToday is how many tickets today has at least, however early it is.
const firstToday = 3

// arrivals are the moments at which the tickets of the sample's days came in, oldest first, none after now.
func (b *builder) arrivals() []time.Time {
	var out []time.Time
	for back := Days - 1; back > 0; back-- {
		out = append(out, dayArrivals(newDice(b.seed, "day", back), nextDay(b.now, -back))...)
	}
	return append(out, b.arrivalsToday()...)
}

// dayArrivals are the moments of one whole day.
func dayArrivals(d rng, day time.Time) []time.Time {
	out := make([]time.Time, perWeekday[day.Weekday()])
	for i := range out {
		out[i] = atHour(day, drawHour(d), d.IntN(60)).Add(time.Duration(d.IntN(60)) * time.Second)
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

// arrivalsToday are those of today so far; a day that has just begun gets a few all the same.
func (b *builder) arrivalsToday() []time.Time {
	today := dayArrivals(newDice(b.seed, "day", 0), nextDay(b.now, 0))
	soFar := slices.DeleteFunc(today, func(t time.Time) bool { return t.After(b.now) })
	if len(soFar) >= firstToday {
		return soFar
	}
	midnight := atHour(b.now, 0, 0)
	soFar = soFar[:0]
	for i := range firstToday {
		soFar = append(soFar, midnight.Add(b.now.Sub(midnight)*time.Duration(i+1)/(firstToday+1)).Truncate(time.Second))
	}
	return soFar
}

// drawHour draws an hour by perHour.
func drawHour(d rng) int {
	total := 0
	for _, n := range perHour {
		total += n
	}
	left := d.IntN(total)
	for hour, n := range perHour {
		if left -= n; left < 0 {
			return hour
		}
	}
	return 0
}
