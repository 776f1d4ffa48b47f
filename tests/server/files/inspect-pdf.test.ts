import { deflateRawSync, deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inspect } from "../../../server/files/inspect.ts";
import { inspectPdf } from "../../../server/files/inspect-pdf.ts";

const file = (...objects: readonly string[]) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n${objects.join("\n")}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
    "latin1",
  );
const open = (object: string) => file(`5 0 obj ${object} endobj`);
/** Returns a PDF with a compressed list of objects, changed in one way. */
const packed = (object: string, change: (list: string) => string = (list) => list) => {
  const data = deflateSync(Buffer.from(`5 0 ${object}`)).toString("latin1");
  return file(
    change(
      `4 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${data.length}>>stream\n${data}\nendstream endobj`,
    ),
  );
};
const JS = "<</S/JavaScript/JS(app.alert\\(1\\))>>";
const SCRIPT = { ok: false, error: { code: "file-pdf-script" } };

const ACTIONS = [
  JS,
  "<</OpenAction<</S/Launch/F(cmd.exe)>> >>",
  "<</OpenAction<</S/URI/URI(http://evil.example)>> >>",
  "<</O#70enAction 9 0 R/X<</S/URI/URI(http://evil.example)>> >>",
  "<</AA<</WC 9 0 R>> >>",
  "<</A<</S/SubmitForm/F(http://evil.example)>> >>",
  "<</A<</S/ImportData/F(x)>> >>",
  "<</A<</S/GoToR/F(x)>> >>",
  "<</A<</S/GoToE/F(x)>> >>",
  "<</S 9 0 R/J#53(x)>>",
  "<</AcroForm<</XFA 9 0 R>> >>",
  "<</Names<</EmbeddedFiles 9 0 R>> >>",
  "<</Subtype/RichMedia>>",
];

test.for(ACTIONS)("a PDF with %s is rejected, in plain form and in a compressed list", (object) => {
  expect(inspectPdf(open(object))).toEqual(SCRIPT);
  expect(inspectPdf(packed(object))).toEqual(SCRIPT);
});

/**
 * Returns an object list whose first block is stored uncompressed and contains the word that ends a stream.
 */
function storedFirst(): string {
  const first = Buffer.from("% endstream \n");
  const head = Buffer.from([0x78, 0x9c, 0, first.length, 0, 255 - first.length, 255]);
  const sum = deflateSync(Buffer.concat([first, Buffer.from(JS)])).subarray(-4);
  return Buffer.concat([head, first, deflateRawSync(Buffer.from(JS)), sum]).toString("latin1");
}

test.for<readonly [what: string, change: (list: string) => string]>([
  ["states its compression in another object", (list) => list.replace("/FlateDecode", " 9 0 R")],
  ["has a comment before its filter", (list) => list.replace("/FlateDecode", "%x\n/FlateDecode")],
  ["contains the keyword of an object", (list) => list.replace("/Length", "/X(obj)/Length")],
  ["contains the header of an object", (list) => list.replace("/Length", "/X(9 0 obj<<>>stream)/Length")],
  ["has no type", (list) => list.replace("/Type/ObjStm", "")],
  ["has its type in another object", (list) => list.replace("/ObjStm", " 9 0 R")],
  ["begins after a carriage return", (list) => list.replace("stream\n", "stream\r")],
  ["begins after a space", (list) => list.replace("stream\n", "stream \n")],
  [
    "begins after another list",
    (list) => list.replace("stream\n", () => `stream ${deflateSync("x").toString("latin1")}\n`),
  ],
  [
    "continues after its end marker",
    (list) => list.replace(/stream\n[\s\S]*endstream/, () => `stream\n${storedFirst()}\nendstream`),
  ],
  ["has a predictor in another object", (list) => list.replace("/Length", "/DecodeParms 9 0 R/Length")],
  ["is compressed twice", (list) => list.replace("/FlateDecode", "[/ASCIIHexDecode/FlateDecode]")],
  ["has no end", (list) => list.replace(">>stream", "stream")],
])("a PDF whose object list %s is rejected if the list contains a script", ([, change]) => {
  expect(inspectPdf(packed(JS, change))).toEqual(SCRIPT);
});

test("the check finds a script in an object list that seems to be part of a string or comment", () => {
  expect(inspectPdf(packed(`( ${JS}`))).toEqual(SCRIPT);
  expect(inspectPdf(packed(`% ${JS}`))).toEqual(SCRIPT);
});

test("a PDF that only repeats the beginnings of objects is rejected without delaying other requests", () => {
  expect(inspectPdf(file("1 0 obj<<".repeat(50_000)))).toEqual(SCRIPT);
});

test.for<readonly [what: string, bytes: Buffer]>([
  ["a destination to open at", open("<</OpenAction[3 0 R/XYZ null null 0]>>")],
  ["a place to open at", open("<</OpenAction<</S/GoTo/D[3 0 R/Fit]>> >>")],
  ["links", open("<</A<</S/URI/URI(https://bank.example)>> >>")],
  ["a compressed list", packed("<</Type/Catalog/OpenAction[3 0 R/Fit]>>")],
  [
    "a compressed list with its filter in brackets",
    packed("<<>>", (list) => list.replace("/FlateDecode", "[/FlateDecode]")),
  ],
  [
    "a compressed table of objects",
    open(
      "<</Type/XRef/W[1 2 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>/Length 3>>stream\nabc\nendstream",
    ),
  ],
  ["a page compressed twice", open("<</Filter[/ASCII85Decode/FlateDecode]/Length 3>>stream\nabc\nendstream")],
  ["the name of an action in its text", open("(read /JS and /AA \\) in peace)")],
])("an ordinary PDF with %s is accepted unchanged", ([, bytes]) => {
  expect(inspectPdf(bytes)).toEqual({ ok: true, value: bytes });
});

test.for([true, false])(
  "a PDF with text, a link and a scan is accepted, compressed: %s",
  async (compress) => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const scan = await sharp({ create: { width: 800, height: 800, channels: 3, background: "#fff", noise } })
      .jpeg()
      .toBuffer();
    const paper = new PDFDocument({ compress, info: { Title: "Statement" } });
    const parts: Buffer[] = [];
    paper.on("data", (part: Buffer) => parts.push(part));
    const ended = new Promise((resolve) => paper.on("end", resolve));
    paper
      .text("Statement (of account)", { link: "https://bank.example" })
      .addPage()
      .image(scan, 0, 0, { width: 500 });
    paper.outline.addItem("First");
    paper.end();
    await ended;
    expect(inspectPdf(Buffer.concat(parts)).ok).toBe(true);
  },
);

test("a byte order mark before a PDF has no effect", async () => {
  const jpeg = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer();
  const purpose = { maxBytes: 100_000, leastSide: 10, pdf: true };
  for (const bytes of [jpeg, file(), open(JS), Buffer.from("no picture"), Buffer.alloc(0)]) {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    expect(await inspect(marked, purpose)).toEqual(await inspect(bytes, purpose));
  }
  expect(await inspect(jpeg, purpose)).toMatchObject({ ok: true, value: { type: "image/jpeg" } });
});
