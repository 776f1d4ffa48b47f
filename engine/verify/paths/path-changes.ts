import type { Definition } from "../../flow/definition.ts";
import { errorKeys, findText, stepKeys } from "../../flow/text-keys.ts";
import type { Language } from "../../values/languages.ts";
import { inBoth, type Words } from "../words/index.ts";
import type { PathChange } from "./path-case.ts";

/** Sentences about a changed path, by language. */
const SAY = {
  th: {
    was: (from: string, next: string, end: string) => `เดิมผู้นี้ไปต่อจาก ${from} ที่ ${next} และจบที่ ${end}`,
    ended: (end: string) => `เดิมผู้นี้จบที่ ${end}`,
    goes: (next: string, end: string) => `ตอนนี้ไปที่ ${next} และจบที่ ${end}`,
    goesTo: (end: string) => `ตอนนี้ไปถึง ${end}`,
    stays: (step: string) => `ตอนนี้หยุดที่ ${step}`,
    refused: (step: string, why: string) => `ตอนนี้คำตอบที่ ${step} ไม่ผ่าน: ${why}`,
    lost: (step: string) => `ตอนนี้ ${step} ถามสิ่งที่ผู้นี้ไม่มีคำตอบ`,
    step: (title: string, id: string) => (title === id ? id : `“${title}” (${id})`),
  },
  en: {
    was: (from: string, next: string, end: string) =>
      `this person went on from ${from} to ${next} and ended at ${end}`,
    ended: (end: string) => `this person ended at ${end}`,
    goes: (next: string, end: string) => `now goes to ${next} and ends at ${end}`,
    goesTo: (end: string) => `now goes on to ${end}`,
    stays: (step: string) => `now stays at ${step}`,
    refused: (step: string, why: string) => `the answer at ${step} is no longer taken: ${why}`,
    lost: (step: string) => `${step} now asks for something this person has no answer to`,
    step: (title: string, id: string) => (title === id ? id : `“${title}” (${id})`),
  },
} as const;

/**
 * Describes how a person's path changed, in both languages. The text contains the old path and the new one.
 */
export function wordsOfChange(definition: Definition, change: PathChange): Words {
  return inBoth((language) => {
    const say = SAY[language];
    const step = (id: string) => say.step(titleOf(definition, id, language), id);
    const { before, now } = change;
    const was =
      before.next === null
        ? say.ended(step(before.end))
        : say.was(step(change.step), step(before.next), step(before.end));
    switch (now.kind) {
      case "goes":
        if (now.next === null) return `${was}; ${say.stays(step(now.end))}`;
        return `${was}; ${now.next === now.end ? say.goesTo(step(now.end)) : say.goes(step(now.next), step(now.end))}`;
      case "refused":
        return `${was}; ${say.refused(step(now.at), now.errors.map(whatIsWrong(definition, now.at, language)).join(", "))}`;
      case "lost":
        return `${was}; ${say.lost(step(now.at))}`;
    }
  });
}

function titleOf(definition: Definition, id: string, language: Language): string {
  return findText(definition.texts, language, stepKeys(definition, id, "title")) ?? id;
}

function whatIsWrong(definition: Definition, step: string, language: Language) {
  return (error: Parameters<typeof errorKeys>[2]): string =>
    findText(definition.texts, language, errorKeys(definition, step, error)) ??
    `${error.pointer} ${error.code}`.trim();
}
