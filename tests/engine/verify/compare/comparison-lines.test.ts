import { beforeAll, describe, expect, it } from "vitest";
import type { Clause } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { type ChangedLines, changedLinesOf, type File } from "./changed-lines.ts";

let linesAfter: ChangedLines;
beforeAll(async () => {
  linesAfter = await changedLinesOf("invest");
});

const FLOW = "flows/invest/flow.json";
const clausesOf = (file: File): Clause[] => file.must as Clause[];

describe("the report of a comparison, in the words of the screens,", () => {
  it.each<readonly [string, (flow: File) => void, string, string]>([
    [
      "names the values of a changed policy before and now",
      (flow) => {
        flow.inFlight = "stay";
      },
      "changed: what becomes of people in the middle: they follow, stay or begin again (follow, now stay)",
      "เปลี่ยน ผู้ที่ทำค้างอยู่: ใช้รุ่นใหม่ ใช้รุ่นเดิม หรือเริ่มใหม่ โดย เดิม follow ตอนนี้ stay",
    ],
    [
      "names the step and the rule of a removed invariant",
      (flow) => {
        flow.invariants = (flow.invariants as Json[]).slice(1);
      },
      "promised no longer: nobody reaches place (“Placing your order”) against able-to-invest (“Able to invest”)",
      "ไม่รับรองแล้ว: ไม่มีใครไปถึง place (“กำลังส่งคำสั่ง”) โดยขัดกับ able-to-invest (“ลงทุนได้”)",
    ],
    [
      "names a removed check by the rule's title",
      (flow) => {
        flow.steps.amount = { ...flow.steps.amount, check: [] };
      },
      "step amount (“How much would you like to invest?”) changed: what is checked (removed: minimum (“The strategy's minimum is reached”), maximum (“Not above the strategy's largest order”))",
      "แก้ขั้น amount (“คุณอยากลงทุนเท่าไร”): การตรวจ โดย ตัด: minimum (“ถึงขั้นต่ำของกลยุทธ์”), maximum (“ไม่เกินวงเงินต่อคำสั่งของกลยุทธ์”)",
    ],
    [
      "names what is added to the role of a value and what is removed",
      (flow) => {
        const { shows } = flow.steps.review as { readonly shows: readonly JsonObject[] };
        const changed = shows.map((one): Json => {
          if (one.value === "derived.fee") return { value: "derived.fee", role: "note" };
          return one.value === "derived.net"
            ? "derived.net"
            : one.heading === "days"
              ? { heading: "dates" }
              : one;
        });
        flow.steps.review = { ...flow.steps.review, shows: changed };
      },
      "step review (“Check before you confirm”) changed: what it shows (added: heading “dates”, removed: heading “days”, changed: “Front-end fee”, “Invested”)",
      "แก้ขั้น review (“ตรวจก่อนยืนยัน”): สิ่งที่แสดง โดย เพิ่ม: หัวข้อ “dates”, ตัด: หัวข้อ “days”, แก้: “ค่าธรรมเนียมซื้อ”, “ลงทุนจริง”",
    ],
    [
      "reports a changed order of shown values as a change of order",
      (flow) => {
        const { shows } = flow.steps.review as { readonly shows: readonly Json[] };
        flow.steps.review = { ...flow.steps.review, shows: [...shows].reverse() };
      },
      "step review (“Check before you confirm”) changed: what it shows (their order)",
      "แก้ขั้น review (“ตรวจก่อนยืนยัน”): สิ่งที่แสดง โดย ลำดับ",
    ],
  ])("%s", (_, change, english, thai) => {
    expect(linesAfter(FLOW, change)[1]).toBe(english);
    expect(linesAfter(FLOW, change, "th")[1]).toBe(thai);
  });

  it("quotes a changed text, in addition to the remaining changes", () => {
    const lines = linesAfter("locales/en/order.json", (texts) => {
      (texts.invest as { title: string }).title = "Put money in";
    });
    expect(lines).toEqual([
      "invest (“Put money in”): only texts changed",
      "text order:invest.title, in English only: “Invest”, now “Put money in”",
    ]);
  });

  it("says in which language a text changed, and quotes that language", () => {
    const change = (texts: File) => {
      (texts.invest as { title: string }).title = "ใส่เงิน";
    };
    expect(linesAfter("locales/th/order.json", change)).toEqual([
      "invest (“Invest”): only texts changed",
      "text order:invest.title, in Thai only: “ลงทุน”, now “ใส่เงิน”",
    ]);
    expect(linesAfter("locales/th/order.json", change, "th")[1]).toBe(
      "ข้อความ order:invest.title เฉพาะภาษาไทย: เดิม “ลงทุน” ตอนนี้ “ใส่เงิน”",
    );
  });

  it("makes invisible characters of a text visible", () => {
    const lines = linesAfter("locales/en/order.json", (texts) => {
      (texts.invest as { title: string }).title = "In\u200bvest\u202e";
    });
    expect(lines[1]).toMatch(/now “In<U\+200B>vest<U\+202E>”$/);
  });

  it("shows an example only if the example says more than the description, and lists equal classes once", () => {
    const lines = linesAfter("flows/shared/rules/able-to-invest.json", (rule) => {
      const [first, ...rest] = clausesOf(rule) as [Clause, ...Clause[]];
      rule.must = [...rest, { ...first, logic: true }];
    });
    const at = lines.indexOf("it does not hold, now it holds, for");
    expect(lines[at + 1]).toBe("someone for whom the e-mail address is not confirmed");
    expect(lines[at + 2]).not.toMatch(/^such as/);
  });

  it("lists two clauses if each clause now rejects the users whom the other clause rejected before", () => {
    const lines = linesAfter("flows/shared/rules/able-to-invest.json", (rule) => {
      const [first, second, ...rest] = clausesOf(rule) as [Clause, Clause, ...Clause[]];
      const swapped = [{ ...first, logic: second.logic }, { ...second, logic: first.logic }, ...rest];
      rule.must = swapped;
    });
    const at = lines.indexOf("able-to-invest (“Able to invest”): equal in meaning");
    expect(lines[at + 1]).toBe(
      "everybody is answered as before, but somebody who is refused is told something else",
    );
    expect(lines[at + 2]).toMatch(/^clause email \(“.+”\) changed$/);
  });
});

