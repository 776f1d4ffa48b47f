import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import sharp from "sharp";
import { billReference } from "../../../domain/bill-payment.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { readConfig } from "../../../server/config.ts";
import { signWebhook } from "../../../server/identity/index.ts";
import type { GoodAnswers } from "../../support/good-answers.ts";
import { passkeyDevice } from "../../support/passkey-device.ts";
import { kyc } from "../fuzz/good-answers.ts";
import { type Caller, loggedIn, type PortalHouse, stranger } from "../portal-house.ts";

/** Values that people type, each unique. A new field of a screen needs a value here. */
export const PLANTED = {
  complaintEmail: "petcharat.planted@mailhost.example",
  complaintPhone: "0891357246",
  complaintDetail: "พนักงานชื่อวารุณีพูดจาไม่สุภาพเลย",
  complaintAnswer: "เราโทรหาคุณเพชรรัตน์มณีวรรณแล้ว",
  complaintOwn: "My neighbour Thanakrit read my statement",
  contactName: "ขวัญเรือน พฤกษชาติไพร",
  contactEmail: "khwanruean.asks@mailhost.example",
  contactPhone: "0897531864",
  contactNote: "Khwanruean wants a call after Songkran",
  fileName: "บัตรของศรีสุดาทองแท้.jpg",
  ownFileName: "slip-of-Nattapong-Phothong.jpg",
  companyName: "บริษัท เพชรน้ำหนึ่งสมมุติ จำกัด",
  signatory: "ประภาพรรณ ทวีสินสมมุติ",
  signatoryId: "3720900466128",
  companyAddress: "ถนนสายลมเย็นยามเช้า",
  companyContact: "มัลลิกา ฉายแสงสมมุติ",
  companyEmail: "mallika.company@mailhost.example",
  companyCase: "ขาดลายเซ็นของประภาพรรณหน้าสอง",
  signUpEmail: "juristic.signup@mailhost.example",
  signUpCompany: "Diamond of Doi Suthep Holding",
  nationalId: "3101203456780",
  firstNameTh: "พิมพ์มาดาทดสอบ",
  lastNameEn: "Sriarunrojna",
  kycPhone: "0849317265",
  address: "417/29 ตึกจันทร์กระจ่าง",
  workplace: "ร้านแสงจันทราการทอง",
  kycAccount: "6203984715",
  askedAgain: "The photo of Pimmada's card is blurred",
  newAccount: "7301846295",
  bankDecision: "The passbook of Kanchanok was shown",
  newPhone: "0861472583",
  newEmail: "kanchanok.moved@mailhost.example",
  lastEmail: "kanchanok.again@mailhost.example",
  newStreet: "ซอยดอกแก้วเก้าริมน้ำ",
  dataRequest: "ขอสำเนาเรื่องที่คุยกับคุณอรพรรณเมื่อวาน",
  dataReply: "บัตรของดิฉันส่งให้คุณอรพรรณแล้ว",
  caseNote: "Orapan at the branch remembers her call",
  caseAnswer: "สำเนาส่งให้คุณกาญจนกทางไปรษณีย์",
  payerName: "ธนาธรณ์ผู้โอนแทน",
  payerAccount: "5839204716",
  payerReference: "CALL0815551234",
  statementPayer: "วิไลลักษณ์ โอนผิดบัญชี",
  statementAccount: "4920173658",
  heldNote: "Thanathon says that he is her uncle",
  slipReason: "The slip shows the name of her sister Ladda",
  breakReason: "Wilailak's money came a day late",
  returnReason: "ชื่อบัญชีกาญจนกไม่ตรง",
  lockReason: "Stolen phone, says her husband Wichai",
  unlockReason: "Wichai brought the phone back",
  testReason: "Used by our colleague Supansa at home",
  roleReason: "Follows Somkid who left in May",
  passkeyName: "iPhone of Kanchanok",
  saleCodeOwner: "Wimonrat of the branch at Hua Hin",
} as const;

/** Person who goes through a flow, with the answers to give. */
type Way = {
  readonly who: Caller;
  readonly flow: string;
  readonly good: GoodAnswers;
  readonly email?: string;
  readonly pin?: string;
};

