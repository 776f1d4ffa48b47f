import { expect, test } from "vitest";
import type { Definition } from "../../../engine/flow/definition.ts";
import type { Json } from "../../../engine/values/json.ts";
import { load } from "../../../engine/verify/index.ts";
import { differencesOf } from "../../../server/definitions/differences.ts";
import { readSource } from "../../../server/definitions/source.ts";

/** What became of the steps of a flow of ours once a schema of it is written otherwise. */
async function stepsAfter(flow: string, path: string, change: (schema: Json) => Json) {
  const { source } = await readSource(process.cwd(), flow);
  const files = { ...source.files, [path]: change(source.files[path] as Json) };
  return differencesOf(loaded(source), loaded({ ...source, files })).steps;
}

function loaded(source: Parameters<typeof load>[0]): Definition {
  const definition = load(source);
  if (!definition.ok) throw new Error(JSON.stringify(definition.error));
  return definition.value;
}

test("an attachment that becomes required is told as the answers that are not taken any more", async () => {
  const steps = await stepsAfter("complaint", "schemas/complaint/complaint.json", (schema) => {
    const { required, ...rest } = schema as { required: string[] };
    return { ...rest, required: [...required, "attachment"] };
  });
  expect(steps).toEqual([
    {
      step: "complaint",
      title: { th: "เล่าให้เราฟัง", en: "Tell us what happened" },
      kind: "changed",
      parts: ["schema"],
      why: null,
      affected: [],
      answers: [
        {
          taken: "no-longer",
          words: {
            th: "ผู้ที่ยังไม่ได้ตอบข้อ “ไฟล์แนบ”",
            en: "someone for whom “Attachment” is not answered yet",
          },
        },
      ],
      noLongerTaken: null,
      newlyTaken: null,
    },
  ]);
});
