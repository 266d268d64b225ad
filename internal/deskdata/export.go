package deskdata

import (
	"bufio"
	gocontext "context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
)

// exporter writes one desk below a directory.
type exporter struct {
	desk   *store.Export
	dir    string
	agents map[int64]store.Agent
	counts []Counts
}

// Export writes the current state of a desk to a new directory, in the files that Import reads. The directory appears
// when all of it is written; a non-empty one stays unchanged.
func Export(ctx gocontext.Context, desk *store.Store, dir string) ([]Counts, error) {
	if err := checkEmptyDir(dir); err != nil {
		return nil, err
	}
	parent := filepath.Dir(filepath.Clean(dir))
	made, err := os.MkdirTemp(parent, ".frontdesk-export-")
	if err != nil {
		return nil, fmt.Errorf("the desk cannot be written to %s: %w", dir, err)
	}
	defer os.RemoveAll(made)
	x := &exporter{dir: made, agents: map[int64]store.Agent{}}
	err = desk.Export(ctx, func(e *store.Export) error {
		x.desk = e
		return x.writeAll(ctx)
	})
	if err == nil {
		_ = os.Remove(dir) // an empty one
		err = os.Rename(made, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("the desk cannot be written to %s: %w", dir, err)
	}
	return x.counts, nil
}

// checkEmptyDir returns an error for a non-empty directory: files that are no longer written would be imported again.
func checkEmptyDir(dir string) error {
	there, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(there) > 0:
		return fmt.Errorf("%s is not empty: name a new directory", dir)
	}
	return nil
}

func (e *exporter) writeAll(ctx gocontext.Context) error {
	agents, err := e.desk.Agents(ctx)
	if err != nil {
		return err
	}
	for _, a := range agents {
		e.agents[a.ID] = a
	}
	found, err := e.desk.Categories(ctx)
	if err != nil {
		return err
	}
	folders := categoryFolders(found)
	if err := e.writeSettings(ctx, agents, found); err != nil {
		return err
	}
	if err := e.writeArticles(folders); err != nil {
		return err
	}
	return e.writeTables()
}

func (e *exporter) count(kind string, n int) {
	if n > 0 {
		e.counts = append(e.counts, Counts{Kind: kind, Written: n})
	}
}

// writeSettings writes desk.toml unless the desk has no settings.
func (e *exporter) writeSettings(ctx gocontext.Context, agents []store.Agent, found []store.Category) error {
	ownSubStatuses, err1 := e.desk.SubStatuses(ctx)
	allQueues, err2 := e.desk.Queues(ctx)
	paths, err3 := e.desk.Dispositions(ctx)
	rules, err4 := e.desk.SLARules(ctx)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	all := make([]disposition, len(paths))
	for i := range paths {
		all[i].Path = paths[i]
	}
	if len(ownSubStatuses)+len(agents)+len(allQueues)+len(all)+len(rules)+len(found) == 0 {
		return nil
	}
	return writeFile(filepath.Join(e.dir, "desk.toml"), func(out *bufio.Writer) error {
		exportBlocks(e, out, subStatuses, ownSubStatuses)
		exportBlocks(e, out, employees, agents)
		exportBlocks(e, out, queues, allQueues)
		exportBlocks(e, out, dispositions, all)
		exportBlocks(e, out, slaRules, rules)
		exportBlocks(e, out, categories, found)
		return nil
	})
}

func exportBlocks[T any](e *exporter, out *bufio.Writer, d definition[T], all []T) {
	writeBlocks(out, d, all)
	e.count(d.name, len(all))
}

// writeTables writes the CSV files.
func (e *exporter) writeTables() error {
	people := func() iter.Seq2[contact, error] { return e.contacts() }
	return errors.Join(
		exportTable(
			e,
			customers,
			mapRecords(e.desk.Customers, func(c store.Customer) store.Customer { e.employee(&c.Assigned); return c }),
		),
		exportTable(e, contacts, people),
		exportTable(
			e,
			enquiries,
			mapRecords(
				e.desk.Enquiries,
				func(enquiry store.Enquiry) store.Enquiry { e.employee(&enquiry.Assigned); return enquiry },
			),
		),
		exportTable(
			e,
			orders,
			mapRecords(e.desk.Orders, func(o store.Order) order { e.employee(&o.Assigned); return order{Order: o} }),
		),
		exportTable(e, tickets, mapRecords(e.desk.Tickets, e.ticket)),
		exportTable(
			e,
			history,
			mapRecords(e.desk.Notes, func(n store.TicketNote) note { return note{n.Note, n.Ticket} }),
		),
	)
}