/**
 * Walks a flow to its end, or until it waits for a staff decision, with codes from the mailbox; returns the
 * last view.
 */
export async function walk(house: PortalHouse, { who, flow, good, email, pin = "148263" }: Way) {
  const steps = (
    JSON.parse(readFileSync(`flows/${flow}/flow.json`, "utf8")) as {
      steps: { readonly [step: string]: { readonly challenge?: string } };
    }
  ).steps;
  let { body } = await who.call("POST", `/api/flows/${flow}/instances`, { again: true });
  for (let turn = 0; turn < 60; turn += 1) {
    const at = body.at as { kind: string; step: string; state?: string; for?: string; values?: JsonObject };
    if (at.kind === "end" || at.for === "cases.decided") return body;
    const submit = async (given: JsonObject) => {
      const answer = await who.submit(body.id, at.step, given);
      if (answer.status !== 200)
        throw new Error(`walk ${flow}, ${at.step}: ${JSON.stringify(answer.body).slice(0, 600)}`);
      body = answer.body;
    };
    if (at.kind === "review") await submit({ answer: { values: at.values ?? {} } });
    else if (at.kind === "challenge")
      await submit({
        code: steps[at.step]?.challenge === "pin" ? pin : await codeOf(house, who, String(body.id), at.step),
      });
    else if (at.kind === "form" || at.state === "ask") await submit({ answer: good[at.step] ?? {} });
    else {
      for (let round = 0; round < 4; round += 1) await house.server.jobs.drain();
      body = (await who.call("GET", `/api/instances/${body.id}`)).body;
    }
  }
  throw new Error(`walk ${flow}: ${JSON.stringify(body.at)} ${email ?? ""}`);
}

async function codeOf(house: PortalHouse, who: Caller, id: string, step: string): Promise<string> {
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
  const sent = await who.call("POST", `/api/instances/${id}/steps/${step}/send`, {});
  if (sent.status !== 200) throw new Error(`send: ${JSON.stringify(sent.body)}`);
  return await newestCode(house);
}

async function newestCode(house: PortalHouse): Promise<string> {
  await house.server.jobs.drain();
  const { messages: mails } = await stranger(house).get("/dev/mailbox", { query: { limit: 20 } });
  return /\b\d{6}\b/.exec(mails.find(({ template }) => template === "otp")?.body ?? "")?.[0] ?? "";
}

/** Uploads a small picture with a name. */
async function uploadNamed(who: Caller, purpose: string, name: string): Promise<string> {
  const image = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), image, Buffer.from("\r\n--b--\r\n")]);
  const stored = await who.call("POST", `/api/files?purpose=${purpose}`, payload, {
    "content-type": "multipart/form-data; boundary=b",
  });
  if (stored.status !== 201) throw new Error(`upload: ${JSON.stringify(stored.body)}`);
  return String(stored.body.id);
}

