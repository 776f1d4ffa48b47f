import { describe, expect, it } from "vitest";
import {
  clauseKeys,
  type Definition,
  errorKeys,
  fieldKeys,
  findText,
  flowKeys,
  placeKeys,
  placeValueKeys,
  stepKeys,
  type Texts,
} from "../../../engine/flow/index.ts";
import { nameKeys, nameValueKeys } from "../../../engine/flow/name-keys.ts";
import { sourceKeys, textPlaces, textsOf } from "../../../engine/flow/text-keys.ts";
import { visit } from "./fixtures/visit.ts";

/**
 * Every text of the visit. `!` marks a required text, `?` an optional one; the pointer follows `@`. Each line
 * lists the keys from most to least specific.
 */
const TEXTS = `
! care:visit.title  @/id
! care:visit.groups.first  @/groups/0
! care:visit.groups.last  @/groups/1
! care:visit.ask.title  @/steps/ask
? care:visit.ask.intro  @/steps/ask
? care:visit.ask.saved  @/steps/ask
! care:visit.ask.submit | button:continue  @/steps/ask
! care:visit.derived.total.label  @/steps/ask/shows/0
! care:visit.ask.name.label | form:common.name.label  @/steps/ask (field name)
? care:visit.ask.name.hint | form:common.name.hint  @/steps/ask (field name)
! care:visit.ask.name.errors.required | form:common.name.errors.required | form:errors.required  @/steps/ask (field name)
! care:visit.ask.name.errors.minLength | form:common.name.errors.minLength | form:errors.minLength  @/steps/ask (field name)
! care:visit.ask.name.errors.maxLength | form:common.name.errors.maxLength | form:errors.maxLength  @/steps/ask (field name)
? care:visit.ask.address.label | form:common.address.label  @/steps/ask (field address)
? care:visit.ask.address.hint | form:common.address.hint  @/steps/ask (field address)
! care:visit.ask.address.street.label | form:common.address.street.label  @/steps/ask (field address.street)
? care:visit.ask.address.street.hint | form:common.address.street.hint  @/steps/ask (field address.street)
! care:visit.ask.address.street.errors.required | form:common.address.street.errors.required | form:errors.required  @/steps/ask (field address.street)
! care:visit.ask.address.street.errors.pattern | form:common.address.street.errors.pattern | form:errors.pattern  @/steps/ask (field address.street)
! care:visit.ask.address.zip.label | form:common.address.zip.label | form:common.zip.label  @/steps/ask (field address.zip)
? care:visit.ask.address.zip.hint | form:common.address.zip.hint | form:common.zip.hint  @/steps/ask (field address.zip)
! care:visit.ask.address.zip.errors.postal-code | form:common.address.zip.errors.postal-code | form:common.zip.errors.postal-code | form:errors.postal-code  @/steps/ask (field address.zip)
! care:visit.ask.colour.label | form:common.colour.label  @/steps/ask (field colour)
? care:visit.ask.colour.hint | form:common.colour.hint  @/steps/ask (field colour)
! care:visit.ask.colour.options.RED | form:common.colour.options.RED  @/steps/ask (field colour)
! care:visit.ask.colour.options.BLUE | form:common.colour.options.BLUE  @/steps/ask (field colour)
! care:visit.ask.colour.errors.enum | form:common.colour.errors.enum | form:errors.enum  @/steps/ask (field colour)
! care:visit.ask.hobbies.label  @/steps/ask (field hobbies)
? care:visit.ask.hobbies.hint  @/steps/ask (field hobbies)
! care:visit.ask.hobbies.options.READ | form:common.hobby.options.READ  @/steps/ask (field hobbies)
! care:visit.ask.hobbies.options.SWIM | form:common.hobby.options.SWIM  @/steps/ask (field hobbies)
! care:visit.ask.hobbies.errors.minItems | form:errors.minItems  @/steps/ask (field hobbies)
! care:visit.ask.hobbies.errors.maxItems | form:errors.maxItems  @/steps/ask (field hobbies)
! care:visit.ask.hobbies.errors.uniqueItems | form:errors.uniqueItems  @/steps/ask (field hobbies)
! care:visit.ask.people.label  @/steps/ask (field people)
? care:visit.ask.people.hint  @/steps/ask (field people)
! care:visit.ask.people.items.age.label  @/steps/ask (field people.items.age)
? care:visit.ask.people.items.age.hint  @/steps/ask (field people.items.age)
! care:visit.ask.people.items.age.errors.required | form:errors.required  @/steps/ask (field people.items.age)
! care:visit.ask.people.items.age.errors.minimum | form:errors.minimum  @/steps/ask (field people.items.age)
! care:visit.ask.people.items.age.errors.maximum | form:errors.maximum  @/steps/ask (field people.items.age)
! care:visit.ask.terms.label  @/steps/ask (field terms)
? care:visit.ask.terms.hint  @/steps/ask (field terms)
? care:visit.ask.terms.options.true  @/steps/ask (field terms)
? care:visit.ask.terms.options.false  @/steps/ask (field terms)
! care:visit.ask.terms.errors.required | form:errors.required  @/steps/ask (field terms)
! care:visit.ask.terms.errors.const | form:errors.const  @/steps/ask (field terms)
! care:visit.ask.weight.label  @/steps/ask (field weight)
? care:visit.ask.weight.hint  @/steps/ask (field weight)
! care:visit.ask.weight.errors.exclusiveMinimum | form:errors.exclusiveMinimum  @/steps/ask (field weight)
! care:visit.ask.weight.errors.exclusiveMaximum | form:errors.exclusiveMaximum  @/steps/ask (field weight)
! care:visit.ask.weight.errors.multipleOf | form:errors.multipleOf  @/steps/ask (field weight)
! care:visit.ask.weight.errors.enum | form:errors.enum  @/steps/ask (field weight)
! care:visit.ask.shade.label  @/steps/ask (field shade)
? care:visit.ask.shade.hint  @/steps/ask (field shade)
! care:visit.ask.shade.errors.required | form:errors.required  @/steps/ask (field shade)
! care:visit.check.title  @/steps/check
? care:visit.check.intro  @/steps/check
? care:visit.check.saved  @/steps/check
? care:visit.check.inAll  @/steps/check
! care:visit.check.submit | button:confirm  @/steps/check
! care:visit.ask.title  @/steps/check/shows/0
! care:visit.ask.people.label  @/steps/check/shows/1
! care:visit.facts.patient.kind.label  @/steps/check/shows/2
! care:visit.facts.patient.kind.options.NEW | form:common.patient-kind.options.NEW  @/steps/check/shows/2
! care:visit.facts.patient.kind.options.OLD | form:common.patient-kind.options.OLD  @/steps/check/shows/2
! care:visit.code.title  @/steps/code
? care:visit.code.intro  @/steps/code
? care:visit.code.saved  @/steps/code
! care:visit.code.submit | button:confirm  @/steps/code
! care:visit.book.title  @/steps/book
? care:visit.book.intro  @/steps/book
? care:visit.book.saved  @/steps/book
! care:visit.book.submit | button:continue  @/steps/book
! care:visit.book.errors.taken | warning:errors.taken  @/steps/book/errors/taken
! care:visit.book.errors.closed | warning:errors.closed  @/steps/book/errors/closed
! care:visit.book.pin.label  @/steps/book (field pin)
? care:visit.book.pin.hint  @/steps/book (field pin)
! care:visit.book.pin.errors.pin | form:errors.pin  @/steps/book (field pin)
? care:visit.file.title  @/steps/file
? care:visit.file.intro  @/steps/file
? care:visit.file.saved  @/steps/file
? care:visit.file.submit | button:continue  @/steps/file
! care:visit.file.errors.full | warning:errors.full  @/steps/file/errors/full
! care:visit.paid.title  @/steps/paid
? care:visit.paid.intro  @/steps/paid
! care:visit.effects.book.count.label  @/steps/paid/shows/0
! care:visit.effects.book.count.options.1  @/steps/paid/shows/0
! care:visit.effects.book.count.options.2  @/steps/paid/shows/0
! care:visit.done.title  @/steps/done
? care:visit.done.intro  @/steps/done
? care:visit.done.saved  @/steps/done
! care:visit.derived.level.label  @/steps/done/shows/0
! care:visit.done.links.0  @/steps/done/links/0
! care:visit.done.links.1  @/steps/done/links/1
! rule:ready.title  @/title
? rule:ready.source  @/source
! warning:visit.kind  @/must
? warning:visit.kindWithLimit  @/must
! warning:visit.well  @/must
? warning:visit.wellWithLimit  @/must
! rule:possible.title  @/title
? rule:possible.source  @/source
! rule:possible.age  @/must
? rule:possible.ageWithLimit  @/must
! rule:named  @/title
! flag:late.title  @(place flags.late)
! fact:patient.kind.label  @(place facts.patient.kind)
! fact:patient.kind.options.NEW | form:common.patient-kind.options.NEW  @(place facts.patient.kind)
! fact:patient.kind.options.OLD | form:common.patient-kind.options.OLD  @(place facts.patient.kind)
! fact:patient.well.label  @(place facts.patient.well)
! fact:patient.well.options.true  @(place facts.patient.well)
! fact:patient.well.options.false  @(place facts.patient.well)
! fact:patient.age.label  @(place facts.patient.age)
! effect:care.book.count.label  @(place effects.book.count)
! effect:care.book.count.options.1  @(place effects.book.count)
! effect:care.book.count.options.2  @(place effects.book.count)
! effect:care.paid.amount.label  @(place effects.paid.amount)
! effect:care.paid.way.label  @(place effects.paid.way)
! effect:care.paid.way.options.QR  @(place effects.paid.way)
! fact:patient.label  @(place facts.patient)
? fact:patient.label  @/facts/patient
? fact:doctor.label  @/facts/doctor
`;

