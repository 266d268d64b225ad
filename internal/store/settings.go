package store

import (
	"context"
	"encoding/json"
)

// settings reads the short lists of a desk.
type settings struct{ db querier }

// SubStatuses returns the desk's own sub-statuses, by key.
func (s settings) SubStatuses(ctx context.Context) ([]SubStatus, error) {
	return queryAll(ctx, s.db, "SELECT key, name, status, status_name FROM sub_statuses ORDER BY key", scanSubStatus)
}

// Queues returns the ticket queues, by key.
func (s settings) Queues(ctx context.Context) ([]Queue, error) {
	return queryAll(ctx, s.db, "SELECT key, name, record FROM queues ORDER BY key", scanQueue)
}

// Agents returns the employees, by id.
func (s settings) Agents(ctx context.Context) ([]Agent, error) {
	return queryAll(ctx, s.db, agentColumns+" ORDER BY id", scanAgent)
}

// Dispositions returns the paths that tickets may have, sorted; an empty list allows any.
func (s settings) Dispositions(ctx context.Context) ([]string, error) {
	return queryAll(ctx, s.db, "SELECT path FROM dispositions ORDER BY path", func(r row) (path string, err error) {
		err = r.Scan(&path)
		return path, err
	})
}

// SLARules returns the SLA rules, by queue and priority.
func (s settings) SLARules(ctx context.Context) ([]SLARule, error) {
	return queryAll(ctx, s.db, slaColumns+" ORDER BY queue, priority", scanSLARule)
}

// Categories returns the FAQ categories, by id.
func (s settings) Categories(ctx context.Context) ([]Category, error) {
	return queryAll(ctx, s.db, "SELECT id, record FROM categories ORDER BY id", scanCategory)
}

// Articles returns all articles, including disabled ones, by id.
func (s settings) Articles(ctx context.Context) ([]Article, error) {
	return queryAll(ctx, s.db, "SELECT id, record FROM articles ORDER BY id", scanArticle)
}

func scanSubStatus(r row) (SubStatus, error) {
	var v SubStatus
	err := r.Scan(&v.Key, &v.Name, &v.Status, &v.StatusName)
	return v, err
}

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

const slaColumns = "SELECT queue, priority, seconds, at_risk FROM sla_rules"

func scanSLARule(r row) (SLARule, error) {
	var rule SLARule
	err := r.Scan(&rule.Queue, &rule.Priority, &rule.Seconds, &rule.AtRisk)
	return rule, err
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
