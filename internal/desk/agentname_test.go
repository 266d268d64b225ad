package desk_test

import (
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func TestParseAgentName_TakesNamesAsTheyAreSeen(t *testing.T) {
	for _, name := range []string{
		"Asha Rao", "asha", "Müller", "O'Neill", "O’Neill", `Asha "Ace" Rao`, "Jean-Luc", "Łukasz Żuk", "Николай", "Γιώργος", "आशा राव", "山田　太郎", "山田 Taro", "أحمد",
		"Nguyễn Văn A", "Agent 7", "ops@example.com", "Zoë 👩‍💻", "André", "ﾔﾏﾀﾞ", "Анна & Anna",
	} {
		if got, err := desk.ParseAgentName(name); err != nil || got.String() != name {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{
		"", " ", "\u00a0", "M\xfcller", "Asha\u200b Rao", "\ufeffAsha", "Asha\u202e", "Asha\u2066 Rao", "Asha\u200e", "Asha\u061c", "Asha\n", "Asha\tRao", "A\x00sha",
		"Asha  Rao", " Asha", "Asha ", "Asha\u00a0Rao", "Asha\u2003Rao", "Asha\u00a0", "Asha\u3000", "Mu\u0308ller", "Аsha", "Αsha", "Asһa", "Аshа Rao", "Ꭺsha", "A\u00adsha",
		"Asha\u034f", "\u3164", "Asha\ue000", "Asha\U000e0041",
	} {
		if got, err := desk.ParseAgentName(name); err == nil {
			t.Errorf("%q is taken as %q", name, got)
		}
	}
}

func TestAgentNames_HasNoTwoNamesThatLookTheSame(t *testing.T) {
	for _, pair := range [][2]string{
		{"Asha Rao", "asha rao"},
		{"Asha Rao", "ASHA RAO"},
		{"Asha", "Аѕһа"},
		{"BOB", "ВОВ"},
		{"Alice", "AIice"},
		{"Alice", "A1ice"},
		{"Bill", "BiII"},
		{"Leo 0", "Leo O"},
		{"O'Neill", "O’Neill"},
		{"Jean-Luc", "Jean‐Luc"},
		{"Jean-Luc", "Jean–Luc"},
		{"Asha", "Ａｓｈａ"},
		{"Asha", "𝐀𝐬𝐡𝐚"},
		{"Rafi", "Raﬁ"},
		{"Kate", "Κате"},
		{"KATE", "ΚΑΤΕ"},
		{"山田 太郎", "山田　太郎"},
		{"Asha", "As\u200dha"},
		{"क\u200dष", "कष"},
		{"Éva", "éva"},
		{"HOPE", "НОРЕ"},
		{"TWO", "ᎢᎳO"},
		{"Ax", "Ах"},
	} {
		var names desk.AgentNames
		first, second := safetext.LineFromText(pair[0]), safetext.LineFromText(pair[1])
		if first == second {
			continue
		}
		if _, added := names.Add(first); !added {
			t.Fatal(first)
		}
		if other, added := names.Add(second); added || other != first {
			t.Errorf("%q and %q are two agents", first, second)
		}
		if names.Len() != 1 || !names.Like(first).IsEmpty() {
			t.Errorf("%d names; %q looks like %q", names.Len(), first, names.Like(first))
		}
	}
	var names desk.AgentNames
	for _, name := range []string{
		"Asha", "Ashar", "Müller", "Muller", "Möller", "Neil", "Nell", "Eva", "Éva", "Ana", "Anna", "Jean Luc", "Jean-Luc", "Ivan", "Иван", "Николай", "Nikolai", "山田", "山本",
		"Agent 1", "Agent 2", "Agent 11", "Asha", "Mila", "Milla", "आशा", "ऊषा", "Ben", "Bén",
	} {
		line := safetext.LineFromText(name)
		if other, added := names.Add(line); !added {
			t.Errorf("%q is taken for %q", name, other)
		}
	}
}
