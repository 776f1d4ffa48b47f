import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { createFiles, type Files, filesRoutes, PURPOSES } from "../../../server/files/index.ts";
import { type App, createHttp, type Person } from "../../../server/http/index.ts";
import { addPerson } from "../../support/add-person.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { type HeldAnswers, holdAnswers } from "../../support/hold-answers.ts";

const UPLOADS = Number(process.env.SAPHAN_UPLOADS ?? 80);
const clock = fixedClock("2026-01-05T10:00:00");
const ME = "person:00000000-0000-4000-8000-0000000000aa";
let database: TestDatabase;
let dataDir: string;
let files: Files;
let app: App;
let asker: Person | null = null;
let visitor: string | null = null;
let answers: HeldAnswers;

beforeAll(async () => {
  database = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "saphan-files-"));
  await addPerson(database.db, null, "00000000-0000-4000-8000-0000000000aa");
  files = createFiles({ db: database.db, clock, config: { dataDir, masterKey: null } });
  app = await createHttp({ ...readConfig({ LOG_LEVEL: "silent" }) });
  app.addHook("onRequest", async (request) => {
    request.person = asker === null ? null : { factor: "proved", ...asker };
    request.visitor = visitor;
  });
  answers = holdAnswers(app);
  filesRoutes(app, files);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const person = (id: string, role: Person["role"] = null): Person => ({
  id,
  role,
  customerType: "INDIVIDUAL",
  language: "th",
});
const me = person(ME.slice(7));
const other = person("00000000-0000-4000-8000-0000000000bb");

const picture = (format: "jpeg" | "png" | "webp", width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: "#0b4436" } })
    .withExif({ IFD0: { Copyright: "planted-position" } })
    .toFormat(format)
    .toBuffer();
const LIST = (filter: string, bytes: string) =>
  `<</Type /ObjStm /N 1 /First 4 /Filter ${filter} /Length ${bytes.length}>>\nstream\n${bytes}\nendstream`;
const pdfWith = (object: string) =>
  Buffer.from(
    pdf.toString("latin1").replace("trailer", () => `2 0 obj ${object} endobj\ntrailer`),
    "latin1",
  );
const packed = (object: string, filter = "/FlateDecode") =>
  pdfWith(LIST(filter, deflateSync(Buffer.from(`2 0 ${object}`)).toString("latin1")));
/** PDF page with a link, as bank statements have, and an action that runs when the file is opened. */
const LINK = "<</Type /Annot /Subtype /Link /A <</S /URI /URI (https://bank.example)>>>>";
const opening = (action: string, object = "<<>>") =>
  Buffer.from(
    pdfWith(object)
      .toString("latin1")
      .replace("/Type /Catalog", `/Type /Catalog /OpenAction ${action}`)
      .replace("trailer", () => `3 0 obj ${LINK} endobj\ntrailer`),
    "latin1",
  );
const SCRIPT = ["complaint", 422, "file-pdf-script"] as const;
const pdf = Buffer.from("%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n");

const kept = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

const upload = (
  bytes: Buffer,
  purpose = "card-front",
  name = "card.jpg",
  type = "image/jpeg",
  field = "file",
  remoteAddress = "127.0.0.1",
) => {
  const mark = "----part";
  const head = `--${mark}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return app.inject({
    method: "POST",
    url: `/api/files?purpose=${purpose}`,
    remoteAddress,
    headers: { "content-type": `multipart/form-data; boundary=${mark}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)]),
  });
};

/** Returns a PNG of a few bytes that declares a huge size. */
const flood = (width: number, height: number) => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crcOf(body));
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
const crcOf = (bytes: Buffer) => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};