it("textPlaces returns the places of the expected texts in order, each with its most specific key first", () => {
  const asked = textPlaces(visit).map(
    ({ keys, needed, pointer }) => `${needed ? "!" : "?"} ${keys.join(" | ")}  @${pointer}`,
  );
  expect(asked).toEqual(TEXTS.trim().split("\n"));
});

it("a flow without groups, links, fields and rules needs texts for its title, its steps and its facts", () => {
  const { groups: _, ...flow } = visit.flow;
  const bare: Definition = {
    ...visit,
    schemas: {},
    rules: {},
    flow: {
      ...flow,
      flags: [],
      derived: {},
      start: "done",
      steps: { done: { kind: "end", outcome: "done", reason: "paid" } },
    },
  };
  expect(textPlaces(bare).map(({ keys }) => keys)).toEqual([
    ["care:visit.title"],
    ["care:visit.done.title"],
    ["care:visit.done.intro"],
    ["care:visit.done.saved"],
    ["fact:patient.label"],
    ["fact:doctor.label"],
  ]);
});

describe("the keys under which a text is looked up", () => {
  it.each([
    ["a flow", flowKeys(visit, "title"), ["care:visit.title"]],
    ["a step", stepKeys(visit, "done", "links.0"), ["care:visit.done.links.0"]],
    [
      "a field of an entry",
      fieldKeys(visit, "ask", "/people/12/age", "label"),
      ["care:visit.ask.people.items.age.label"],
    ],
    [
      "a field by its dotted path",
      fieldKeys(visit, "ask", "people.items.age", "label"),
      ["care:visit.ask.people.items.age.label"],
    ],
    [
      "a field with a number in its name",
      fieldKeys(visit, "ask", "/line2", "label"),
      ["care:visit.ask.line2.label"],
    ],
    [
      "a name with a slash and a tilde",
      fieldKeys(visit, "ask", "/a~1b~0c", "label"),
      ["care:visit.ask.a/b~c.label"],
    ],
    [
      "a field of a common group",
      fieldKeys(visit, "ask", "/address/zip", "hint"),
      ["care:visit.ask.address.zip.hint", "form:common.address.zip.hint", "form:common.zip.hint"],
    ],
    [
      "an option of a list",
      fieldKeys(visit, "ask", "hobbies", "options.READ"),
      ["care:visit.ask.hobbies.options.READ", "form:common.hobby.options.READ"],
    ],
    [
      "the label of a list, as distinct from the label of its entries",
      fieldKeys(visit, "ask", "hobbies", "label"),
      ["care:visit.ask.hobbies.label"],
    ],
    [
      "an entry of a list that is a plain value",
      fieldKeys(visit, "ask", "/hobbies/0", "label"),
      ["care:visit.ask.hobbies.items.label", "form:common.hobby.label"],
    ],
    [
      "a field below a value that is not a group",
      fieldKeys(visit, "ask", "/name/first", "label"),
      ["care:visit.ask.name.first.label", "form:common.name.first.label"],
    ],
    [
      "a field of a step without a form",
      fieldKeys(visit, "paid", "/x", "errors.required"),
      ["care:visit.paid.x.errors.required", "form:errors.required"],
    ],
    [
      "a data path that may be missing",
      placeKeys(visit, "answers.ask.name?"),
      ["care:visit.ask.name.label", "form:common.name.label"],
    ],
    ["a whole answer", placeKeys(visit, "answers.ask"), ["care:visit.ask.title"]],
    [
      "a field inside a group",
      placeKeys(visit, "answers.ask.address.street"),
      ["care:visit.ask.address.street.label", "form:common.address.street.label"],
    ],
    ["a fact", placeKeys(visit, "facts.patient.kind?"), ["care:visit.facts.patient.kind.label"]],
    [
      "a value of an answer",
      placeValueKeys(visit, "answers.ask.colour?", "RED"),
      ["care:visit.ask.colour.options.RED", "form:common.colour.options.RED"],
    ],
    [
      "a value of a field inside a group",
      placeValueKeys(visit, "answers.ask.address.zip", 1),
      [
        "care:visit.ask.address.zip.options.1",
        "form:common.address.zip.options.1",
        "form:common.zip.options.1",
      ],
    ],
    [
      "a value of a fact",
      placeValueKeys(visit, "facts.patient.kind?", "NEW"),
      ["care:visit.facts.patient.kind.options.NEW", "form:common.patient-kind.options.NEW"],
    ],
    [
      "an error of a whole answer",
      errorKeys(visit, "book", { pointer: "", code: "taken", params: {} }),
      ["care:visit.book.errors.taken", "warning:errors.taken"],
    ],
    [
      "an error of a field",
      errorKeys(visit, "ask", { pointer: "/name", code: "required", params: {} }),
      [
        "care:visit.ask.name.errors.required",
        "form:common.name.errors.required",
        "form:errors.required",
        "care:visit.ask.errors.required",
        "warning:errors.required",
      ],
    ],
    [
      "a clause with a known limit",
      errorKeys(visit, "ask", {
        pointer: "",
        code: "r.c",
        message: "warning:visit.kind",
        params: { limit: "1.00" },
      }),
      [
        "warning:visit.kindWithLimit",
        "warning:visit.kind",
        "care:visit.ask.errors.r.c",
        "warning:errors.r.c",
      ],
    ],
    [
      "a clause without a known limit",
      errorKeys(visit, "ask", { pointer: "", code: "r.c", message: "warning:visit.kind", params: {} }),
      ["warning:visit.kind", "care:visit.ask.errors.r.c", "warning:errors.r.c"],
    ],
    [
      "a clause that failed",
      clauseKeys({ id: "c", reason: "warning:visit.kind", mend: "none", missing: [] }),
      ["warning:visit.kind"],
    ],
    ["a rule's source", sourceKeys({ title: "rule:ready.title" }), ["rule:ready.source"]],
    ["a rule's source whose title has another key", sourceKeys({ title: "rule:titled" }), []],
  ])("the text keys of %s are %j", (_, keys, expected) => {
    expect(keys).toEqual(expected);
  });
});

