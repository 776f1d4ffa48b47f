import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import {
  asLanguage,
  DEFAULT_LANGUAGE,
  type Language,
  languageFacts,
  languageOfAddress,
} from "../../engine/values/languages.ts";
import type { Config } from "../config.ts";
import { distOf } from "../dist-of.ts";
import { everybody } from "./access.ts";
import type { App, Reply, Request } from "./app.ts";
import { AppError } from "./errors.ts";
import { methodsAt } from "./known-paths.ts";
import { isPageAddress } from "./page-addresses.ts";
import { type CodeOf, codeIn } from "./page-code.ts";

/**
 * Serves the built pages: files with a hash in their name are cached permanently, and `index.html` is sent
 * for page addresses, with brand, language and text edition in its `<html>` element (no inline script). An
 * unknown address gets the page with status 404, and the page shows that nothing was found. Returns a
 * function with which other routes send the page.
 */
export async function servePages(
  app: App,
  config: Pick<Config, "rootDir" | "brand" | "env">,
  /** Returns the edition of the portal's texts, with which the page requests them. */
  textsEdition: () => string,
  of: {
    /** Returns whether the app must clear its cache of earlier versions (flag `clear-mobile-cache`). */
    readonly clearsAppCache?: () => boolean;
    /**
     * Returns whether maintenance closes the page at an address. The page is then sent with 503 and explains
     * the maintenance.
     */
    readonly isClosed?: (url: string) => Promise<boolean>;
  } = {},
): Promise<(request: Request, reply: Reply) => Promise<Reply>> {
  const dist = distOf(config.rootDir, config.env);
  // The build may still be running, so the folder is created here. Later requests find the built files in it.
  mkdirSync(dist, { recursive: true });
  await serveFiles(app, dist);
  const page = indexPage(dist, config);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    refuseOtherThanPages(app, request, path);
    const inLanguage = languageOfAddress(path);
    if (inLanguage !== null && isPageAddress(path.slice(languageFacts(inLanguage).path.length), config.env))
      return intoApp(request, reply, inLanguage);
    if (!isPageAddress(path, config.env)) reply.code(404).header("X-Robots-Tag", "noindex");
    return await sendPage(request, reply);
  });
  return sendPage;

  async function sendPage(request: Request, reply: Reply): Promise<Reply> {
    if ((await of.isClosed?.(request.url)) === true) reply.code(503).header("Retry-After", "300");
    const html = page(request.url.split("?", 1)[0] ?? "/", languageOf(request), textsEdition());
    if (html === null) throw new AppError("not-ready");
    if (of.clearsAppCache?.() === true && APP.test(request.headers["user-agent"] ?? ""))
      reply.header("Clear-Site-Data", '"cache"');
    return reply
      .header("Content-Type", "text/html; charset=utf-8")
      .header("Cache-Control", "no-cache")
      .header("Vary", "Cookie")
      .send(html);
  }
}

/** Serves the built files. Files with a hash in their name are cached permanently. */
async function serveFiles(app: App, dist: string): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: everybody };
    });
    await scope.register(fastifyStatic, {
      root: dist,
      prefix: "/",
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      decorateReply: false,
      allowedPath: (path) => !path.endsWith(".html") && !/^\/\.(vite|site)/.test(path),
      setHeaders: (reply, path) => {
        const hashed = path.includes(`${join(dist, "assets")}/`);
        reply.header("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  });
}

/** Throws `not-found` or `method-not-allowed` if a request is not for a page. */
function refuseOtherThanPages(app: App, request: Request, path: string): void {
  const isPage =
    (request.method === "GET" || request.method === "HEAD") &&
    !/^\/(api|modules|assets)(\/|$)/.test(path) &&
    !/\.\w+$/.test(path);
  if (isPage) return;
  const methods = methodsAt(app, path);
  if (methods.length > 0 && !methods.includes(request.method))
    throw new AppError("method-not-allowed", { headers: { Allow: methods.join(", ") } });
  throw new AppError("not-found");
}

/**
 * Resets a browser's stored language while the portal offers only one language. Changes the cookie, because
 * the page decides by the cookie. Must be called before every other hook.
 */
export function keepToOneLanguage(app: App, manyLanguages: () => boolean): void {
  app.addHook("onRequest", async (request, reply) => {
    const kept = asLanguage(request.cookies?.lng);
    if (kept === null || kept === DEFAULT_LANGUAGE || manyLanguages()) return;
    request.cookies.lng = DEFAULT_LANGUAGE;
    // Answers that shared caches may store must not set a cookie.
    if (/^\/(assets|modules)\//.test(request.url)) return;
    keepLanguage(reply, DEFAULT_LANGUAGE);
  });
}

/** Stores the chosen language in the cookie that the page reads and writes. */
function keepLanguage(reply: Reply, language: Language): Reply {
  return reply.setCookie("lng", language, { path: "/", maxAge: 365 * 24 * 60 * 60, sameSite: "lax" });
}

/** Pattern with which the native app marks its user agent. */
const APP = /\bSaphanApp\/\d/;

/**
 * Redirects from an address with a language (`/en/…`) to the app's page, which has the same address in all
 * languages. Stores the language.
 */
export function intoApp(request: Request, reply: Reply, language: Language): Reply {
  return keepLanguage(reply, language)
    .header("Cache-Control", "no-store")
    .redirect(request.url.slice(languageFacts(language).path.length), 302);
}

/**
 * Returns the language of a page. The language comes from the address. If the address has none, it comes from
 * the cookie `lng`, and otherwise it is the default.
 */
export function languageOf(request: Request): Language {
  return languageOfAddress(request.url) ?? asLanguage(request.cookies?.lng) ?? DEFAULT_LANGUAGE;
}

function indexPage(
  dist: string,
  config: Pick<Config, "brand" | "env">,
): (path: string, language: Language, texts: string) => string | null {
  let kept: { readonly at: number; readonly html: string; readonly code: CodeOf } | null = null;
  const index = join(dist, "index.html");
  return (path, language, texts) => {
    const at = statSync(index, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return null;
    if (kept?.at !== at) kept = { at, html: readFileSync(index, "utf8"), code: codeIn(dist) };
    const links = kept.code(path).map(earlyLink);
    return kept.html
      .replace(
        /<html[^<>]*>/,
        `<html lang="${language}" data-brand="${config.brand}" data-env="${config.env}" data-texts="${texts}">`,
      )
      .replace("</head>", `${links.join("")}</head>`);
  };
}

/**
 * Returns a link with which the browser requests a file early. A style sheet is only preloaded: the code that
 * needs it applies it in the right order.
 */
function earlyLink(file: string): string {
  return file.endsWith(".css")
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" href="/${file}">`;
}