func exportTable[T any](e *exporter, d definition[T], rows func() iter.Seq2[T, error]) error {
	n, err := writeTable(filepath.Join(e.dir, d.file+".csv"), d, rows)
	e.count(d.name, n)
	return err
}

// mapRecords converts stored records to those that are written.
func mapRecords[From, To any](rows func() iter.Seq2[From, error], change func(From) To) func() iter.Seq2[To, error] {
	return func() iter.Seq2[To, error] {
		return func(yield func(To, error) bool) {
			for r, err := range rows() {
				if !yield(change(r), err) {
					return
				}
			}
		}
	}
}

func (e *exporter) contacts() iter.Seq2[contact, error] {
	return func(yield func(contact, error) bool) {
		for c, err := range e.desk.Customers() {
			if err != nil {
				yield(contact{}, err)
				return
			}
			for _, p := range c.Contacts {
				if !yield(contact{Contact: p, Customer: c.ID}, nil) {
					return
				}
			}
		}
	}
}

// employee sets an employee's keys to those in the list of employees, by which an import finds it again.
func (e *exporter) employee(employee *store.Employee) {
	if a, known := e.agents[employee.ID]; known {
		*employee = a.Employee
	}
}

func (e *exporter) ticket(t store.Ticket) ticket {
	if a, known := e.agents[t.AssignedID]; known {
		t.Assign(a)
	}
	return ticket{Ticket: t}
}

// categoryFolders returns a folder of its own for every category, by id.
func categoryFolders(all []store.Category) map[int64]string {
	byID := map[int64]store.Category{}
	for _, c := range all {
		byID[c.ID] = c
	}
	folders, taken := map[int64]string{}, map[string]bool{}
	for i, c := range all {
		folder := store.FolderOf(c, byID)
		if path.Base("/"+folder) == "/" || strings.HasSuffix(folder, "/") || taken[strings.ToLower(folder)] {
			folder = strings.TrimSuffix(folder, "/") + "-" + strconv.FormatInt(c.ID, 10)
		}
		taken[strings.ToLower(folder)] = true
		folders[c.ID], all[i].Folder = folder, folder
	}
	return folders
}

// writeArticles writes one file per article, named by the key of its import, else by its title.
func (e *exporter) writeArticles(folders map[int64]string) error {
	taken, n := map[string]bool{}, 0
	for a, err := range e.desk.Articles() {
		if err != nil {
			return err
		}
		name := a.Key
		if name == "" {
			name = fileName(a.Title)
		}
		if taken[strings.ToLower(name)] {
			name += "-" + strconv.FormatInt(a.ID, 10)
		}
		taken[strings.ToLower(name)] = true
		file := filepath.Join(e.dir, articlesDir, filepath.FromSlash(folders[a.CategoryID]), name+".html")
		if err := writeFile(file, func(out *bufio.Writer) error { return writeArticle(out, a) }); err != nil {
			return err
		}
		n++
	}
	e.count(articles.name, n)
	return nil
}

func writeArticle(out *bufio.Writer, a store.Article) error {
	_, _ = out.WriteString("---\n")
	r := article{Article: a}
	for _, c := range articles.columns {
		value := strings.NewReplacer("\r", " ", "\n", " ").Replace(strings.ToValidUTF8(c.get(&r), "\ufffd"))
		if value == "" {
			continue
		}
		if value != strings.TrimSpace(value) || value != unquote(value) {
			value = `"` + value + `"`
		}
		_, _ = fmt.Fprintf(out, "%s: %s\n", c.name, value)
	}
	_, err := fmt.Fprintf(out, "---\n%s\n", strings.ToValidUTF8(a.Detail, "\ufffd"))
	return err
}

// fileName returns a title as a file name: its words in lower case.
func fileName(title string) string {
	words := strings.FieldsFunc(safetext.Fold(safetext.LineFromText(title).String()), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
	name := ""
	for _, word := range words {
		if len(name)+len(word) > 80 {
			break
		}
		name = strings.TrimPrefix(name+"-"+word, "-")
	}
	if name == "" {
		return "article"
	}
	return name
}
