package store

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
)

// Queue writes a queue.
func (i *Import) Queue(key string, set func(*Queue) error) (Outcome, error) {
	q, found := queryOne(i.writer, scanQueue, "SELECT key, name, record FROM queues WHERE key = ?", key)
	q.Key = key
	return modify(i, &q, found, set, func() {
		i.exec(`INSERT INTO queues (key, name, record) VALUES (?, ?, ?)
			ON CONFLICT (key) DO UPDATE SET name = excluded.name, record = excluded.record`, q.Key, q.Name, i.encode(q))
	})
}

// SubStatus writes a sub-status.
func (i *Import) SubStatus(key string, set func(*SubStatus) error) (Outcome, error) {
	v, found := queryOne(
		i.writer,
		scanSubStatus,
		"SELECT key, name, status, status_name FROM sub_statuses WHERE key = ?",
		key,
	)
	v.Key = key
	return modify(i, &v, found, set, func() {
		i.exec(`INSERT INTO sub_statuses VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET name = excluded.name,
			status = excluded.status, status_name = excluded.status_name`, v.Key, v.Name, v.Status, v.StatusName)
	})
}

// Disposition writes a disposition path.
func (i *Import) Disposition(path string) (Outcome, error) {
	if i.queryNumber("SELECT count(*) FROM dispositions WHERE path = ?", path) > 0 || i.err != nil {
		return Unchanged, i.err
	}
	i.exec("INSERT INTO dispositions VALUES (?)", path)
	return Added, i.err
}

// SLARule writes the rule of a queue and priority; an empty one applies to any.
func (i *Import) SLARule(queue, priority string, set func(*SLARule) error) (Outcome, error) {
	rule, found := queryOne(i.writer, scanSLARule, slaColumns+" WHERE queue = ? AND priority = ?", queue, priority)
	rule.Queue, rule.Priority = queue, priority
	return modify(i, &rule, found, set, func() {
		i.exec(
			`INSERT INTO sla_rules VALUES (?, ?, ?, ?) ON CONFLICT (queue, priority) DO UPDATE SET seconds = excluded.seconds,
			at_risk = excluded.at_risk`,
			rule.Queue,
			rule.Priority,
			rule.Seconds,
			rule.AtRisk,
		)
	})
}

// Agent writes an employee, looked up by id or, if that is 0, by key.
func (i *Import) Agent(id int64, key string, set func(*Agent) error) (Outcome, error) {
	a, found := queryOne(i.writer, scanAgent, agentColumns+" WHERE id = ?", id)
	if id == 0 {
		a, found = i.Employee(key)
	}
	return modify(i, &a, found, set, func() {
		i.assignID(&a.ID, "employees")
		i.writeAgent(a)
	})
}

// Category writes the category of a folder; its parent categories must exist already.
func (i *Import) Category(id int64, folder string, set func(*Category) error) (Outcome, error) {
	c, found := i.findCategory(id, folder)
	parent, _ := i.findCategory(0, parentFolder(folder))
	return modify(i, &c, found, func(c *Category) error {
		c.Folder = folder
		c.SetParent(parent)
		return set(c)
	}, func() {
		i.assignID(&c.ID, "categories")
		i.categoriesChanged = true
		i.writeCategory(&c)
	})
}

// SetParent puts a category below another one, or at the top below the zero Category.
func (c *Category) SetParent(parent Category) {
	c.Parent, c.Path = parent.Name, ""
	if parent.ID != 0 {
		c.Path = parent.Path + strconv.FormatInt(parent.ID, 10) + "/"
	}
}

// SetCategory puts an article into a category.
func (a *Article) SetCategory(c Category) {
	a.CategoryID, a.CategoryName, a.ParentName = c.ID, c.Name, c.Parent
}

func parentFolder(folder string) string {
	parent, _, within := cutLast(folder, "/")
	if !within {
		return ""
	}
	return parent
}

func cutLast(s, sep string) (before, after string, found bool) {
	at := strings.LastIndex(s, sep)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(sep):], true
}

func (i *Import) findCategory(id int64, folder string) (Category, bool) {
	const columns = "SELECT id, record FROM categories WHERE "
	if id != 0 {
		return queryOne(i.writer, scanCategory, columns+"id = ?", id)
	}
	if folder == "" {
		return Category{}, false
	}
	return queryOne(i.writer, scanCategory, columns+"folder = ?", indexKey(folder))
}

// Article writes an article of a folder's category, looked up by id or, if that is 0, by key.
func (i *Import) Article(id int64, key, folder string, set func(*Article) error) (Outcome, error) {
	const columns = "SELECT id, record FROM articles WHERE "
	a, found := queryOne(i.writer, scanArticle, columns+"id = ?", id)
	if id == 0 {
		a, found = queryOne(i.writer, scanArticle, columns+"key = ? ORDER BY id LIMIT 1", indexKey(key))
	}
	category, _ := i.findCategory(0, folder)
	return modify(i, &a, found, func(a *Article) error {
		a.Key = key
		a.SetCategory(category)
		return set(a)
	}, func() {
		i.assignID(&a.ID, "articles")
		i.writeArticle(&a)
	})
}

// folderName returns a name with the characters that some systems forbid in file names replaced.
func folderName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || unicode.IsControl(r) {
			return '-'
		}
		return r
	}, name)
	return strings.Trim(name, " .")
}

func parseID(text string) int64 {
	id, _ := strconv.ParseInt(text, 10, 64) // 0 for text that is not a number
	return id
}

// ClearOtherDefaults clears the default flag of every queue other than key.
func (i *Import) ClearOtherDefaults(key string) error {
	queues, err := settings{i.tx}.Queues(i.ctx)
	i.err = cmp.Or(i.err, err)
	for _, q := range queues {
		if q.Default && q.Key != key {
			q.Default = false
			i.exec("UPDATE queues SET record = ? WHERE key = ?", i.encode(q), q.Key)
		}
	}
	return i.err
}
