import { LANGUAGES } from "../../engine/values/languages.ts";
import { RecordOfAnswers } from "../flows/index.ts";
import { DAY, FLAG, INSTANT, listOf, named, objectOf, oneOf, orNull, TEXT, UUID } from "../http/index.ts";

// Answer schemas of the calls about the customer service desk.

const language = { ...oneOf(...LANGUAGES), description: "In which they wrote, and read the answer" };

const orErased = { ...orNull(TEXT), description: "null once whoever wrote was erased" };

const Complaint = named(
  "Complaint",
  objectOf({
    id: UUID,
    reference: TEXT,
    state: oneOf("open", "acknowledged", "answered"),
    email: orErased,
    phone: orErased,
    hasAccount: { ...FLAG, description: "Whether who wrote was logged in" },
    problemType: TEXT,
    detail: orErased,
    hasAttachment: FLAG,
    further: orNull(RecordOfAnswers),
    language,
    filedAt: INSTANT,
    acknowledgeBy: DAY,
    answerBy: DAY,
    late: { ...FLAG, description: "The promised day is over" },
    acknowledged: orNull(objectOf({ at: INSTANT, by: TEXT })),
    answered: orNull(objectOf({ at: INSTANT, by: TEXT, text: orErased })),
  }),
);

const ContactRequest = named(
  "ContactRequest",
  objectOf({
    id: UUID,
    reference: TEXT,
    state: oneOf("open", "done"),
    name: orErased,
    email: orErased,
    phone: orErased,
    hasAccount: FLAG,
    topic: TEXT,
    further: orNull(RecordOfAnswers),
    language,
    askedAt: INSTANT,
    callBy: DAY,
    late: { ...FLAG, description: "The promised day is over" },
    done: orNull(objectOf({ at: INSTANT, by: TEXT, note: orErased })),
  }),
);

export const ServiceDesk = named(
  "ServiceDesk",
  objectOf({ complaints: listOf(Complaint), contacts: listOf(ContactRequest) }),
);

export const ServiceStep = named(
  "ServiceStep",
  objectOf({ state: oneOf("acknowledged", "answered", "done") }),
);