describe("the number of possible paths through a flow", () => {
  const ways = (lines: readonly string[]) => lines.filter((line) => line.includes("→"));

  it("a decrease is reported with the numbers of the old and the new version", () => {
    const lines = linesAfter(FLOW, (flow) => {
      flow.steps.gate = { ...flow.steps.gate, next: [{ to: "closed" }] };
    });
    expect(ways(lines)).toEqual([expect.stringMatching(/^paths that somebody can go: (\d\d+) → 1$/)]);
  });

  it("an increase is reported with the numbers of the old and the new version", () => {
    const [line = ""] = ways(
      linesAfter(FLOW, (flow) => {
        const { next } = flow.steps.gate as { readonly next: readonly JsonObject[] };
        const [first, ...rest] = next;
        const gone = { when: { "!": [{ var: "facts.dealing.beforeCutOff" }] }, to: "later" };
        flow.steps.gate = { ...flow.steps.gate, next: [first as JsonObject, gone, ...rest] };
      }),
    );
    const [, before, after] = /^paths that somebody can go: (\d+) → (\d+)$/.exec(line) ?? [];
    expect(Number(after)).toBeGreaterThan(Number(before));
  });

  it("an unchanged number of possible paths is not reported", () => {
    const lines = linesAfter(FLOW, (flow) => {
      flow.inFlight = "stay";
    });
    expect(ways(lines)).toEqual([]);
  });
});