/** Makes a call; throws if it is refused. */
async function done(who: Caller, method: string, path: string, body?: Json): Promise<JsonObject> {
  const answer = await who.call(method, `/api${path}`, body, { "idempotency-key": randomUUID() });
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 600)}`);
  return answer.body;
}

type House = PortalHouse & { readonly as: (name: string) => Promise<Caller> };

/**
 * Fills a portal's database with every planted value through the calls that people use; returns the logged-in
 * callers by name.
 */
export async function plant(given: PortalHouse, bankSecret: string): Promise<House["as"]> {
  const callers = new Map<string, Promise<Caller>>();
  const as = (name: string) => {
    const known = callers.get(name) ?? loggedIn(given, name);
    callers.set(name, known);
    return known;
  };
  const house: House = { ...given, as };
  await writeToService(house);
  await askForCompany(house);
  await signUpCompany(house);
  await verify(house);
  await changeThings(house);
  await makePasskey(house);
  await askForData(house);
  await sendMoney(house, bankSecret);
  await judgePeople(house);
  // The e-mail changes last, because everything else uses the earlier log-ins.
  for (const email of [PLANTED.newEmail, PLANTED.lastEmail])
    await walk(house, { who: await as("investor"), flow: "email", good: { ask: { email } } });
  await house.server.jobs.drain();
  return as;
}

async function writeToService(house: House): Promise<void> {
  const visitor = stranger(house);
  const attachment = await uploadNamed(visitor, "complaint", PLANTED.fileName);
  const complaint = {
    ...{ email: PLANTED.complaintEmail, phone: PLANTED.complaintPhone, problemType: "SERVICE" },
    ...{ detail: PLANTED.complaintDetail, attachment },
  };
  await walk(house, { who: visitor, flow: "complaint", good: { complaint } });
  const contact = {
    ...{ name: PLANTED.contactName, email: PLANTED.contactEmail, phone: PLANTED.contactPhone },
    topic: "STRATEGIES",
  };
  await walk(house, { who: visitor, flow: "contact-back", good: { contact } });
  const investor = await house.as("investor");
  const own = { ...complaint, detail: PLANTED.complaintOwn, attachment: undefined };
  const { attachment: _none, ...withoutFile } = own;
  await walk(house, { who: investor, flow: "complaint", good: { complaint: withoutFile } });
  await walk(house, { who: investor, flow: "contact-back", good: { contact } });
  const support = await house.as("support");
  const { cases } = await support.get("/cases");
  for (const { id, reference } of cases) {
    if (!/^(CMP|CON)-/.test(reference)) continue;
    await done(support, "POST", `/cases/${id}/take`, {});
    const [outcome, text] = reference.startsWith("CMP")
      ? ["answered", PLANTED.complaintAnswer]
      : ["done", PLANTED.contactNote];
    await done(support, "POST", `/cases/${id}/answer`, { outcome, text });
  }
}

async function askForCompany(house: House): Promise<void> {
  const who = stranger(house);
  const paper = () => uploadNamed(who, "company-document", PLANTED.fileName);
  const [card, affidavit, shareholderList, boardResolution] = [
    await paper(),
    await paper(),
    await paper(),
    await paper(),
  ];
  const person = { name: PLANTED.signatory, idNumber: "1101700000010" };
  const address = {
    ...{ no: "9", road: PLANTED.companyAddress, subDistrict: "สีลม", district: "บางรัก" },
    ...{ province: "กรุงเทพมหานคร", postalCode: "10500" },
  };
  const good: GoodAnswers = {
    ready: { papers: ["AFFIDAVIT", "SHAREHOLDERS", "RESOLUTION", "CARDS"] },
    company: { companyName: PLANTED.companyName, registrationNumber: "0105556789010", address },
    signatories: {
      signatories: [{ ...person, power: "ALONE", card }],
      signingCondition: "กรรมการหนึ่งคนลงลายมือชื่อ",
    },
    owners: { owners: [{ ...person, idNumber: PLANTED.signatoryId, sharePercent: 100 }] },
    documents: { affidavit, shareholderList, boardResolution },
    contact: {
      ...{ name: PLANTED.companyContact, position: "บัญชี", email: PLANTED.companyEmail },
      phone: "0812345678",
    },
  };
  await walk(house, { who, flow: "company", good });
  const support = await house.as("support");
  const { cases } = await support.get("/cases");
  const id = cases[0]?.id;
  await done(support, "POST", `/cases/${id}/take`);
  await done(support, "POST", `/cases/${id}/tick`, {
    item: 0,
    done: false,
    lacking: PLANTED.companyCase,
  });
  await done(support, "POST", `/cases/${id}/ask`, { text: PLANTED.companyCase });
}

async function signUpCompany(house: House): Promise<void> {
  const good: GoodAnswers = {
    account: {
      ...{ customerType: "JURISTIC", companyName: PLANTED.signUpCompany, email: PLANTED.signUpEmail },
    },
    create: {
      ...{ password: "Sunrise#2026", confirmPassword: "Sunrise#2026" },
      consents: { privacy: true, terms: true, publicity: true },
    },
  };
  await walk(house, { who: stranger(house), flow: "sign-up", good });
}

async function verify(house: House): Promise<void> {
  const fresh = await house.as("fresh");
  const compliance = await house.as("compliance");
  const base = await kyc(fresh);
  const good: GoodAnswers = {
    ...base,
    "digital-id": { useDigitalId: false },
    "us-indicia": { ...base["us-indicia"], bornInUsRenounced: false, usAddress: false },
    general: {
      ...base.general,
      ...{ nationalId: PLANTED.nationalId, firstNameTh: PLANTED.firstNameTh },
      ...{ lastNameTh: "ศรีอรุณโรจน์", firstNameEn: "Pimmadatest", lastNameEn: PLANTED.lastNameEn },
    },
    contact: {
      phone: PLANTED.kycPhone,
      address: { ...(base.contact?.address as JsonObject), no: PLANTED.address },
    },
    work: { ...base.work, workplace: PLANTED.workplace },
    bank: {
      ...{ bank: "004", accountNumber: PLANTED.kycAccount },
      accountName: `${PLANTED.firstNameTh} ศรีอรุณโรจน์`,
    },
  };
  await walk(house, { who: fresh, flow: "kyc", good });
  const { reviews } = await compliance.get("/reviews");
  await done(compliance, "POST", `/reviews/${reviews[0]?.id}/decision`, {
    ...{ decision: "ask-again", reason: PLANTED.askedAgain },
    asked: [{ name: "workplace", reason: PLANTED.askedAgain }],
  });
}

async function changeThings(house: House): Promise<void> {
  const who = await house.as("investor");
  const account = { bank: "014", accountNumber: PLANTED.newAccount, accountName: "กาญจนก วงศ์สวัสดิ์" };
  await walk(house, { who, flow: "bank", good: { account } });
  const compliance = await house.as("compliance");
  const { changes } = await compliance.get("/bank-changes");
  await done(compliance, "POST", `/bank-changes/${changes[0]?.id}/decision`, {
    ...{ decision: "reject", reason: PLANTED.bankDecision },
  });
  const address = {
    ...{ no: "1", soi: PLANTED.newStreet, subDistrict: "สีลม", district: "บางรัก" },
    ...{ province: "กรุงเทพมหานคร", postalCode: "10500" },
  };
  const personal: GoodAnswers = { ask: { what: "ADDRESS" }, contact: { address } };
  await walk(house, { who, flow: "personal", good: personal });
  await walk(house, { who, flow: "phone", good: { ask: { phone: PLANTED.newPhone } } });
}

/** Adds a passkey with a name, using a simulated device. */
async function makePasskey(house: House): Promise<void> {
  const who = await house.as("investor");
  await done(who, "POST", "/auth/send-otp", { channel: "email", action: "passkey" });
  const begun = await done(who, "POST", "/security/passkeys/begin", { code: await newestCode(house) });
  const { origin } = readConfig({ PORT: "0" });
  const made = await passkeyDevice(origin).make(begun as never);
  await done(who, "POST", "/security/passkeys", { name: PLANTED.passkeyName, made });
}

async function askForData(house: House): Promise<void> {
  const who = await house.as("investor");
  const paper = await uploadNamed(who, "case-document", PLANTED.ownFileName);
  const ask = { right: "DATA_COPY", detail: PLANTED.dataRequest, paper };
  await walk(house, { who, flow: "data-request", good: { ask } });
  const support = await house.as("support");
  const { cases } = await support.get("/cases");
  const id = cases.find(({ topic }) => topic === "DATA_COPY")?.id;
  await done(support, "POST", `/cases/${id}/take`);
  await done(support, "POST", `/cases/${id}/note`, { text: PLANTED.caseNote });
  await done(support, "POST", `/cases/${id}/ask`, { text: PLANTED.caseNote });
  await done(who, "POST", `/my-cases/${id}/reply`, { text: PLANTED.dataReply });
  await done(support, "POST", `/cases/${id}/answer`, { outcome: "refused", text: PLANTED.caseAnswer });
}

/** Reports an incoming payment like the bank. */
async function report(house: House, secret: string, of: JsonObject): Promise<void> {
  const body = JSON.stringify({ bank: "006", amount: "10000.00", at: "2026-03-02T09:59:00+07:00", ...of });
  const answer = await stranger(house).call("POST", "/api/webhooks/bank", body, {
    "content-type": "application/json",
    "x-sha2-signature": signWebhook(secret, body),
  });
  if (answer.status !== 200) throw new Error(`report: ${JSON.stringify(answer.body)}`);
}

async function sendMoney(house: House, secret: string): Promise<void> {
  const investor = await house.as("investor");
  await done(stranger(house), "POST", "/dev/bank", { silent: true });
  const good: GoodAnswers = {
    choose: { strategy: "M-BTCA" },
    amount: { amount: "10000.00" },
    acknowledge: { accepted: true },
    pay: { method: "transfer" },
  };
  for (let order = 0; order < 2; order += 1)
    await walk(house, { who: investor, flow: "invest", good }).catch((error: unknown) => {
      // An order that waits for its money is expected here.
      if (!String(error).includes("wait")) throw error;
    });
  const { orders } = await investor.get("/orders");
  const [paid, slipped] = orders;
  await report(house, secret, {
    ...{ reference: "PLANTED1", ref1: billReference(String(paid?.reference)) },
    ref2: PLANTED.payerReference,
    payer: { bank: "014", account: PLANTED.payerAccount, name: PLANTED.payerName },
  });
  const finance = await house.as("finance");
  const file = [
    "bank,account,date,time,reference,ref1,ref2,payer_bank,payer_account,payer_name,credit,debit,balance",
    `004,0000000000,02/03/2026,09:30:00,PLANTED2,,,014,${PLANTED.statementAccount},${PLANTED.statementPayer},77.00,,77.00`,
  ].join("\n");
  await done(finance, "POST", "/bank-statements", { file });
  const slip = await uploadNamed(investor, "slip", PLANTED.ownFileName);
  await done(investor, "POST", `/orders/${slipped?.id}/slips`, { file: slip });
  await decideMoney(house);
}

async function decideMoney(house: House): Promise<void> {
  const [finance, finance2] = [await house.as("finance"), await house.as("finance2")];
  const { slips, cases } = await finance.get("/money-in");
  await done(finance, "POST", `/slips/${slips[0]?.id}/refuse`, { reason: PLANTED.slipReason });
  const held = cases.find(({ payerName }) => payerName === PLANTED.payerName);
  await done(finance, "POST", `/payment-cases/${held?.id}/hold`, { note: PLANTED.heldNote });
  const lost = cases.find(({ payerName }) => payerName === PLANTED.statementPayer);
  await done(finance, "POST", `/payment-cases/${lost?.id}/refund`, {});
  await done(finance, "POST", "/controls", { day: "2026-03-02" });
  const { controls } = await finance.get("/controls");
  for (const { day, kind, breaks } of controls)
    for (const { subject } of breaks)
      await done(finance, "POST", "/controls/break", { day, kind, subject, reason: PLANTED.breakReason });
  house.clock.set("2026-03-04T10:00:00");
  const { id } = await done(finance, "POST", "/payment-files");
  await done(finance2, "POST", `/payment-files/${id}/release`);
  const { rows } = await sql<{ id: string; line: number; amount: string }>`
    select id, line, amount from payouts where file_id = ${String(id)}::uuid`.execute(house.database.db);
  const returned = rows.map((one) => `R,${one.line},${one.id},${one.amount},"${PLANTED.returnReason}"`);
  await done(finance, "POST", `/payment-files/${id}/returns`, { file: returned.join("\n") });
}

async function judgePeople(house: House): Promise<void> {
  const [support, admin] = [await house.as("support"), await house.as("admin")];
  const fresh = "00000000-0000-4000-8000-000000000002";
  await done(support, "POST", `/people/${fresh}/lock`, { reason: PLANTED.lockReason });
  const unlocker = await house.as("compliance");
  await done(unlocker, "POST", `/people/${fresh}/unlock`, { reason: PLANTED.unlockReason });
  await done(admin, "POST", `/people/${fresh}/mark-test`, { reason: PLANTED.testReason });
  await done(admin, "POST", "/sale-codes", {
    ...{ code: "PLANTED9", owner: PLANTED.saleCodeOwner, active: true, from: null, until: null },
  });
  await done(admin, "POST", "/staff-roles", {
    ...{ email: "support@saphan.example", role: "operations", reason: PLANTED.roleReason },
  });
}