describe("the name of a value that no form asks for", () => {
  it.each([
    [
      "facts.patient.kind?",
      ["fact:patient.kind.label"],
      ["fact:patient.kind.options.x", "form:common.patient-kind.options.x"],
    ],
    ["facts.patient.well", ["fact:patient.well.label"], ["fact:patient.well.options.x"]],
    ["facts.patient", ["fact:patient.label"], ["fact:patient.options.x"]],
    ["facts.nobody.name", ["fact:nobody.name.label"], ["fact:nobody.name.options.x"]],
    ["flags.late", ["flag:late.title"], []],
    ["effects.book.count", ["effect:care.book.count.label"], ["effect:care.book.count.options.x"]],
    ["effects.paid.amount", ["effect:care.paid.amount.label"], ["effect:care.paid.amount.options.x"]],
    ["effects.ask.name", [], []],
    ["effects.nowhere.name", [], []],
    ["answers.ask.name", [], []],
    ["derived.total", [], []],
  ] as const)(
    "the name of the value %s has the keys %j, and its options have the keys %j",
    (path, names, values) => {
      expect(nameKeys(visit, path)).toEqual(names);
      expect(nameValueKeys(visit, path, "x")).toEqual(values);
    },
  );
});

describe("the texts of a definition", () => {
  const all: Texts = {
    th: {
      care: { visit: { title: "มาพบหมอ", ask: { colour: { label: "สี" } } }, other: { title: "อื่น" } },
      form: {
        common: { name: { label: "ชื่อ" }, nobody: { label: "ไม่มีใคร" } },
        errors: { required: "กรอก", enum: "เลือก" },
      },
      button: { continue: "ต่อ", back: "กลับ" },
      header: { title: "หัว" },
    },
    en: {
      form: { common: { name: { label: "Name" } }, errors: "not a group" },
      warning: { visit: { kind: "Only new ones" } },
    },
  };

  it("the texts of a definition include all the flow's own texts, and the shared texts that the flow can need", () => {
    expect(textsOf(visit, all)).toEqual({
      th: {
        care: { visit: { title: "มาพบหมอ", ask: { colour: { label: "สี" } } } },
        form: { common: { name: { label: "ชื่อ" } }, errors: { required: "กรอก", enum: "เลือก" } },
        button: { continue: "ต่อ" },
      },
      en: { form: { common: { name: { label: "Name" } } }, warning: { visit: { kind: "Only new ones" } } },
    });
  });

  it("the texts of a definition are copies, so that a change of a copy does not change the original", () => {
    const own = textsOf(visit, all).th.care as { visit: { title: string } };
    own.visit.title = "?";
    expect((all.th.care as { visit: { title: string } }).visit.title).toBe("มาพบหมอ");
  });

  it.each([
    [["care:visit.ask.name.label", "form:common.name.label"], "th", "ชื่อ"],
    [["care:visit.title", "form:common.name.label"], "th", "มาพบหมอ"],
    [["care:visit.title"], "en", null],
    [["care:visit.ask"], "th", null],
    [["care:visit.title.more"], "th", null],
    [["care:visit.constructor"], "th", null],
    [["constructor:name"], "th", null],
    [["nowhere:title"], "th", null],
    [[], "th", null],
  ] as const)(
    "the texts of a definition contain under the first of the keys %j in the language %s the text %j",
    (keys, language, text) => {
      expect(findText(all, language, keys)).toBe(text);
    },
  );
});