describe("an upload", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "an uploaded %s picture is re-encoded as JPEG without its metadata",
    async (format) => {
      asker = me;
      const response = await upload(await picture(format));
      expect(response.statusCode).toBe(201);
      const stored = response.json();
      expect(stored).toMatchObject({ type: "image/jpeg", width: 600, height: 400, name: "card.jpg" });
      const bytes = await files.read(stored.id);
      expect((await sharp(bytes).metadata()).format).toBe("jpeg");
      expect(bytes.includes("planted-position")).toBe(false);
    },
  );

  test.each([
    ["a photograph of one pixel", "card-front", 1, 1],
    ["a strip of a card", "card-back", 2_000, 399],
    ["a thumbnail of a face", "selfie", 399, 600],
  ])(
    "rejects an upload of %s, and states the required size in the message",
    async (_what, purpose, width, height) => {
      asker = me;
      const response = await upload(await picture("png", width, height), purpose);
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({
        code: "file-small",
        params: { leastSide: 400 },
        message: { en: expect.stringContaining("400"), th: expect.stringContaining("400") },
      });
    },
  );

  test("accepts a picture of exactly the minimum size, and any size if no text in the picture must be readable", async () => {
    asker = me;
    expect((await upload(await picture("png", 640, 400))).statusCode).toBe(201);
    expect((await upload(await picture("png", 20, 20), "complaint")).statusCode).toBe(201);
  });

  test("contains no hidden data once it is stored, even if data were appended to the picture", async () => {
    asker = me;
    const polyglot = Buffer.concat([await picture("jpeg"), Buffer.from("<script>alert(1)</script>")]);
    const { id } = (await upload(polyglot)).json();
    expect((await files.read(id)).includes("<script>")).toBe(false);
  });

  test.each([
    [
      "an HTML page",
      () => Buffer.from("<html><script>alert(1)</script></html>"),
      "card-front",
      415,
      "file-kind",
    ],
    [
      "a drawing with a script",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      "card-front",
      415,
      "file-kind",
    ],
    [
      "a GIF",
      () => Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;", "latin1"),
      "card-front",
      415,
      "file-kind",
    ],
    ["a text named as a PDF", () => Buffer.from("no PDF at all"), "complaint", 415, "file-kind"],
    ["a PDF where a photo is required", () => pdf, "card-front", 415, "file-kind"],
    ["a PDF with a script", () => pdfWith("<</S /JavaScript /JS (app.alert(1))>>"), ...SCRIPT],
    ["a PDF with a script in coded characters", () => pdfWith("<</S /J#61vaScript /JS (x)>>"), ...SCRIPT],
    ["a PDF with a script in a compressed list", () => packed("<</S /JavaScript /JS (x)>>"), ...SCRIPT],
    [
      "a PDF with a list that is compressed twice",
      () => packed("", "[/ASCIIHexDecode /FlateDecode]"),
      ...SCRIPT,
    ],
    [
      "a PDF with a list that cannot be decompressed",
      () => pdfWith(LIST("/FlateDecode", "no zlib")),
      ...SCRIPT,
    ],
    [
      "a PDF with a password",
      () => Buffer.from(pdf.toString("latin1").replace("/Root 1 0 R", "/Root 1 0 R /Encrypt 5 0 R")),
      "complaint",
      422,
      "file-pdf-locked",
    ],
    [
      "a PDF that opens an address",
      () => opening("2 0 R", LINK.replace(/.*\/A /, "").slice(0, -2)),
      ...SCRIPT,
    ],
    [
      "a PDF that opens an address on opening",
      () => opening("<</S /URI /URI (https://x.example)>>"),
      ...SCRIPT,
    ],
    [
      "a PDF with a follow-up action to an address",
      () => opening("<</S /GoTo /D [1 0 R /Fit] /Next 9 0 R>>"),
      ...SCRIPT,
    ],
    ["a PDF that goes to a page or an address", () => opening("<</S /GoTo /S /URI /D (p)>>"), ...SCRIPT],
    ["a PDF that opens a missing object", () => opening("7 0 R"), ...SCRIPT],
    [
      "a PDF that opens a redefined object",
      () => opening("2 0 R", "[1 0 R /Fit] endobj\n2 0 obj <</S /URI>>"),
      ...SCRIPT,
    ],
    [
      "a PDF that sends a form",
      () => opening("[1 0 R /Fit]", "<</S /SubmitForm /F (https://x.example)>>"),
      ...SCRIPT,
    ],
    ["a PDF that starts a program", () => opening("<</S /Launch /F (x.exe)>>"), ...SCRIPT],
    [
      "a PDF with an embedded file",
      () => opening("[1 0 R /Fit]", "<</Names <</EmbeddedFiles 9 0 R>>>>"),
      ...SCRIPT,
    ],
    [
      "a PDF that hides where its object list begins",
      () =>
        opening(
          "5 0 R",
          LIST("/FlateDecode", deflateSync("5 0 [0] <</S /URI>>").toString("latin1")).replace(
            "/First 4",
            "/First 8",
          ),
        ),
      ...SCRIPT,
    ],
    ["a PDF that ends too early", () => pdf.subarray(0, 20), "complaint", 422, "file-damaged"],
    ["nothing", () => Buffer.alloc(0), "card-front", 422, "file-empty"],
    ["a picture with too many pixels", () => flood(60_000, 60_000), "card-front", 422, "file-pixels"],
    ["a picture that is damaged", () => flood(400, 400), "card-front", 422, "file-damaged"],
    ["eleven megabytes", () => Buffer.alloc(11 * 1024 * 1024, 0xff), "card-front", 413, "file-too-large"],
    [
      "twenty-five megabytes",
      () => Buffer.alloc(25 * 1024 * 1024, 0xff),
      "card-front",
      413,
      "file-too-large",
    ],
    ["an unknown purpose", () => pdf, "anything", 422, "file-purpose"],
    ["a purpose named like a property of every object", () => pdf, "constructor", 422, "file-purpose"],
    ["a purpose named like an object's prototype", () => pdf, "__proto__", 422, "file-purpose"],
  ])(
    "rejects an upload of %s with its code and message, and stores nothing",
    async (_what, bytes, purpose, status, code) => {
      asker = me;
      const before = kept();
      const response = await upload(bytes(), purpose);
      expect(response.statusCode).toBe(status);
      expect(response.json().code).toBe(code);
      expect(response.json().message.th).toMatch(/[ก-๙]/);
      // The error message lists the permitted file types for a user who chose a wrong file.
      if (code === "file-kind" || code === "file-damaged")
        for (const words of Object.values(response.json().message))
          expect(words).toMatch(purpose === "complaint" ? /JPG, PNG, WebP, PDF/ : /JPG, PNG, WebP(?!, PDF)/);
      expect(kept()).toBe(before);
    },
  );

  // The campaign tries 20,000 of them (`npm run campaign -- 26`).
  test("an upload with damaged or disguised content is re-encoded or rejected, and never exhausts memory", {
    timeout: 60_000 + UPLOADS * 100,
  }, async () => {
    const bases = [
      await picture("jpeg"),
      await picture("png"),
      await picture("webp"),
      await sharp({ create: { width: 30, height: 30, channels: 4, background: "#fff0" } })
        .gif()
        .toBuffer(),
      await sharp({ create: { width: 30, height: 30, channels: 3, background: "#fff" } })
        .tiff()
        .toBuffer(),
      pdf,
      flood(60_000, 60_000),
      flood(16_000, 16_000),
      flood(500, 500),
    ];
    const mark = "planted-mark";
    const payloads = [
      `<script>alert("${mark}")</script>`,
      `<svg xmlns="http://www.w3.org/2000/svg" onload="${mark}"/>`,
      `PK\x03\x04${mark}`,
      `\x7fELF${mark}`,
      `<?php ${mark}`,
      `%PDF-1.7 /JavaScript (${mark})`,
    ].map((text) => Buffer.from(text, "latin1"));
    const before = process.memoryUsage().rss;
    let highest = before;
    let senders = 0;
    const damaged = fc.record({
      base: fc.constantFrom(...bases),
      payload: fc.option(fc.constantFrom(...payloads), { freq: 2 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      flips: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 4 }),
      cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 4 }),
      head: fc.option(
        fc.constantFrom("\xff\xd8\xff\xe0", "\x89PNG\r\n\x1a\n", "RIFF\0\0\0\0WEBP", "%PDF-1.4\n"),
        {
          freq: 4,
        },
      ),
      purpose: fc.constantFrom(...Object.keys(PURPOSES)),
      name: fc.constantFrom(
        "card.jpg",
        "card.svg",
        "../../x.html",
        "con",
        "a".repeat(300),
        "ก\u202Egpj.exe",
        "",
      ),
      type: fc.constantFrom("image/jpeg", "text/html", "image/svg+xml", "application/pdf", "x"),
    });
    type Damaged = typeof damaged extends fc.Arbitrary<infer One> ? One : never;
    const run = async ({ base, payload, at, flips, cut, head, purpose, name, type }: Damaged) => {
      const bytes = Buffer.concat([
        Buffer.from(head ?? "", "latin1"),
        base.subarray(0, Math.floor(at * base.length)),
        payload ?? Buffer.alloc(0),
        base.subarray(Math.floor(at * base.length)),
      ]);
      for (const [where, by] of flips) {
        const one = Math.floor(where * (bytes.length - 1));
        bytes[one] = (bytes[one] ?? 0) ^ by;
      }
      const sent = bytes.subarray(0, Math.floor((cut ?? 1) * bytes.length));
      // Uploads have a daily limit per person and one per network, so each try uses another person.
      asker = person(randomUUID());
      senders += 1;
      const from = `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`;
      const was = kept();
      const response = await upload(sent, purpose, name, type, "file", from);
      highest = Math.max(highest, process.memoryUsage().rss);
      if (response.statusCode !== 201) {
        expect([413, 415, 422]).toContain(response.statusCode);
        expect(response.json().code).toMatch(/^file-/);
        expect(response.json().message.th).toMatch(/[ก-๙]/);
        expect(kept()).toBe(was);
        return;
      }
      const { id } = response.json();
      const given = await app.inject(`/api/files/${id}`);
      expect(given.headers["content-disposition"]).toMatch(
        /^attachment; filename="[a-z-]+-[0-9a-f]{8}\.(jpg|pdf)"$/,
      );
      expect(given.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
      if (given.headers["content-type"] === "application/pdf") return;
      expect(given.headers["content-type"]).toBe("image/jpeg");
      expect((await sharp(given.rawPayload).metadata()).format).toBe("jpeg");
      expect(given.rawPayload.includes(mark)).toBe(false);
    };
    await fc.assert(fc.asyncProperty(damaged, run), {
      numRuns: UPLOADS,
      seed: Number(process.env.SAPHAN_UPLOADS_SEED ?? 1),
    });
    expect(highest - before).toBeLessThan(700 * 1024 * 1024);
  });

  test("an upload without a file is rejected, and so is one that another person sends", async () => {
    asker = me;
    expect((await upload(pdf, "complaint", "a.pdf", "application/pdf", "other")).json().code).toBe(
      "file-missing",
    );
    asker = null;
    expect((await upload(pdf, "complaint")).statusCode).toBe(401);
  });

  test("an upload to a full disk is reported, and leaves neither bytes nor a database row", async () => {
    const full = createFiles({
      db: database.db,
      clock,
      config: { dataDir, masterKey: null },
      store: {
        put: async () => {
          throw Object.assign(new Error("no space"), { code: "ENOSPC" });
        },
        get: async () => Buffer.alloc(0),
        remove: async () => {},
      },
    });
    const count = () => database.db.selectFrom("files").select("id").execute();
    const before = (await count()).length;
    const content = (async function* () {
      yield pdf;
    })();
    await expect(full.store(ME, content, { purpose: "complaint", name: "a.pdf" })).rejects.toMatchObject({
      code: "ENOSPC",
    });
    expect((await count()).length).toBe(before);
  });
});

