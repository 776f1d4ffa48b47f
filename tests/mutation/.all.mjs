import { globSync, readFileSync, writeFileSync } from "node:fs";
import { mutantsOf } from "./mutants.ts";

const out = [];
for (const f of globSync("engine/{rules,flow,values,flags}/*.ts"))
  out.push(...mutantsOf(f, readFileSync(f, "utf8")));
writeFileSync("/tmp/mutation/all.json", JSON.stringify(out));
console.log(out.length);
