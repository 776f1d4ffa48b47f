import { describe, expect, test } from "vitest";
import { findCircle, type Import, importsOf, sources, withoutComments } from "./sources.ts";

const CODE = /\.tsx?$/;
const code = sources(["domain", "engine", "server", "renderer"], CODE);
const imports = code.flatMap(importsOf);
const ours = imports.filter(({ to }) => /^(domain|engine|server|renderer|tests)\//.test(to));
const shown = ({ from, to }: Import) => `${from} -> ${to}`;
const top = (path: string) => path.split("/")[0] ?? "";
const room = (path: string) => path.split("/")[1] ?? "";

describe("the direction of imports", () => {
  test.each([
    ["engine", ["engine"]],
    ["domain", ["domain", "engine"]],
    ["server", ["server", "domain", "engine"]],
    ["renderer", ["renderer", "domain", "engine"]],
  ])("the folder %s imports only from the folders %s", (folder, allowed) => {
    const wrong = ours.filter(({ from, to }) => top(from) === folder && !allowed.includes(top(to)));
    expect(wrong.map(shown)).toEqual([]);
  });

  test("each folder of the engine imports only lower folders: values, then rules and flags, then flow, then verify", () => {
    const below: Record<string, readonly string[]> = {
      values: ["values"],
      rules: ["values", "rules"],
      // The checks of flags report findings with messages of the module `rules`.
      flags: ["values", "rules", "flags"],
      flow: ["values", "rules", "flags", "flow"],
      verify: ["values", "rules", "flags", "flow", "verify"],
      // Edits need no proof, because they run in the page without the prover.
      edits: ["values", "rules", "flow", "edits"],
    };
    const wrong = ours.filter(
      ({ from, to }) => top(from) === "engine" && !(below[room(from)] ?? []).includes(room(to)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test("no file imports itself indirectly through other files, not even for a type", () => {
    expect(findCircle(ours)).toBeNull();
  });

  test("findCircle reports a planted cycle of imports", () => {
    const planted = [
      { from: "engine/a.ts", to: "engine/b.ts", typeOnly: false },
      { from: "engine/b.ts", to: "engine/c.ts", typeOnly: true },
      { from: "engine/c.ts", to: "engine/a.ts", typeOnly: false },
    ];
    expect(findCircle(planted)).toEqual(["engine/a.ts", "engine/b.ts", "engine/c.ts", "engine/a.ts"]);
  });

  test("importsOf finds every form of an import statement", () => {
    const text = `import a from "./a.ts";\nimport type { B } from "./b.ts";\nimport {\n  c,\n  d,\n} from "./c.ts";\nexport { e } from "./e.ts";\nimport "./f.ts";\nconst g = await import("./g.ts");\n// import h from "./h.ts";`;
    expect(importsOf({ path: "engine/x.ts", text }).map(({ to }) => to)).toEqual(
      ["a", "b", "c", "e", "f", "g"].map((name) => `engine/${name}.ts`),
    );
  });
});

const PURE = ["domain", "engine"];

describe("the engine and the domain", () => {
  test("import nothing that reads or writes files", () => {
    const wrong = imports.filter(({ from, to }) => PURE.includes(top(from)) && to.startsWith("node:"));
    expect(wrong.map(shown)).toEqual([]);
  });

  test("do not read the clock, random numbers or the environment", () => {
    const wrong = code
      .filter(({ path }) => PURE.includes(top(path)))
      .flatMap(({ path, text }) =>
        withoutComments(text)
          .split("\n")
          .filter((line) =>
            /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bprocess\.|\bDateTime\.(now|local|utc)\(|\brandomUUID\(|\bfetch\(|\beval\(|\bnew Function\(/.test(
              line,
            ),
          )
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe("the SQL of the server", () => {
  const SQL_CLOCK =
    /(?<![.\w])(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_(date|time|timestamp)\b|\blocaltime(stamp)?\b/i;

  test("a migration does not read the time of the database", () => {
    const wrong = sources(["server"], /\.sql$/).filter(({ text }) =>
      SQL_CLOCK.test(text.replaceAll(/--[^\n]*/g, "")),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("a statement in the code does not read the time of the database", () => {
    const wrong = code
      // A migration may record the time at which it ran, which is not business time.
      .filter(({ path }) => top(path) === "server" && path !== "server/db/migrate.ts")
      .filter(({ text }) =>
        [...withoutComments(text).matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`/g)].some((match) =>
          SQL_CLOCK.test(match[1] ?? ""),
        ),
      );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("settings in the environment", () => {
  /** Reviewed uses that are not settings: the path for a child process, and the bundler's mode. */
  const OTHERS: Readonly<Record<string, RegExp>> = {
    "server/db/binaries.ts": /\bprocess\.env\.PATH\b/g,
    "server/build.ts": /\bprocess\.env\.NODE_ENV\b|"process\.env\.NODE_ENV"/g,
  };
  const readers = (all: readonly { readonly path: string; readonly text: string }[]) =>
    all
      .filter(({ path, text }) =>
        /\bprocess\b\s*(\?\.|\.|\[\s*["'`])\s*env\b|\benv\b[^;\n]*=\s*process\b|import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*["'](node:)?process["']/.test(
          withoutComments(text)
            .replaceAll(/\bread(Config|Look|NextMasterKey)\(process\.env\)/g, "")
            .replaceAll(OTHERS[path] ?? /(?!)/g, ""),
        ),
      )
      .map(({ path }) => path);

  test("are read from the environment only by server/config.ts", () => {
    expect(readers(code.filter(({ path }) => ["server", "domain", "engine"].includes(top(path))))).toEqual(
      [],
    );
  });

  test("are reported if a planted file reads the environment", () => {
    const planted = [
      `const secret = process.env.BANK_WEBHOOK_SECRET ?? null;`,
      `const secret = process.env["BANK_WEBHOOK_SECRET"];`,
      `const { env } = process;`,
      `const vendors = vendorSettingsFromEnv(process.env);`,
      `import { env } from "node:process";`,
    ].map((text, index) => ({ path: `server/planted-${index}.ts`, text }));
    expect(readers(planted)).toHaveLength(planted.length);
    expect(readers([{ path: "server/a.ts", text: "const config = readConfig(process.env);" }])).toEqual([]);
  });
});

describe("the files of the project", () => {
  test("have names in kebab case (like-this.ts)", () => {
    const wrong = code
      .map(({ path }) => path)
      .filter((path) => !/^[a-z0-9/-]+(\.d|\.test)?\.tsx?$/.test(path));
    expect(wrong).toEqual([]);
  });

  test("no file of the project contains a path to a folder on a developer's machine", () => {
    const everything = sources(
      [
        "domain",
        "engine",
        "server",
        "renderer",
        "tests",
        "flows",
        "schemas",
        "flags",
        "locales",
        "content",
        "docs",
        ".ci",
      ],
      /\.(tsx?|json|md|sql|css|html|mjs|sh)$/,
    );
    const machine = /["'`\s(](\/home\/|\/Users\/|\/root\/|\/work\/|\/mnt\/|[A-Z]:\\\\)/;
    const wrong = everything.filter(
      ({ path, text }) => path !== "tests/architecture/architecture.test.ts" && machine.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("the folders for data include no program code", () => {
    expect(sources(["schemas", "flows", "flags", "locales", "content"], /\.(m?[jt]sx?|cjs)$/)).toEqual([]);
  });
});
