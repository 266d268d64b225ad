package cache

import (
	"reflect"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// TestDisk_EveryFieldOfARecordComesBack fills every field, so that one of a type that cannot be stored is noticed.
func TestDisk_EveryFieldOfARecordComesBack(t *testing.T) {
	for _, record := range []any{&storedDetails{}, &storedOrders{}, &storedVocabulary{}, &desk.Customer{}} {
		v := reflect.ValueOf(record).Elem()
		t.Run(v.Type().String(), func(t *testing.T) {
			fill(t, v, v.Type().String())
			text, err := encodeStored(v.Interface())
			if err != nil {
				t.Fatal(err)
			}
			again := reflect.New(v.Type())
			if err := decodeStored(string(text), again.Interface()); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(again.Elem().Interface(), v.Interface()) {
				t.Errorf("got  %+v\nwant %+v", again.Elem().Interface(), v.Interface())
			}
		})
	}
}

// filled are values of types whose fields are not open.
var filled = map[reflect.Type]any{}

func value[T any](v T) bool { filled[reflect.TypeFor[T]()] = v; return true }

var _ = value(safetext.LineFromText("a line & <more>")) &&
	value(safetext.BlockFromText("two\nlines")) &&
	value(safetext.NewHTML("<b>bold</b> &amp; more")) &&
	value(safetext.AddressFromText("https://desk.example/t?a=1&amp;amp;amp;amp;b=2")) &&
	value(desk.NewInternedLine(safetext.LineFromText("High"))) &&
	value(desk.NewID("4711")) &&
	value(desk.NewCode("P", safetext.LineFromText("Pending"))) &&
	value(desk.NewUnixTime(time.Unix(1_700_000_000, 0).UTC())) &&
	value(desk.NewPhone("+49 30 123456")) &&
	value(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))

func fill(t *testing.T, v reflect.Value, path string) {
	t.Helper()
	if known, ok := filled[v.Type()]; ok {
		v.Set(reflect.ValueOf(known))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if field.Name == "text" && v.Type() == reflect.TypeFor[storedDetails]() {
				continue // in a column of its own
			}
			if !field.IsExported() {
				t.Fatalf("%s has a field that is not open: add %v to the filled values", path, v.Type())
			}
			fill(t, v.Field(i), path+"."+field.Name)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0), path+"[0]")
	case reflect.Map:
		key, element := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key, path)
		fill(t, element, path)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, element)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), path)
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(7)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	default:
		t.Fatalf("%s is a %v", path, v.Kind())
	}
}
