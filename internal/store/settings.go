package store

import (
	"context"
	"encoding/json"
)

// ClosedStatus is the status code of sub-statuses that close a ticket.
const ClosedStatus = "C"

func scanQueue(r row) (Queue, error) {
	var q Queue
	var record []byte
	if err := r.Scan(&q.Key, &q.Name, &record); err != nil {
		return q, err
	}
	err := json.Unmarshal(record, &q)
	return q, err
}

const agentColumns = "SELECT id, code, email, name, phone, available FROM employees"

func scanAgent(r row) (Agent, error) {
	var a Agent
	var available bool
	err := r.Scan(&a.ID, &a.Code, &a.Email, &a.Name, &a.Phone, &available)
	a.Absent = !available
	return a, err
}

// Agents returns the employees, by id.
func (s *Store) Agents(ctx context.Context) ([]Agent, error) {
	return queryAll(ctx, s.read, agentColumns+" ORDER BY id", scanAgent)
}

// Dispositions returns the paths that tickets may have, sorted; an empty list allows any.
func (s *Store) Dispositions(ctx context.Context) ([]string, error) {
	return queryAll(ctx, s.read, "SELECT path FROM dispositions ORDER BY path", func(r row) (string, error) {
		var path string
		err := r.Scan(&path)
		return path, err
	})
}

// SLARules returns the SLA rules, by queue and priority.
func (s *Store) SLARules(ctx context.Context) ([]SLARule, error) {
	return queryAll(ctx, s.read, slaColumns+" ORDER BY queue, priority", scanSLARule)
}

const slaColumns = "SELECT queue, priority, seconds, at_risk FROM sla_rules"

func scanSLARule(r row) (SLARule, error) {
	var rule SLARule
	err := r.Scan(&rule.Queue, &rule.Priority, &rule.Seconds, &rule.AtRisk)
	return rule, err
}

// Articles returns all articles, including disabled ones, by id.
func (s *Store) Articles(ctx context.Context) ([]Article, error) {
	return queryAll(ctx, s.read, "SELECT id, record FROM articles ORDER BY id", scanArticle)
}

func scanArticle(r row) (Article, error) {
	var a Article
	var id int64
	err := scanRecord(r, &a, &id)
	a.ID = id
	return a, err
}

func scanCategory(r row) (Category, error) {
	var c Category
	var id int64
	err := scanRecord(r, &c, &id)
	c.ID = id
	return c, err
}
