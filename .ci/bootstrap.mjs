// Starts every npm script. It runs on any Node from version 20 on, without installed packages.
// First it finds a Node version that runs TypeScript files directly. Then it installs the packages if the
// lock file changed, writes the API types if openapi.json changed, and runs the requested script.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { supervise } from "./supervise.mjs";

const PINNED_NODE = "24.21.0";
const OLDEST_NODE = [22, 18];

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const cache = join(root, ".cache");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

const node = runsTypeScript(process.versions.node) ? process.execPath : pinnedNode();
const path = [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
// Node caches V8's compiled code, so a second start loads its modules in half the time.
const env = { NODE_COMPILE_CACHE: join(cache, "compile"), ...process.env, PATH: path };
installPackages();
writeTypes();

const words = process.argv.slice(2);
const again = words[0] === "--keep-running";
const [script, ...rest] = again ? words.slice(1) : words;
supervise(
  () =>
    spawn(node, ["--disable-warning=ExperimentalWarning", join(root, script), ...rest], {
      cwd: root,
      env,
      // Through the IPC channel, a server reports that it is ready, and it detects when its supervisor has
      // ended.
      stdio: again ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
    }),
  { again, say },
);

function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

function pinnedNode() {
  const home = join(cache, `node-${PINNED_NODE}`);
  const marker = join(home, "path.txt");
  if (existsSync(marker)) {
    const known = readFileSync(marker, "utf8");
    if (existsSync(known)) return known;
  }
  say(`This machine's Node is ${process.versions.node}; fetching Node ${PINNED_NODE} once.`);
  const staging = `${home}.${process.pid}`;
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, "package.json"), '{"private":true}\n');
  run(
    npm,
    ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", `node@${PINNED_NODE}`],
    staging,
  );
  rmSync(home, { recursive: true, force: true });
  renameSync(staging, home);
  const found = [
    join(home, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node"),
  ].find((candidate) => existsSync(candidate));
  if (found === undefined)
    throw new Error(`Node ${PINNED_NODE} did not install; install Node 22.18 or newer by hand.`);
  writeFileSync(marker, found);
  return found;
}

function installPackages() {
  const lock = readFileSync(join(root, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).update(node).digest("hex");
  const marker = join(root, "node_modules", ".saphan-lock");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  say("Installing packages (a minute the first time).");
  run(npm, ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], root, env);
  writeFileSync(marker, wanted);
}

/**
 * Writes the types of the API calls from openapi.json, for editors and the type check (tests/api/command.ts).
 */
function writeTypes() {
  // A copy without tests, as on servers, never checks types, so it needs none.
  if (!existsSync(join(root, "tests", "support", "types-of-calls.ts"))) return;
  const hash = createHash("sha256");
  for (const path of ["openapi.json", "tests/support/types-of-calls.ts", "tests/support/types-of-schemas.ts"])
    hash.update(readFileSync(join(root, path)));
  const wanted = hash.digest("hex");
  const marker = join(root, "generated", ".made-of");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  run(node, ["tests/api/command.ts", "--types"], root, env);
  writeFileSync(marker, wanted);
}

function run(command, args, cwd, environment = process.env) {
  const done = spawnSync(command, args, {
    cwd,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (done.status !== 0) {
    say(
      `"${command} ${args.join(" ")}" failed. Check the network and the free disk space, then run the same command again.`,
    );
    process.exit(done.status ?? 1);
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
