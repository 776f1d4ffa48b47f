import { Worker } from "node:worker_threads";
import type { Definitions } from "../definitions/index.ts";
import type { Book } from "./rule-book.ts";

/**
 * Creates the function that makes the rule book of the current versions. This takes about a second, so it
 * runs in a separate thread, once for each set of versions.
 */
export function createCurrentBook(
  definitions: Pick<Definitions, "current" | "flows" | "get">,
): () => Promise<Book> {
  let written: { readonly of: string; readonly book: Promise<Book> } | null = null;
  return () => {
    const current = definitions.flows().flatMap((flow) => definitions.current(flow) ?? []);
    const of = current.map(({ id }) => id).join(" ");
    if (written?.of === of) return written.book;
    const sources = current.map(async ({ id, flow }) => {
      const version = await definitions.get(id);
      if (version === null) throw new Error(`createCurrentBook: version ${id} of ${flow} is gone`);
      return { flow, files: version.files };
    });
    const writing = { of, book: Promise.all(sources).then(writeBeside) };
    written = writing;
    writing.book.catch(() => {
      // A failure may only mean that the machine was busy. So it is not cached, and the next request tries
      // again.
      if (written === writing) written = null;
    });
    return writing.book;
  };
}

function writeBeside(sources: unknown): Promise<Book> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./rule-book-worker.ts", import.meta.url), {
      workerData: sources,
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    const end = (then: () => void): void => {
      void worker.terminate();
      then();
    };
    worker.unref();
    worker.on("message", (book: Book) => end(() => resolve(book)));
    worker.on("error", (error) => end(() => reject(error)));
  });
}
