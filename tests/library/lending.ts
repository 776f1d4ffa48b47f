import type { DefinitionSource } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { sourceOf } from "../engine/flow/fixtures/source-of.ts";
import { trade } from "./trade.ts";

const isbn = { type: "string", format: "isbn" };
const gulden = { type: "string", format: "gulden" };
const days = { type: "integer", minimum: 1, maximum: 60 };

const clause = (id: string, mend: string, logic: JsonObject): JsonObject => ({
  id,
  reason: `rule:lend.${id}`,
  mend,
  logic,
});

/**
 * A flow that lends a book to a reader who owes little, has few books, and leaves enough copies for others.
 */
export const lending: DefinitionSource = sourceOf(
  {
    flow: {
      id: "lend",
      namespace: "lend",
      subject: "account",
      inFlight: "follow",
      facts: { reader: {} },
      derived: {
        fee: { fn: "lendingFee", args: ["facts.reader.dailyFee", "answers.book.days"] },
        lent: { fn: "booksLent", args: ["facts.reader.books"] },
        most: { rule: "most-days" },
      },
      invariants: [
        { before: "hand-over", rule: "reader-may" },
        { before: "hand-over", rule: "may-borrow" },
      ],
      groups: ["book"],
      start: "gate",
      steps: {
        gate: { kind: "decide", next: [{ when: "reader-may", to: "book" }, { to: "not-now" }] },
        book: {
          kind: "form",
          group: "book",
          check: ["may-borrow"],
          shows: ["derived.fee?"],
          next: [{ to: "look" }],
        },
        look: {
          kind: "review",
          group: "book",
          shows: ["answers.book.isbn", "answers.book.days", "answers.book.left", "derived.fee"],
          next: [{ to: "hand-over" }],
        },
        "hand-over": {
          kind: "effect",
          effect: "library.lend",
          input: { isbn: "answers.book.isbn", days: "answers.book.days", fee: "derived.fee" },
          errors: { "lent-out": { to: "gone" } },
          next: [{ to: "lent" }],
        },
        lent: { kind: "end", outcome: "done", reason: "lent", links: ["flow:lend"] },
        "not-now": {
          kind: "end",
          outcome: "stopped",
          reason: "not-now",
          explains: "reader-may",
          links: ["flow:lend"],
        },
        gone: { kind: "end", outcome: "stopped", reason: "gone", links: ["flow:lend"] },
      },
    },
    schemas: {
      book: {
        $id: "lend/book",
        type: "object",
        properties: { isbn, days, left: gulden },
        required: ["isbn", "days", "left"],
      },
    },
    rules: {
      "reader-may": {
        onMissing: "refuse",
        must: [
          clause("owes-little", "none", { "<=": [{ var: "facts.reader.owes" }, "0.500"] }),
          clause("few-books", "none", { "<": [{ var: "derived.lent" }, 5] }),
        ],
      },
      "may-borrow": {
        onMissing: "refuse",
        must: [
          clause("not-too-long", "answers.book.days", {
            "<=": [{ var: "answers.book.days" }, { var: "derived.most" }],
          }),
          clause("leaves-enough", "answers.book.left", {
            ">=": [{ var: "answers.book.left" }, { "+": [{ var: "derived.fee" }, "1.000"] }],
          }),
        ],
      },
      "most-days": {
        value: {
          type: { type: "integer", minimum: 1, maximum: 60 },
          logic: { if: [{ "==": [{ var: "facts.reader.kind" }, "CHILD"] }, 14, 28] },
        },
      },
    },
    facts: {
      reader: {
        schema: {
          type: "object",
          properties: {
            kind: { type: "string", enum: ["CHILD", "ADULT"] },
            owes: gulden,
            dailyFee: { ...gulden, means: "daily-fee" },
            books: { type: "array", items: isbn },
          },
          required: ["kind", "owes", "dailyFee", "books"],
        },
        mayBeAbsent: false,
        source: "the card index",
        owner: "the library",
        privacy: "internal",
      },
    },
    effects: {
      "library.lend": {
        id: "library.lend",
        mode: "local",
        repeatable: false,
        input: {
          type: "object",
          properties: { isbn, days, fee: { ...gulden, means: "lending-fee" } },
          required: ["isbn", "days", "fee"],
        },
        output: {
          type: "object",
          properties: { due: { type: "string", format: "date" } },
          required: ["due"],
        },
        errors: { "lent-out": { meaning: "somebody else has it" } },
      },
    },
  },
  trade,
);
