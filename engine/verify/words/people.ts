import type { Definition, Language } from "../../flow/definition.ts";
import { findText, placeKeys, placeValueKeys } from "../../flow/text-keys.ts";
import type { Path } from "../../rules/rule.ts";
import type { Json } from "../../values/json.ts";
import type { Cell } from "../cells/cell.ts";
import type { Cube } from "../diagram/cubes.ts";

/** A sentence in both languages. */
export type Words = { readonly [language in Language]: string };

/** Names of places and values; a definition's own texts where there are any, else the place as it is written. */
export type Naming = {
  readonly place: (path: Path, language: Language) => string;
  readonly value: (path: Path, value: Json, language: Language) => string;
};

const SAY = {
  th: {
    whose: "ผู้ที่",
    is: "คือ",
    unknown: "ยังไม่ทราบ",
    yes: "ใช่",
    no: "ไม่ใช่",
    or: "หรือ",
    and: " และ",
    from: "ตั้งแต่",
    to: "ถึง",
    upTo: "ไม่เกิน",
    nobody: "ทุกคน",
    list: "รายการ",
    empty: "ว่าง",
    given: "มีข้อมูลแล้ว",
    otherThan: "อย่างอื่นที่ไม่ใช่",
  },
  en: {
    whose: "someone whose",
    is: "is",
    unknown: "unknown",
    yes: "yes",
    no: "no",
    or: "or",
    and: " and",
    from: "from",
    to: "to",
    upTo: "up to",
    nobody: "everybody",
    list: "the list",
    empty: "empty",
    given: "given",
    otherThan: "other than",
  },
} as const;

/** Names from a definition's texts. */
export function namingOf(definition: Definition): Naming {
  const own = (path: Path, language: Language) =>
    findText(definition.texts, language, placeKeys(definition, path));
  return {
    place: (path, language) => own(path, language) ?? plainPlace(path),
    value: (path, value, language) => {
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
        const text = findText(definition.texts, language, placeValueKeys(definition, path, value));
        if (text !== null) return text;
      }
      return plainValue(value, language);
    },
  };
}

/** Names where there is no definition. */
export const PLAIN_NAMING: Naming = {
  place: (path) => plainPlace(path),
  value: (_, value, language) => plainValue(value, language),
};

/** A place as it is written, its last name first: `facts.investor.kycStatus` is "kycStatus (investor)". */
function plainPlace(path: Path): string {
  const [, from = path, ...rest] = path.split(".");
  return rest.length === 0 ? from : `${rest.join(".")} (${from})`;
}

function plainValue(value: Json, language: Language): string {
  if (typeof value === "boolean") return SAY[language][value ? "yes" : "no"];
  if (Array.isArray(value))
    return value.length === 0
      ? SAY[language].empty
      : value.map((one) => plainValue(one, language)).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A class of people in words: "someone whose age is from 60 and whose income is unknown". */
export function wordsOfCube(cube: Cube, naming: Naming): Words {
  return { th: sentence(cube, naming, "th"), en: sentence(cube, naming, "en") };
}

function sentence(cube: Cube, naming: Naming, language: Language): string {
  const say = SAY[language];
  if (cube.length === 0) return say.nobody;
  const parts = cube.map(({ variable, cells }) => {
    const place = naming.place(variable.path, language);
    const values = cells.map((cell) => wordsOfCell(variable.path, cell, naming, language));
    return `${place} ${say.is} ${values.join(` ${say.or} `)}`;
  });
  const [first, ...rest] = parts;
  const again = language === "en" ? " whose" : "";
  return [`${say.whose} ${first}`, ...rest.map((part) => `${say.and}${again} ${part}`)].join("");
}

function wordsOfCell(path: Path, cell: Cell, naming: Naming, language: Language): string {
  const say = SAY[language];
  if (cell.value === undefined) return say.unknown;
  const { from, to, words, except } = cell;
  if (words !== undefined) return words.map((word) => naming.value(path, word, language)).join(` ${say.or} `);
  if (except !== undefined) {
    const named = except.filter((text) => text !== "").map((text) => naming.value(path, text, language));
    return named.length === 0 ? say.given : `${say.otherThan} ${named.join(` ${say.or} `)}`;
  }
  if (from !== undefined && to !== undefined && from !== to)
    return `${say.from} ${naming.value(path, from, language)} ${say.to} ${naming.value(path, to, language)}`;
  if (from !== undefined && to === undefined) return `${say.from} ${naming.value(path, from, language)}`;
  if (from === undefined && to !== undefined) return `${say.upTo} ${naming.value(path, to, language)}`;
  return naming.value(path, cell.value, language);
}
