import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import documents from "../../locales/en/documents.json" with { type: "json" };
import type { Contract } from "../../renderer/kit/api/answers.ts";
import { ContractView, Made } from "../../renderer/portal/documents/documents-screen.tsx";
import { ReportBody } from "../../renderer/portal/documents/performance-screen.tsx";
import { periodsUntil } from "../../renderer/portal/documents/periods.ts";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { documents } },
    interpolation: { escapeValue: false },
  });
});

const contract: Contract = {
  version: "2026-01",
  signedAt: "2026-11-20T10:00:00+07:00",
  language: "en",
  textHash: "a".repeat(64),
  words: {
    title: "Agreement",
    mark: null,
    sections: [
      { heading: "1. Parties", text: "You and we." },
      { heading: "2. Orders", text: "Only you order." },
    ],
  },
};
const view = (layout: "sections" | "plain", of = contract) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ContractView of={of} layout={layout} />
    </QueryClientProvider>,
  );

test("a contract has contents that link to its sections if new-contract-layout is on, and is one continuous text if it is off", () => {
  const [sections, plain] = [view("sections"), view("plain")];
  for (const page of [sections, plain])
    for (const said of ["Agreement", "2. Orders", "Only you order.", "a".repeat(64), "20/11/2026 10:00"])
      expect(page).toContain(said);
  const links = [...sections.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links).toHaveLength(2);
  for (const id of links) expect(sections).toContain(`<h4 id="${id}"`);
  expect(plain).not.toContain("href=");
});

test("a contract whose text is missing shows a message and no download", () => {
  const page = view("sections", { ...contract, words: null });
  expect(page).toContain("could not find the text you signed");
  expect(page).not.toContain("<button");
});

test("a generated contract shows its hash, and its stamp if it was stamped", () => {
  const document = { sha256: "b".repeat(64) } as never;
  expect(renderToStaticMarkup(<Made of={{ document, stamp: null }} />)).not.toContain("stamp");
  const stamp = { number: "TRY-1", issuedOn: "2026-11-24", documentSha256: "b".repeat(64) };
  const page = renderToStaticMarkup(<Made of={{ document, stamp }} />);
  for (const said of ["b".repeat(64), "TRY-1", "24/11/2026"]) expect(page).toContain(said);
});

test("a performance report shows profit and the strategy's return separately", () => {
  const strategies = [
    { code: "M-BTCA", before: "0.00", after: "106919.60", profit: "6919.60", strategyReturn: "21.36" },
  ];
  const report = { from: "2026-11-01", to: "2026-11-24", demo: false, before: "0.00", paidIn: "100000.00" };
  const rest = { paidOut: "0.00", switched: "0.00", profit: "6919.60", after: "106919.60", strategies };
  const page = renderToStaticMarkup(<ReportBody of={{ ...report, ...rest }} />);
  for (const said of ["01/11/2026", "100,000.00", "+6,919.60", "+21.36%", "two different figures"])
    expect(page).toContain(said);
  expect(renderToStaticMarkup(<ReportBody of={{ ...report, ...rest, strategies: [] }} />)).toContain(
    "Nothing in this period",
  );
});

test("the periods offered for a report are at most a year long and end today", () => {
  for (const { from, to } of Object.values(periodsUntil("2024-02-29"))) {
    expect(to).toBe("2024-02-29");
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBeLessThan(366);
  }
});