test.each(["image/jpg", "image/pjpeg", "application/octet-stream", "text/plain"])(
  "a picture that is declared as %s is checked by its content",
  async (declared) => {
    asker = me;
    expect((await upload(await picture("jpeg"), "card-front", "card.jpg", declared)).statusCode).toBe(201);
  },
);

describe("an uploaded file", () => {
  let id: string;
  beforeAll(async () => {
    asker = me;
    id = (await upload(pdf, "complaint", '../../คำร้อง \u202E"x".pdf', "application/pdf")).json().id;
  });

  test.each([
    [
      "an HTML page inside a PDF",
      "x.html",
      () => Buffer.concat([pdf.subarray(0, 9), Buffer.from("<script>alert(1)</script>"), pdf.subarray(9)]),
      "application/pdf",
      "pdf",
    ],
    ["a file named as a program", "x.pdf.exe", () => pdf, "application/pdf", "pdf"],
    [
      "a PDF after a byte order mark",
      "x.pdf",
      () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf]),
      "application/pdf",
      "pdf",
    ],
    [
      "a PDF with a few bytes after its end",
      "x.pdf",
      () => Buffer.concat([pdf, Buffer.from("\r\n\0\0\0\x1a")]),
      "application/pdf",
      "pdf",
    ],
    [
      "a PDF with links that opens at a page",
      "x.pdf",
      () => opening("[1 0 R /Fit]"),
      "application/pdf",
      "pdf",
    ],
    [
      "a PDF with links that opens by going to a page",
      "x.pdf",
      () => opening("<</Type /Action /S /GoTo /D [1 0 R /XYZ 0 842 null]>>"),
      "application/pdf",
      "pdf",
    ],
    [
      "a PDF with links that opens at a page named elsewhere",
      "x.pdf",
      () => opening("2 0 R", "<</S /GoTo /D (page.1)>>"),
      "application/pdf",
      "pdf",
    ],
    [
      "a PDF with links that opens at a page named in a compressed list",
      "x.pdf",
      () => opening("5 0 R", LIST("/FlateDecode", deflateSync("5 0 [1 0 R /Fit]").toString("latin1"))),
      "application/pdf",
      "pdf",
    ],
    [
      "a PDF with a compressed list of objects",
      "x.pdf",
      () => packed("<</Type /Page>>"),
      "application/pdf",
      "pdf",
    ],
    ["a picture named as an HTML page", "x.svg", () => picture("png"), "image/jpeg", "jpg"],
  ])("gets its name and type from its bytes: %s", async (_what, name, bytes, type, extension) => {
    asker = me;
    const stored = (await upload(await bytes(), "complaint", name, "text/html")).json();
    const response = await app.inject(`/api/files/${stored.id}`);
    expect(response.headers["content-type"]).toBe(type);
    expect(response.headers["content-disposition"]).toBe(
      `attachment; filename="complaint-${stored.id.slice(0, 8)}.${extension}"`,
    );
  });

  test("is no longer served after a scanner finds it infected", async () => {
    asker = me;
    const stored = (await upload(await picture("png"), "complaint", "a.png")).json();
    await database.db.updateTable("files").set({ scanned: "infected" }).where("id", "=", stored.id).execute();
    for (const url of [`/api/files/${stored.id}`, `/api/files/${stored.id}/preview`]) {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(422);
      expect(response.json().code).toBe("file-infected");
    }
  });

  test("is always served as a download, under a harmless name", async () => {
    asker = me;
    const response = await app.inject(`/api/files/${id}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-disposition"]).toBe(
      `attachment; filename="complaint-${id.slice(0, 8)}.pdf"`,
    );
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
    expect(response.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect(response.rawPayload.equals(pdf)).toBe(true);
  });

  test.each([
    ["its owner", () => me, 200],
    ["compliance", () => person("00000000-0000-4000-8000-0000000000cc", "compliance"), 200],
    ["another customer", () => other, 404],
    ["support", () => person("00000000-0000-4000-8000-0000000000dd", "support"), 404],
    ["a stranger", () => null, 401],
  ])("is served or refused, as declared, if the request comes from %s", async (_who, who, status) => {
    asker = who();
    expect((await app.inject(`/api/files/${id}`)).statusCode).toBe(status);
  });

  test("is reported as not found if the id is invalid or unknown", async () => {
    asker = me;
    expect((await app.inject("/api/files/..%2F..%2Fmaster.key")).statusCode).toBe(404);
    expect((await app.inject("/api/files/00000000-0000-4000-8000-000000000000")).statusCode).toBe(404);
  });

  test("has a small preview if it is a picture, and no preview if it is a document", async () => {
    asker = me;
    const image = (await upload(await picture("png", 2_000, 1_000))).json();
    const preview = await app.inject(`/api/files/${image.id}/preview`);
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({
      format: "jpeg",
      width: 800,
      height: 400,
    });
    expect((await app.inject(`/api/files/${id}/preview`)).statusCode).toBe(404);
  });

  test("a file's fact has the details for the owner, and “not yours” for other people", async () => {
    expect(await files.fact(database.db, id, ME)).toEqual({
      owned: true,
      type: "application/pdf",
      clean: false,
    });
    expect(await files.fact(database.db, id, `person:${other.id}`)).toEqual({
      owned: false,
      type: "unknown",
      clean: false,
    });
    expect(await files.fact(database.db, "no-id", ME)).toBeNull();
  });

  test("a visitor's file moves once to that visitor's own account, and to no other account", async () => {
    asker = null;
    visitor = "visitor-hash";
    const mine = (await upload(pdf, "complaint", "a.pdf")).json().id;
    visitor = null;
    const claim = (from: string, to: string) =>
      database.db.transaction().execute((tx) => files.claim(tx, from, to));
    await claim("visitor:visitor-hash", ME);
    expect(await files.fact(database.db, mine, ME)).toMatchObject({ owned: true });
    await expect(claim(ME, `person:${other.id}`)).rejects.toThrow(/only a visitor's/);
  });
});

test("the answers of the upload calls match the API document", () => {
  expect(answers.faults).toEqual([]);
  expect([...answers.routes]).toEqual(["/api/files"]);
});
