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

// Export writes a desk as it stands now to a new directory, in the files that Import reads. The directory appears
// when all of it is written; one that holds something is left as it is.
func Export(ctx gocontext.Context, desk *store.Store, dir string) ([]Counts, error) {
	if err := vacant(dir); err != nil {
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
		return x.all(ctx)
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

// vacant refuses a directory that holds something: files that are no longer written would be imported again.
func vacant(dir string) error {
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

func (x *exporter) all(ctx gocontext.Context) error {
	agents, err := x.desk.Agents(ctx)
	if err != nil {
		return err
	}
	for _, a := range agents {
		x.agents[a.ID] = a
	}
	found, err := x.desk.Categories(ctx)
	if err != nil {
		return err
	}
	folders := foldersOf(found)
	if err := x.settings(ctx, agents, found); err != nil {
		return err
	}
	if err := x.articles(folders); err != nil {
		return err
	}
	return x.tables()
}

func (x *exporter) wrote(kind string, n int) {
	if n > 0 {
		x.counts = append(x.counts, Counts{Kind: kind, Written: n})
	}
}

// settings writes desk.toml; there is none for a desk without any.
func (x *exporter) settings(ctx gocontext.Context, agents []store.Agent, found []store.Category) error {
	ownSubStatuses, err1 := x.desk.SubStatuses(ctx)
	allQueues, err2 := x.desk.Queues(ctx)
	paths, err3 := x.desk.Dispositions(ctx)
	rules, err4 := x.desk.SLARules(ctx)
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
	return writeFile(filepath.Join(x.dir, "desk.toml"), func(out *bufio.Writer) error {
		blocks(x, out, subStatuses, ownSubStatuses)
		blocks(x, out, employees, agents)
		blocks(x, out, queues, allQueues)
		blocks(x, out, dispositions, all)
		blocks(x, out, slaRules, rules)
		blocks(x, out, categories, found)
		return nil
	})
}

func blocks[T any](x *exporter, out *bufio.Writer, d definition[T], all []T) {
	writeBlocks(out, d, all)
	x.wrote(d.name, len(all))
}

// tables writes the CSV files.
func (x *exporter) tables() error {
	people := func() iter.Seq2[contact, error] { return x.contacts() }
	return errors.Join(
		table(x, customers, mapped(x.desk.Customers, func(c store.Customer) store.Customer { x.employee(&c.Assigned); return c })),
		table(x, contacts, people),
		table(x, enquiries, mapped(x.desk.Enquiries, func(e store.Enquiry) store.Enquiry { x.employee(&e.Assigned); return e })),
		table(x, orders, mapped(x.desk.Orders, func(o store.Order) order { x.employee(&o.Assigned); return order{Order: o} })),
		table(x, tickets, mapped(x.desk.Tickets, x.ticket)),
		table(x, history, mapped(x.desk.Notes, func(n store.TicketNote) note { return note{n.Note, n.Ticket} })),
	)
}

func table[T any](x *exporter, d definition[T], rows func() iter.Seq2[T, error]) error {
	n, err := writeTable(filepath.Join(x.dir, d.file+".csv"), d, rows)
	x.wrote(d.name, n)
	return err
}

// mapped makes the records that are written of those that are read.
func mapped[From, To any](rows func() iter.Seq2[From, error], change func(From) To) func() iter.Seq2[To, error] {
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

func (x *exporter) contacts() iter.Seq2[contact, error] {
	return func(yield func(contact, error) bool) {
		for c, err := range x.desk.Customers() {
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

// employee names an employee as the list of employees does, by which an import finds it again.
func (x *exporter) employee(e *store.Employee) {
	if a, known := x.agents[e.ID]; known {
		*e = a.Employee
	}
}

func (x *exporter) ticket(t store.Ticket) ticket {
	if a, known := x.agents[t.AssignedID]; known {
		t.Assign(a)
	}
	return ticket{Ticket: t}
}

// foldersOf gives every category a folder of its own and answers them by id.
func foldersOf(all []store.Category) map[int64]string {
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

// articles writes a file each, named by the key of its import, else by its title.
func (x *exporter) articles(folders map[int64]string) error {
	taken, n := map[string]bool{}, 0
	for a, err := range x.desk.Articles() {
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
		file := filepath.Join(x.dir, articlesDir, filepath.FromSlash(folders[a.CategoryID]), name+".html")
		if err := writeFile(file, func(out *bufio.Writer) error { return writeArticle(out, a) }); err != nil {
			return err
		}
		n++
	}
	x.wrote(articles.name, n)
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
		if value != strings.TrimSpace(value) || value != unquoted(value) {
			value = `"` + value + `"`
		}
		_, _ = fmt.Fprintf(out, "%s: %s\n", c.name, value)
	}
	_, err := fmt.Fprintf(out, "---\n%s\n", strings.ToValidUTF8(a.Detail, "\ufffd"))
	return err
}

// fileName is a title as a file's name: its words in small letters.
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
