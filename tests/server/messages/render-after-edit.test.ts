import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRenderer } from "../../../server/messages/render.ts";

const root = mkdtempSync(join(tmpdir(), "saphan-render-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(subject: string): void {
  for (const language of ["th", "en"]) {
    mkdirSync(join(root, "locales", language), { recursive: true });
    writeFileSync(
      join(root, "locales", language, "mail.json"),
      JSON.stringify({ hello: { subject, body: ["One paragraph"] } }),
    );
  }
}

test("an edited text is in the next message in development, and after a restart elsewhere", () => {
  write("Before");
  const inDevelopment = createRenderer({ rootDir: root, fresh: true });
  const elsewhere = createRenderer({ rootDir: root, fresh: false });
  const subjects = () => [inDevelopment, elsewhere].map((render) => render("hello", "en", {}).subject);
  expect(subjects()).toEqual(["Before", "Before"]);
  write("Afterwards");
  expect(subjects()).toEqual(["Afterwards", "Before"]);
});
