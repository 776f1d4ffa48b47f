// Made from the API's own document by tests/server/http/answers.test.ts, which says how; not to be changed by hand.

/** What an investor still lacks before investing. */
export type AbleToInvest = {
  readonly able: boolean;
  /** Hash of the version whose rule was asked. */
  readonly version: string;
  readonly number: number;
  readonly rule: Sentence;
  /** What is still lacking. */
  readonly clauses: readonly {
    readonly id: string;
    readonly reason: Sentence;
    readonly mend: string;
    readonly mendTitle: Sentence | null;
    /** Something is not known yet, rather than not as it should be. */
    readonly unknown: boolean;
  }[];
};

/** A document as it is kept; the same bytes at every download. */
export type AccountDocument = {
  readonly id: string;
  readonly kind: "statement" | "contract-note" | "invoice" | "performance-report" | "contract";
  readonly format: "pdf" | "csv";
  readonly language: "th" | "en";
  readonly from: string | null;
  readonly to: string | null;
  readonly order: string | null;
  /** Made after the month's end without being asked for. */
  readonly monthly: boolean;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly madeAt: string;
};

/** People for whom an answer, or the step they are led to, changes in one way; and one of them. */
export type Affected = {
  readonly from: Json;
  readonly to: Json;
  readonly people: readonly PeopleWords[];
  /** There are more classes than are listed. */
  readonly more: boolean;
  readonly witness: {
    readonly words: Sentence;
    readonly all?: Sentence | null;
    readonly scope: { readonly [name: string]: Json };
  };
};

/** An approval of exactly one evidence. */
export type Approval = {
  readonly kind: "approval";
  readonly format: 1;
  /** SHA-256, in hex. */
  readonly evidence: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
  readonly note: string | null;
  readonly impact: OpenWork;
};

export type ApprovalHistory = {
  readonly orders: readonly {
    readonly id: string;
    readonly reference: string;
    readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
    readonly strategy: string;
    readonly step: OrderStep;
    /** Baht with two decimals, such as 10000.00. */
    readonly amount: string | null;
    /** Units with four decimals. */
    readonly unitsWished: string | null;
    readonly sellAll: boolean;
    readonly placedAt: string;
  }[];
};

/** Switches and facts around somebody who goes a path. */
export type Around = {
  readonly flags: { readonly [name: string]: boolean };
  readonly facts: { readonly [name: string]: { readonly [name: string]: Json } | null };
};

/** What was in force on a day. */
export type AsOf = {
  readonly on: string;
  /** Of each flow, the version in force at the end of the day. */
  readonly versions: readonly {
    readonly id: string;
    readonly flow: string;
    readonly title: Sentence | null;
    readonly number: number | null;
    readonly hash: string | null;
    readonly publishedAt: string;
    readonly approvedBy: string | null;
  }[];
  readonly legal: readonly { readonly document: string; readonly version: string; readonly from: string }[];
};

export type AuditCheck =
  | {
      readonly kind: "whole";
      readonly position: {
        readonly batch: number;
        readonly hash: string;
        readonly lines: number;
        readonly unmarked: number;
      };
      readonly unsealed: number;
    }
  | {
      readonly kind: "broken";
      readonly batch: number;
      readonly reason: "lines" | "hash" | "order" | "mark" | "head";
    };

/** Where the audit trail stood when it was found whole, signed. */
export type AuditHead = {
  readonly content: {
    readonly kind: "audit-head";
    readonly format: number;
    readonly batch: number;
    readonly hash: string;
    readonly lines: number;
    readonly unmarked: number;
    readonly at: string;
  };
  readonly signature: { readonly algorithm: "Ed25519"; readonly publicKey: string; readonly value: string };
};

/** A page of the audit trail. */
export type AuditLines = {
  /** The newest first. */
  readonly lines: readonly {
    readonly id: number;
    readonly at: string;
    readonly actor: string;
    /** E-mail of the actor, where they are or were a colleague. */
    readonly colleague: string | null;
    readonly action: string;
    readonly subject: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly version: string | null;
    readonly detail: { readonly [name: string]: Json };
    readonly sealed: boolean;
  }[];
  /** `before` of the next page; null on the last. */
  readonly next: number | null;
};

export type AuditState = {
  readonly head: AuditHead | null;
  readonly check: AuditCheck | null;
  readonly broken: {
    readonly batch: number;
    readonly reason: "lines" | "hash" | "order" | "mark" | "head";
    readonly since: string;
  } | null;
};

/** A bank account that somebody asks to be paid to, its number masked. */
export type BankChange = {
  readonly id: string;
  readonly reference: string;
  readonly person: string;
  readonly email: string;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly name: string | null;
  readonly likeness: "SAME" | "CLOSE";
  readonly bank: string;
  readonly number: string;
  readonly askedAt: string;
};

export type BankChangeDecision = { readonly state: "APPROVED" | "REJECTED" };

export type BankChangeList = {
  readonly changes: readonly BankChange[];
  /** Accounts that wait, those that are not listed included. */
  readonly total: number;
};

/** Both accounts in full beside the name of the verified identity; null once the person's key was erased. */
export type BankChangeSheet = {
  readonly id: string;
  readonly state: "OPEN" | "APPROVED" | "REJECTED";
  readonly names: { readonly th: string; readonly en: string } | null;
  readonly asked: {
    readonly bank: string;
    readonly accountNumber: string;
    readonly accountName: string;
  } | null;
  readonly before: {
    readonly bank: string;
    readonly accountNumber: string;
    readonly accountName: string;
  } | null;
};

/** How many lines paid an order, were booked before, were held, left the account. */
export type BankStatementImported = {
  readonly matched: number;
  readonly known: number;
  readonly held: number;
  readonly out: number;
};

export type BankStatementList = {
  readonly statements: readonly {
    readonly id: string;
    readonly account: string;
    readonly firstOn: string;
    readonly lastOn: string;
    readonly closing: string;
    readonly importedAt: string;
    readonly importedBy: string | null;
    readonly matched: number;
    readonly known: number;
    readonly held: number;
    readonly out: number;
  }[];
};

/** Business time, which development may move. */
export type BusinessTime = {
  readonly now: string;
  readonly today: string;
  /** The machine's own time. */
  readonly wall: string;
  readonly offsetMs: number;
};

/** A change of the business calendar as somebody entered it. */
export type CalendarChange = {
  readonly id: string;
  readonly state: "PROPOSED" | "APPROVED" | "REJECTED";
  readonly note: string;
  /** E-mail of the colleague; null: the program. */
  readonly enteredBy: string | null;
  readonly enteredAt: string;
  /** Whoever reads entered it, so that somebody else has to decide. */
  readonly own: boolean;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decisionNote: string | null;
  readonly kind: "CONFIRM_YEAR" | "ADD_HOLIDAY" | "WITHDRAW_HOLIDAY";
  readonly year: number;
  readonly date: string | null;
  readonly name: { readonly th: string; readonly en: string } | null;
  /** Orders that it moved. */
  readonly moved: number;
};

export type CalendarDesk = {
  readonly today: string;
  /** Loaded years; outside them everything is refused. */
  readonly years: readonly {
    readonly year: number;
    /** Announced by the central bank; otherwise computed ahead. */
    readonly confirmed: boolean;
    readonly businessDays: number;
    readonly holidays: readonly {
      readonly date: string;
      readonly name: { readonly th: string; readonly en: string };
      readonly over: boolean;
    }[];
  }[];
  /** The last NAV day of which orders can be taken. */
  readonly lastNavDay: string | null;
  readonly unsettled: readonly UnsettledYear[];
  readonly waiting: readonly {
    readonly id: string;
    readonly state: "PROPOSED" | "APPROVED" | "REJECTED";
    readonly note: string;
    /** E-mail of the colleague; null: the program. */
    readonly enteredBy: string | null;
    readonly enteredAt: string;
    /** Whoever reads entered it, so that somebody else has to decide. */
    readonly own: boolean;
    readonly decidedBy: string | null;
    readonly decidedAt: string | null;
    readonly decisionNote: string | null;
    readonly kind: "CONFIRM_YEAR" | "ADD_HOLIDAY" | "WITHDRAW_HOLIDAY";
    readonly year: number;
    readonly date: string | null;
    readonly name: { readonly th: string; readonly en: string } | null;
    /** Orders that it moved. */
    readonly moved: number;
    /** What its approval would move now. */
    readonly affects: MovedOrders | null;
    /** Why it can only be rejected. */
    readonly refusal: string | null;
  }[];
  /** The latest first, rejected ones as well. */
  readonly earlier: readonly CalendarChange[];
};

export type CalendarTasks = { readonly toDecide: number; readonly unsettled: readonly UnsettledYear[] };

/** What stands on an ID card in full. */
export type CardNumbers = {
  readonly nationalId: string;
  readonly laserCode: string | null;
  /** What stood there the time before, where it changed. */
  readonly before: { readonly nationalId: string | null; readonly laserCode: string | null };
};

export type Case = {
  readonly id: string;
  readonly reference: string;
  readonly topic: string;
  readonly topicSays: Sentence;
  readonly desk: "support" | "compliance" | "finance" | "operations";
  readonly state: "open" | "asked" | "proposed" | "answered" | "closed";
  readonly deciders: number;
  readonly follows: string | null;
  readonly language: "th" | "en";
  readonly openedAt: string;
  readonly dueOn: string;
  readonly overdue: boolean;
  readonly from: string;
  readonly fromName: string | null;
  /** Whose account it is; nobody: a visitor. */
  readonly person: string | null;
  readonly owner: { readonly id: string; readonly email: string } | null;
  readonly outcome: "granted" | "refused" | null;
  readonly proposedBy: string | null;
  readonly given: readonly {
    readonly name: string;
    readonly place: string;
    readonly value: Json;
    readonly files: readonly string[];
  }[];
  /** Brings the words by which the values are read. */
  readonly module: string | null;
  readonly checklist: readonly {
    readonly item: number;
    readonly says: Sentence;
    readonly done: { readonly at: string; readonly by: string } | null;
    /** Why it is not ticked off. */
    readonly lacking: { readonly at: string; readonly by: string; readonly text: string } | null;
  }[];
  readonly entries: readonly {
    readonly seq: number;
    readonly at: string;
    readonly kind:
      | "opened"
      | "taken"
      | "handed-on"
      | "noted"
      | "asked"
      | "replied"
      | "taken-up"
      | "proposed"
      | "sent-back"
      | "answered"
      | "reopened"
      | "closed";
    /** A colleague; nobody: whose case it is, or the portal. */
    readonly by: string | null;
    readonly text: string | null;
    readonly files: readonly string[];
  }[];
  readonly may: {
    readonly take: boolean;
    readonly handOn: boolean;
    readonly note: boolean;
    readonly ask: boolean;
    readonly takeUp: boolean;
    readonly tick: boolean;
    readonly answer: boolean;
    readonly decide: boolean;
    readonly close: boolean;
  };
};

export type CaseCounts = {
  readonly shown: number;
  readonly missing: number;
  readonly infeasible: number;
  readonly unknown: number;
};

export type CaseDecided = {
  readonly state: "OPEN" | "HELD" | "ACCOUNT_WANTED" | "REFUND_DUE" | "MATCHED" | "REFUNDED" | "KNOWN";
  /** Another person has to say the same. */
  readonly second: boolean;
};

export type CaseDesk = {
  readonly cases: readonly CaseLine[];
  /** How many were found, those that are not listed included. */
  readonly total: number;
  readonly topics: readonly { readonly topic: string; readonly says: Sentence }[];
  readonly colleagues: readonly {
    readonly id: string;
    readonly email: string;
    readonly desk: "support" | "compliance" | "finance" | "operations";
  }[];
};

export type CaseLine = {
  readonly id: string;
  readonly reference: string;
  readonly topic: string;
  readonly topicSays: Sentence;
  readonly desk: "support" | "compliance" | "finance" | "operations";
  readonly state: "open" | "asked" | "proposed" | "answered" | "closed";
  readonly openedAt: string;
  readonly dueOn: string;
  /** The promised day is over, and it is not answered. */
  readonly overdue: boolean;
  /** The address of whose it is. */
  readonly from: string;
  readonly hasAccount: boolean;
  readonly owner: { readonly id: string; readonly email: string } | null;
  readonly outcome: "granted" | "refused" | null;
};

/** What a visitor is asked about their case. */
export type CaseQuestion = {
  readonly reference: string;
  readonly topicSays: Sentence;
  readonly dueOn: string;
  readonly question: string;
};

export type CaseStep = { readonly state: "open" | "asked" | "proposed" | "answered" | "closed" };

/** A case of a rule in words. */
export type CaseWords = {
  readonly why: string;
  /** It is like the first case but for what is named here. */
  readonly likeFirst: boolean;
  readonly given: readonly Sentence[];
  /** What the rule reads and the case leaves open. */
  readonly open: readonly Sentence[];
  readonly answer: "met" | "notMet" | "unknown" | "value";
  readonly value: Sentence | null;
};

/** A finding by what and where it is. */
export type Cause = { readonly code: string; readonly file: string; readonly pointer: string };

export type ChangeAlongside = {
  readonly flows: readonly { readonly flow: string; readonly title: Sentence }[];
};

/** A change as lists show it. */
export type ChangeLine = {
  readonly id: string;
  readonly title: string;
  /** What was decided about the versions that it was handed in as. */
  readonly status: "open" | "withdrawn" | "waiting" | "scheduled" | "sent-back" | "published";
  /** Rises with every save. */
  readonly revision: number;
  /** Who began it. */
  readonly author: string | null;
  /** Who writes it now. */
  readonly owner: string | null;
  /** Everybody who wrote any of it. */
  readonly writers: readonly (string | null)[];
  /** Whoever reads writes it. */
  readonly own: boolean;
  /** Whoever reads wrote some of it, so that somebody else has to decide. */
  readonly wrote: boolean;
  readonly flows: readonly {
    readonly flow: string;
    readonly title: Sentence;
    /** How many files of it differ. */
    readonly files: number;
    /** Another version is in force than it was written on. */
    readonly outdated: boolean;
  }[];
  readonly reason: string | null;
  /** What it was handed in as. */
  readonly versions: readonly string[];
  readonly schedule: {
    readonly at: string;
    readonly by: string | null;
    readonly note: string;
    /** Why it was not published then: a code of errors. */
    readonly stopped: string | null;
  } | null;
  readonly begunAt: string;
  readonly savedAt: string;
};

export type ChangeList = { readonly changes: readonly ChangeLine[] };

export type ChangePage = {
  readonly id: string;
  readonly title: string;
  /** What was decided about the versions that it was handed in as. */
  readonly status: "open" | "withdrawn" | "waiting" | "scheduled" | "sent-back" | "published";
  /** Rises with every save. */
  readonly revision: number;
  /** Who began it. */
  readonly author: string | null;
  /** Who writes it now. */
  readonly owner: string | null;
  /** Everybody who wrote any of it. */
  readonly writers: readonly (string | null)[];
  /** Whoever reads writes it. */
  readonly own: boolean;
  /** Whoever reads wrote some of it, so that somebody else has to decide. */
  readonly wrote: boolean;
  readonly flows: readonly {
    readonly flow: string;
    readonly title: Sentence;
    /** How many files of it differ. */
    readonly files: number;
    /** Another version is in force than it was written on. */
    readonly outdated: boolean;
  }[];
  readonly reason: string | null;
  /** What it was handed in as. */
  readonly versions: readonly string[];
  readonly schedule: {
    readonly at: string;
    readonly by: string | null;
    readonly note: string;
    /** Why it was not published then: a code of errors. */
    readonly stopped: string | null;
  } | null;
  readonly begunAt: string;
  readonly savedAt: string;
  /** By flow. */
  readonly parts: {
    readonly [name: string]: {
      /** Of a flow that nobody has yet, none. */
      readonly base: string | null;
      /** Changed files as they are written, by path. */
      readonly files: { readonly [name: string]: string | null };
      /** What leads back, the last at the end. */
      readonly done: readonly { readonly [name: string]: Json }[];
      /** What leads forth again. */
      readonly undone: readonly { readonly [name: string]: Json }[];
    };
  };
  /** The oldest first. */
  readonly comments: readonly { readonly at: string; readonly by: string | null; readonly text: string }[];
};

export type ChangePatch = {
  /** As git writes it. */
  readonly patch: string;
};

/** What an account was worth on a day. */
export type ClientSummary = {
  readonly day: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly principal: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly totalProfit: string;
};

export type Complaint = {
  readonly id: string;
  readonly reference: string;
  readonly state: "open" | "acknowledged" | "answered";
  readonly email: string;
  readonly phone: string;
  /** Whether who wrote was logged in. */
  readonly hasAccount: boolean;
  readonly problemType: string;
  readonly detail: string;
  readonly hasAttachment: boolean;
  /** In which they wrote, and read the answer. */
  readonly language: "th" | "en";
  readonly filedAt: string;
  readonly acknowledgeBy: string;
  readonly answerBy: string;
  /** The promised day is over. */
  readonly late: boolean;
  readonly acknowledged: { readonly at: string; readonly by: string } | null;
  readonly answered: { readonly at: string; readonly by: string; readonly text: string } | null;
};

/** A condition in words: a sentence, or the head of an indented list. */
export type ConditionText = { readonly says: Sentence; readonly parts: readonly ConditionText[] };

/** How each text stands that somebody may agree to. */
export type Consents = {
  readonly consents: readonly {
    readonly purpose: "privacy" | "terms" | "publicity" | "biometrics";
    /** outdated: what was agreed to counts no more. */
    readonly state: "given" | "refused" | "withdrawn" | "outdated" | "none";
    /** The one that was decided about last. */
    readonly version: string | null;
    readonly at: string | null;
  }[];
};

export type ContactRequest = {
  readonly id: string;
  readonly reference: string;
  readonly state: "open" | "done";
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly hasAccount: boolean;
  readonly topic: string;
  /** In which they wrote, and read the answer. */
  readonly language: "th" | "en";
  readonly askedAt: string;
  readonly callBy: string;
  /** The promised day is over. */
  readonly late: boolean;
  readonly done: { readonly at: string; readonly by: string; readonly note: string } | null;
};

export type ContentActivity = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly place: string;
  /** https, mailto or a path of our own. */
  readonly link: string | null;
};

export type ContentActivityList = { readonly version: string; readonly items: readonly ContentActivity[] };

export type ContentAnnouncement = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly title: string;
  readonly date: string;
  readonly blocks: readonly ContentBlock[];
};

export type ContentAnnouncementList = {
  readonly version: string;
  readonly items: readonly ContentAnnouncement[];
};

export type ContentArticle = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly title: string;
  readonly lead: string;
  readonly cover: ContentPicture | null;
  readonly blocks: readonly ContentBlock[];
  readonly author: string;
  readonly date: string;
  readonly tags: readonly string[];
  readonly related: readonly string[];
};

export type ContentArticleList = { readonly version: string; readonly items: readonly ContentArticle[] };

export type ContentBanner = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly text: string;
  readonly tone: "info" | "warning";
  readonly link: {
    readonly text: string;
    /** https, mailto or a path of our own. */
    readonly href: string;
  } | null;
  readonly from: string;
  readonly until: string;
};

export type ContentBannerList = { readonly version: string; readonly items: readonly ContentBanner[] };

export type ContentBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: "quote"; readonly text: string; readonly by: string | null }
  | { readonly kind: "image"; readonly picture: ContentPicture; readonly caption: string | null }
  | {
      readonly kind: "link";
      readonly text: string;
      /** https, mailto or a path of our own. */
      readonly href: string;
    }
  | {
      readonly kind: "table";
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export type ContentCoffee = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly episode: number;
  readonly title: string;
  readonly lead: string;
  readonly guest: { readonly name: string; readonly about: string };
  readonly date: string;
  /** Where the episode is watched. */
  readonly link: string;
  readonly blocks: readonly ContentBlock[];
};

export type ContentCoffeeList = { readonly version: string; readonly items: readonly ContentCoffee[] };

export type ContentDecided = { readonly id: string; readonly state: string };

export type ContentDesk = {
  readonly types: readonly {
    readonly type:
      | "home"
      | "page"
      | "article"
      | "testimonial"
      | "news"
      | "activity"
      | "coffee"
      | "member"
      | "faq"
      | "disclosure"
      | "regulator"
      | "banner"
      | "offering"
      | "announcement";
    readonly items: readonly {
      readonly key: string;
      readonly title: string;
      readonly published: boolean;
      readonly translated: boolean;
      readonly waiting: boolean;
    }[];
  }[];
};

export type ContentDeskItem = {
  readonly type:
    | "home"
    | "page"
    | "article"
    | "testimonial"
    | "news"
    | "activity"
    | "coffee"
    | "member"
    | "faq"
    | "disclosure"
    | "regulator"
    | "banner"
    | "offering"
    | "announcement";
  readonly key: string;
  readonly fields: readonly {
    readonly pointer: string;
    readonly kind:
      | "line"
      | "text"
      | "lines"
      | "blocks"
      | "picture"
      | "link"
      | "day"
      | "instant"
      | "whole"
      | "flag"
      | "choice"
      | "word";
    /** Both languages have the same value. */
    readonly shared: boolean;
    readonly choices: readonly string[];
  }[];
  readonly published: {
    /** What stands in each field, by its pointer. */
    readonly th: { readonly [name: string]: string } | null;
    /** What stands in each field, by its pointer. */
    readonly en: { readonly [name: string]: string } | null;
  };
  readonly waiting: {
    readonly id: string;
    readonly state: "PROPOSED" | "PUBLISHED" | "REFUSED";
    readonly note: string;
    readonly removes: boolean;
    readonly proposedBy: string | null;
    readonly proposedAt: string;
    /** Whoever reads handed it in, so that somebody else has to decide. */
    readonly own: boolean;
    readonly decidedBy: string | null;
    readonly decidedAt: string | null;
    readonly decisionNote: string | null;
    /** What stands in each field, by its pointer. */
    readonly th: { readonly [name: string]: string } | null;
    /** What stands in each field, by its pointer. */
    readonly en: { readonly [name: string]: string } | null;
  } | null;
  /** The latest first. */
  readonly earlier: readonly {
    readonly id: string;
    readonly state: "PROPOSED" | "PUBLISHED" | "REFUSED";
    readonly note: string;
    readonly removes: boolean;
    readonly proposedBy: string | null;
    readonly proposedAt: string;
    /** Whoever reads handed it in, so that somebody else has to decide. */
    readonly own: boolean;
    readonly decidedBy: string | null;
    readonly decidedAt: string | null;
    readonly decisionNote: string | null;
  }[];
};

export type ContentDisclosure = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly title: string;
  readonly blocks: readonly ContentBlock[];
};

export type ContentDisclosureList = {
  readonly version: string;
  readonly items: readonly ContentDisclosure[];
};

export type ContentFaq = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly question: string;
  readonly blocks: readonly ContentBlock[];
  readonly group: "start" | "orders" | "fees" | "safety" | "account";
  readonly popular: boolean;
};

export type ContentFaqList = { readonly version: string; readonly items: readonly ContentFaq[] };

export type ContentHome = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly seo: ContentSeo;
  readonly hero: { readonly title: string; readonly lead: string };
  readonly featured: readonly {
    readonly title: string;
    readonly text: string;
    /** https, mailto or a path of our own. */
    readonly href: string;
    readonly label: string;
  }[];
};

export type ContentHomeList = { readonly version: string; readonly items: readonly ContentHome[] };

export type ContentImage = { readonly src: string; readonly width: number; readonly height: number };

export type ContentMember = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly firstName: string;
  readonly lastName: string;
  readonly position: string;
  readonly subPosition: string;
  readonly experience: readonly string[];
  readonly picture: ContentPicture | null;
};

export type ContentMemberList = { readonly version: string; readonly items: readonly ContentMember[] };

export type ContentNews = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly title: string;
  readonly source: string;
  /** https, mailto or a path of our own. */
  readonly link: string;
  readonly date: string;
};

export type ContentNewsList = { readonly version: string; readonly items: readonly ContentNews[] };

export type ContentOffering = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly title: string;
  readonly text: string;
  /** Who has no units yet, or who has some. */
  readonly audience: "new" | "existing";
  readonly from: string;
  readonly until: string;
  readonly target: {
    readonly text: string;
    /** https, mailto or a path of our own. */
    readonly href: string;
  };
};

export type ContentOfferingList = { readonly version: string; readonly items: readonly ContentOffering[] };

export type ContentPage = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly {
    readonly key: string;
    readonly title: string;
    readonly blocks: readonly ContentBlock[];
  }[];
};

export type ContentPageList = { readonly version: string; readonly items: readonly ContentPage[] };

export type ContentPicture = {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** The same picture in other widths, the smallest first. */
  readonly srcset: readonly { readonly src: string; readonly width: number }[];
};

export type ContentPreview = {
  readonly th: {
    readonly fault: { readonly code: string; readonly pointer: string } | null;
    readonly blocks: readonly ContentBlock[];
  };
  readonly en: {
    readonly fault: { readonly code: string; readonly pointer: string } | null;
    readonly blocks: readonly ContentBlock[];
  } | null;
};

export type ContentProposed = { readonly id: string };

export type ContentRegulator = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly provider: string;
  readonly country: string;
  readonly authority: string;
  readonly licences: readonly string[];
  /** https, mailto or a path of our own. */
  readonly website: string;
};

export type ContentRegulatorList = { readonly version: string; readonly items: readonly ContentRegulator[] };

export type ContentSeo = {
  readonly metaTitle: string;
  readonly metaDescription: string;
  readonly metaImage: ContentPicture | null;
  readonly structuredData: { readonly [name: string]: Json } | null;
  readonly metaSocial: readonly {
    readonly socialNetwork: "Facebook" | "Twitter";
    readonly title: string;
    readonly description: string;
    readonly image: ContentPicture | null;
  }[];
};

export type ContentTestimonial = {
  readonly key: string;
  /** Thai, where the one asked for is missing. */
  readonly language: "th" | "en";
  readonly name: string;
  readonly about: string;
  readonly quote: string;
  /** The day on which the person agreed to be quoted. */
  readonly consentDate: string;
};

export type ContentTestimonialList = {
  readonly version: string;
  readonly items: readonly ContentTestimonial[];
};

/** A contract as somebody signed it; `words` are `null` where no text of ours has that hash any more. */
export type Contract = {
  readonly version: string;
  readonly signedAt: string;
  readonly language: "th" | "en";
  /** SHA-256 of the text that was signed. */
  readonly textHash: string;
  readonly words: {
    readonly title: string;
    readonly mark: string | null;
    readonly sections: readonly { readonly heading: string; readonly text: string }[];
  } | null;
};

export type ContractDocument = { readonly document: AccountDocument; readonly stamp: Stamp | null };

export type ContractList = { readonly contracts: readonly Contract[] };

export type ControlList = {
  readonly controls: readonly {
    readonly day: string;
    readonly kind: "bank" | "custodian";
    readonly signedBy: string | null;
    readonly breaks: readonly {
      readonly subject: string;
      readonly ours: string;
      readonly theirs: string;
      readonly owner: string | null;
      readonly reason: string | null;
      readonly closed: boolean;
    }[];
  }[];
};

export type ControlMade = { readonly differences: number };

/** What the cases of a rule show. */
export type CoverageWords = {
  /** Of what its cases should show, 0 to 1. */
  readonly share: number;
  readonly conditions: readonly {
    readonly says: Sentence;
    readonly whenMet: "shown" | "missing" | "infeasible" | "unknown";
    readonly whenNotMet: "shown" | "missing" | "infeasible" | "unknown";
  }[];
  readonly thresholds: readonly {
    readonly says: Sentence;
    readonly under: "shown" | "missing" | "infeasible" | "unknown";
    readonly at: "shown" | "missing" | "infeasible" | "unknown";
    readonly over: "shown" | "missing" | "infeasible" | "unknown";
  }[];
  readonly missing: number;
};

/** An account on one day; `profit` is the total profit. */
export type DayValue = {
  readonly date: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly principal: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly profit: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly invested: string;
};

/** Which NAV an order given now gets, by the server's clock. */
export type Dealing = {
  readonly today: string;
  readonly now: string;
  readonly navDate: string;
  readonly cutOff: string;
  readonly allotmentDate: string;
  readonly payBy: string;
  readonly beforeCutOff: boolean;
};

/** What a strategy takes. */
export type DealingChange = {
  readonly id: string;
  readonly state: "PROPOSED" | "APPROVED" | "REJECTED";
  readonly note: string;
  /** E-mail of the colleague; null: the program. */
  readonly enteredBy: string | null;
  readonly enteredAt: string;
  /** Whoever reads entered it, so that somebody else has to decide. */
  readonly own: boolean;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decisionNote: string | null;
  readonly status: "OPEN" | "NO_IN" | "NO_OUT" | "SUSPENDED";
};

/** What the authenticator app of every demo colleague shows. */
export type DemoFactor = {
  readonly secret: string;
  readonly code: string;
  /** For which this code is the newest. */
  readonly seconds: number;
};

/** How a version differs in meaning from the one before it. */
export type Differences = {
  readonly kind: "same" | "texts-only" | "equal" | "different";
  readonly texts: boolean;
  /** What stood before effects and does no longer; evidence from before it was told has none. */
  readonly lost?: readonly {
    readonly kind: string;
    readonly effects: readonly { readonly step: string; readonly effect: string; readonly title: Sentence }[];
    readonly says: Sentence;
    /** Place of the answer that is asked for no longer. */
    readonly question?: string;
    /** The rule that lets more people through. */
    readonly rule?: string;
  }[];
  /** Results that follow from what changed; evidence from before they were told has none. */
  readonly consequences?: readonly {
    readonly rule: string;
    readonly title: Sentence;
    readonly through: readonly Sentence[];
    readonly affected: readonly Affected[];
    readonly why: Sentence | null;
  }[];
  /** Paths that somebody can go, and further questions that nobody is asked any more; older evidence has none. */
  readonly reach?: {
    readonly ways: { readonly before: number; readonly after: number } | null;
    readonly unasked: readonly Sentence[];
  };
  /** Of the flow file, besides its steps. */
  readonly parts: readonly string[];
  /** What stands otherwise in these parts; older evidence has none. */
  readonly values?: readonly Sentence[];
  /** That nobody comes to a step against a rule; evidence from before they were told has none. */
  readonly promises?: readonly {
    readonly kind: "added" | "removed";
    readonly step: Sentence;
    readonly rule: Sentence;
  }[];
  readonly rules: readonly RuleDifference[];
  readonly steps: readonly StepDifference[];
  /** Steps that follow upon each other the other way round; evidence from before it was told has none. */
  readonly reordered?: readonly { readonly first: Sentence; readonly second: Sentence }[];
  readonly changedTexts: readonly {
    readonly key: string;
    readonly before: Sentence | null;
    readonly after: Sentence | null;
  }[];
  /** How many there are beside those that are listed. */
  readonly moreTexts: number;
  /** Of the steps that people are led to. */
  readonly titles: { readonly [name: string]: Sentence };
};

/** By what amounts are shown in another currency; nothing is owed by it. */
export type DisplayRate = {
  readonly currency: "USD";
  /** Baht for one of it, four decimals. */
  readonly baht: string;
  /** The day that the source gives it for. */
  readonly date: string;
  readonly source: { readonly th: string; readonly en: string };
};

export type DocumentCheck = {
  readonly known: {
    readonly kind: "statement" | "contract-note" | "invoice" | "performance-report" | "contract";
    readonly madeAt: string;
  } | null;
};

export type DocumentList = { readonly documents: readonly AccountDocument[] };

/** What an authenticator app is told. */
export type Enrolment = {
  /** base32, to be typed. */
  readonly secret: string;
  /** otpauth, for a QR code. */
  readonly uri: string;
};

/** A link to a flow, as a place of the portal draws it. */
export type EntryLink = {
  readonly flow: string;
  /** The page that it runs on. */
  readonly address: string;
  readonly label: Sentence;
  readonly hint: Sentence | null;
};

/** In the order of the flows' names. */
export type EntryList = readonly EntryLink[];

/** Why a version may be published. */
export type Evidence = {
  readonly kind: "evidence";
  readonly format: 1;
  readonly version: string;
  readonly flow: string;
  readonly basedOn: string | null;
  /** The earlier version whose files these are again. */
  readonly restores: string | null;
  readonly changed: readonly string[];
  readonly judged: Judged;
  readonly impact: OpenWork;
  readonly note: string | null;
  readonly proposedBy: string | null;
  /** Everybody who wrote any of it; older evidence has none. */
  readonly writers?: readonly string[];
  readonly proposedAt: string;
  /** Of a change that was handed in; older evidence has none. */
  readonly change?: { readonly id: string; readonly title: string; readonly versions: readonly string[] };
};

/** Whether an e-mail that its owner proved has an account with either brand. */
export type ExistedUser = {
  readonly existed: boolean;
  /** The brands whose customer they are. */
  readonly products: readonly ("saphan" | "nava")[];
};

/** A condition that does not hold, and where that is mended. */
export type FailedClause = {
  readonly id: string;
  /** Key of its text. */
  readonly reason: string;
  /** An answer, a flow, a page, or none. */
  readonly mend: string;
  /** Places that are missing, where that is why. */
  readonly missing: readonly string[];
};

/** What is wrong with an answer. */
export type FieldError = {
  /** JSON pointer inside the answer. */
  readonly pointer: string;
  readonly code: string;
  /** Key of the text, where it is not that of the code. */
  readonly message?: string;
  /** The step whose error put this answer in doubt. */
  readonly by?: string;
  readonly params: { readonly [name: string]: Json };
};

/** A fault of a definition: where, what, how to mend it. */
export type Finding = {
  readonly file: string;
  /** JSON pointer inside the file. */
  readonly pointer: string;
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly says: Json;
  readonly what: Sentence;
  readonly mend: Sentence;
  readonly witness?: Json;
  readonly because?: Cause;
};

/** A name that no flow has. */
export type FlowName = { readonly name: string };

export type FlowPages = readonly {
  readonly flow: string;
  /** The page that it runs on. */
  readonly address: string;
  /** Whether one logs in for it. */
  readonly subject: "account" | "anonymous";
}[];

export type FlowTemplate = {
  /** By path. */
  readonly files: { readonly [name: string]: Json };
};

/** The version of a flow that is in force. */
export type FlowVersion = {
  readonly flow: string;
  readonly hash: string;
  /** Where the version's module lies. */
  readonly module: string;
};

/** What hangs on a changed rule; evidence from before it was told has none. */
export type Guard = {
  /** Effects that it stands before: nobody comes to them against it, or whoever meets it need not confirm. */
  readonly effects: readonly {
    readonly effect: string;
    readonly step: string;
    readonly title: Sentence;
    readonly as: "required" | "lets-off";
  }[];
  /** Whether somebody passes who did not. */
  readonly letsMore: "yes" | "no" | "undecided";
  /** Cases that were taken out. */
  readonly casesGone: number;
  /** Cases that ask about somebody else in their place. */
  readonly casesRewritten?: number;
  /** Cases that now expect another answer. */
  readonly casesTurned: number;
};

/** What becomes of a step by itself. */
export type Happening =
  | { readonly done: { readonly [name: string]: Json } }
  | { readonly fails: string; readonly field?: string }
  | { readonly event: { readonly [name: string]: Json } }
  | { readonly timeout: true }
  | { readonly exhausted: true }
  | { readonly passed: true };

export type HitOutcome = { readonly state: "open" | "proposed" | "dismissed" | "confirmed" | "cleared" };

export type HitState = "open" | "dismissed" | "confirmed" | "cleared";

export type HoldersRegister = {
  readonly asOf: string;
  readonly strategy: string;
  readonly holders: number;
  /** Units with four decimals. */
  readonly units: string;
  /** Test accounts are left out of number, units and lines. */
  readonly withoutTests: boolean;
  readonly lines: readonly {
    readonly holder: string;
    /** Units with four decimals. */
    readonly units: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly cost: string;
    readonly since: string | null;
  }[];
};

/** One strategy that an investor holds; the strategy's return is never mixed with their profit. */
export type Holding = {
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string;
  /** What was paid for what is held, fees included. */
  readonly principal: string;
  /** Value minus principal: on what is held, not realised yet. */
  readonly profit: string;
  /** Percent with two decimals, such as -12.50. */
  readonly profitPercent: string | null;
  /** Fees and VAT within the principal. */
  readonly fees: string;
  /** Profit before those fees. */
  readonly beforeFees: string;
  /** What sells brought before fees, less what the units had cost. */
  readonly realised: string;
  /** On what is held and on what was sold, every fee counted. */
  readonly totalProfit: string;
  /** The fee on profit and its VAT, which sells paid. */
  readonly feesOnSells: string;
  /** Paid in since the beginning; of one strategy switches count as well. */
  readonly invested: string;
  /** Fees since the beginning, by kind. */
  readonly feesPaid: {
    /** Baht with two decimals, such as 10000.00. */
    readonly frontEnd: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly switchIn: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly profit: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly vat: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly total: string;
  };
  readonly code: string;
  readonly nameKey: string;
  readonly riskLevel: number;
  /** Units with four decimals. */
  readonly units: string;
  /** Units with four decimals. */
  readonly availableUnits: string;
  /** Of the available units, at the last NAV. */
  readonly availableValue: string;
  /** Promised away by open orders. */
  readonly pendingUnits: string;
  readonly averageCost: string | null;
  /** Baht a unit with four decimals. */
  readonly nav: string;
  readonly navDate: string;
  readonly since: string;
  /** Percent with two decimals, such as -12.50. */
  readonly strategyReturn1y: string | null;
  /** Of the total value, in percent. */
  readonly share: string;
};

/** What is stored of somebody's way through a flow. */
export type Instance = {
  readonly id: string;
  readonly flow: string;
  readonly version: string;
  /** By step. */
  readonly answers: {
    readonly [name: string]: { readonly value: { readonly [name: string]: Json }; readonly revision: number };
  };
  readonly receipts: readonly Receipt[];
};

/** What a flow that nobody had does, and to whom. */
export type Introduced = {
  readonly title: Sentence;
  readonly says: readonly Sentence[];
  readonly steps: readonly IntroducedPart[];
  readonly rules: readonly IntroducedPart[];
};

/** A step or a rule, told from nothing. */
export type IntroducedPart = {
  readonly id: string;
  readonly title: Sentence;
  readonly says: readonly Sentence[];
};

export type JobNames = { readonly jobs: readonly string[] };

/** A job that ran, and what it answered. */
export type JobRun = { readonly ran: string; readonly result: Json };

/** Any JSON: its shape is that of a definition. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What the gate found about a version. */
export type Judged = {
  readonly files: { readonly [name: string]: string };
  readonly hash: string;
  /** SHA-256, in hex. */
  readonly module: string;
  readonly compiler: string;
  readonly engine: string;
  /** Warnings; an error never comes this far. */
  readonly findings: readonly Finding[];
  /** Proved for everybody. */
  readonly invariants: readonly { readonly before: string; readonly rule: string }[];
  /** What the proofs stood on. */
  readonly assumptions: readonly {
    readonly rule: string;
    readonly about: string;
    readonly title: Sentence;
    readonly source: string;
    readonly says: readonly Sentence[];
  }[];
  readonly differences: Differences | null;
  readonly introduced?: Introduced | null;
  readonly coverage: readonly {
    readonly rule: string;
    readonly share: number;
    readonly conditions: CaseCounts;
    readonly thresholds: CaseCounts;
    readonly missing: readonly {
      readonly why: string;
      readonly given: { readonly [name: string]: Json };
      readonly expect: Json;
    }[];
  }[];
  readonly oracle: readonly {
    readonly rule: string;
    readonly rows: number;
    readonly compared: number;
    readonly all: boolean;
    readonly skipped: "amounts" | "nothing-known" | null;
    readonly differs: {
      readonly scope: { readonly [name: string]: Json };
      readonly ours: Json;
      readonly theirs: Json;
    } | null;
  }[];
};

export type LegalContent = {
  readonly th: {
    readonly version: string;
    readonly title: string;
    readonly mark?: string;
    readonly sections: readonly { readonly heading: string; readonly text: string }[];
  };
  readonly en: {
    readonly version: string;
    readonly title: string;
    readonly mark?: string;
    readonly sections: readonly { readonly heading: string; readonly text: string }[];
  };
};

export type LegalDecided = { readonly id: string; readonly state: string };

/** A legal document as it was approved. */
export type LegalDocument = {
  readonly document: "privacy" | "terms" | "publicity" | "biometrics" | "risk" | "contract";
  readonly version: string;
  /** Business day, YYYY-MM-DD. */
  readonly effectiveFrom: string;
  readonly current: boolean;
  /** SHA-256 of each language's JSON, in hex. */
  readonly hash: { readonly th: string; readonly en: string };
  readonly content: LegalContent;
};

export type LegalProposed = { readonly id: string };

export type LegalVersion = {
  readonly id: string;
  readonly document: "privacy" | "terms" | "publicity" | "biometrics" | "risk" | "contract";
  readonly version: string;
  readonly state: "PROPOSED" | "PUBLISHED" | "REFUSED";
  readonly source: "files" | "person";
  readonly effectiveFrom: string;
  /** Whoever agreed to an earlier version is asked again. */
  readonly renew: boolean;
  /** Until then the earlier version still counts. */
  readonly graceUntil: string | null;
  /** SHA-256 of each language's JSON, in hex. */
  readonly hash: { readonly th: string; readonly en: string };
  readonly content: LegalContent;
  readonly note: string;
  readonly proposedByName: string | null;
  readonly proposedAt: string;
  readonly decidedByName: string | null;
  readonly decidedAt: string | null;
  readonly decisionNote: string | null;
  /** Whoever reads proposed it, so that somebody else has to decide. */
  readonly own: boolean;
  readonly inForce: boolean;
};

export type LegalVersions = {
  /** The newest first. */
  readonly versions: readonly LegalVersion[];
};

/** Whose password a link may set. */
export type LinkOwner = {
  /** Masked, such as s•••@example.com. */
  readonly email: string;
};

/** Who logged in; the token and the session are in cookies. */
export type LoggedIn = {
  readonly uuid: string;
  /** Seconds since 1970 until which the token is good. */
  readonly exp: number;
};

/** What making orders good at a NAV comes to; nothing is entered or booked by asking. */
export type MadeGoodFigures = {
  /** Allotted at another NAV of that day. */
  readonly orders: number;
  /** Whose investors got too little. */
  readonly lost: number;
  /** Whose investors got too much, and keep it. */
  readonly gained: number;
  /** Whose error is so small that nothing is made good. */
  readonly forward: number;
  /** To be given, of this strategy. */
  readonly units: string;
  /** The value of all units to be given, and the baht of sells. */
  readonly baht: string;
  /** Of these, to be paid out. */
  readonly payouts: string;
  /** The company pays it to the strategy; negative: it gets it back. */
  readonly borne: string;
};

export type MadeNow = { readonly id: string };

export type Mailbox = {
  /** The newest first. */
  readonly messages: readonly MailboxMessage[];
};

/** A message as the development mailbox shows it. */
export type MailboxMessage = {
  readonly id: number;
  readonly at: string;
  readonly channel: "email" | "sms";
  readonly to: string;
  readonly language: "th" | "en";
  readonly template: string;
  readonly subject: string;
  readonly body: string;
};

/** Whether everybody has to wait. */
export type Maintenance = { readonly maintenance: boolean; readonly maintenanceText: string | null };

/** How maintenance stands, as administrators read it. */
export type MaintenanceDesk = {
  readonly maintenance: boolean;
  readonly text: Sentence | null;
  readonly since: string | null;
  /** E-mail of the administrator. */
  readonly by: string | null;
  readonly reason: string | null;
};

/** The place that mends a clause. */
export type MendWords =
  | { readonly kind: "answer"; readonly question: Sentence; readonly screen: Sentence | null }
  | { readonly kind: "flow"; readonly flow: string; readonly title: Sentence }
  | { readonly kind: "page"; readonly page: string }
  | { readonly kind: "none" };

/** Money that came for an order and is not its money. */
export type MoneyAside = {
  readonly id: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string;
  /** When it was sent. */
  readonly at: string;
  readonly reason:
    | "unknown-order"
    | "order-not-open"
    | "paid-already"
    | "amount-short"
    | "amount-over"
    | "third-party"
    | "payer-partial"
    | "order-ended";
  /** With us; to go back once an account is known; goes back on its day; sent to the bank; paid, as the bank confirmed; sent back by the bank. */
  readonly state: "held" | "account" | "due" | "sent" | "arrived" | "returned";
  /** When it goes back, or went; `null` where no day is set. */
  readonly backOn: string | null;
  /** Bank code and masked number of the account that it goes to. */
  readonly backTo: string | null;
  /** What the order asks for. */
  readonly wanted: string;
  /** How much less or more came. */
  readonly differs: string | null;
  /** Until when the order may still be paid. */
  readonly openUntil: string | null;
};

/** What finance decides about money in. */
export type MoneyIn = {
  readonly slips: readonly SlipOnDesk[];
  /** Slips that wait, those that are not listed included. */
  readonly slipsTotal: number;
  readonly cases: readonly PaymentCase[];
  /** Cases that are open, those that are not listed included. */
  readonly casesTotal: number;
};

/** Open orders that a holiday moves forward. */
export type MovedOrders = {
  readonly orders: number;
  readonly investors: number;
  /** What buyers gave and sellers asked for in baht. */
  readonly baht: string;
  /** What sellers asked for in units. */
  readonly units: string;
  /** Which day becomes which; money of a reduction leaves on the day of its allotment. */
  readonly days: readonly {
    readonly what: "nav" | "allotment" | "pay-by";
    readonly from: string;
    readonly to: string;
    readonly orders: number;
  }[];
};

/** A corrected NAV, and what it means for orders that were allotted at the one before. */
export type NavCorrection = {
  readonly id: string;
  readonly strategy: string;
  readonly date: string;
  /** Baht a unit with four decimals. */
  readonly nav: string;
  /** Baht a unit with four decimals. */
  readonly before: string;
  readonly reason: string;
  /** FORWARD_ONLY: the error is so small that nothing is made good; REPLACED: the next correction of that day came before a decision. */
  readonly state: "FORWARD_ONLY" | "PROPOSED" | "APPROVED" | "REJECTED" | "REPLACED";
  readonly approvals: number;
  readonly approvalsNeeded: number;
  /** Whoever reads has not decided yet, and did not enter the correction. */
  readonly mayDecide: boolean;
  readonly figures: {
    /** Allotted at another NAV of that day. */
    readonly orders: number;
    /** Whose investors got too little. */
    readonly lost: number;
    /** Whose investors got too much, and keep it. */
    readonly gained: number;
    /** Whose error is so small that nothing is made good. */
    readonly forward: number;
    /** To be given, of this strategy. */
    readonly units: string;
    /** The value of all units to be given, and the baht of sells. */
    readonly baht: string;
    /** Of these, to be paid out. */
    readonly payouts: string;
    /** The company pays it to the strategy; negative: it gets it back. */
    readonly borne: string;
  };
  /** When it was booked. */
  readonly postedAt: string | null;
  readonly decisions: readonly {
    readonly by: string | null;
    readonly decision: "APPROVED" | "REJECTED";
    readonly reason: string;
    readonly at: string;
  }[];
};

export type NavCorrectionDecided = {
  /** FORWARD_ONLY: the error is so small that nothing is made good; REPLACED: the next correction of that day came before a decision. */
  readonly state: "FORWARD_ONLY" | "PROPOSED" | "APPROVED" | "REJECTED" | "REPLACED";
};

export type NavCorrectionEntries = {
  /** In the order in which they were posted, no more than can be read. */
  readonly entries: readonly {
    /** The order; null: the management fee of a day. */
    readonly reference: string | null;
    /** A house account, or investors. */
    readonly debit: string;
    readonly credit: string;
    readonly asset: string;
    readonly amount: string;
    readonly bookedOn: string;
  }[];
};

export type NavCorrectionOrders = {
  /** The largest differences first, no more than can be read. */
  readonly orders: readonly {
    readonly reference: string;
    readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
    /** Baht with two decimals, such as 10000.00. */
    readonly amount: string | null;
    /** Units with four decimals. */
    readonly allotted: string;
    /** More (or, negative, less) at the right NAV. */
    readonly units: string;
    /** What those units come to, or the difference of a sell. */
    readonly baht: string;
    /** It is made good; what was too much nobody gives back. */
    readonly owed: boolean;
    /** Those baht go on: its in leg has a line of its own. */
    readonly nextLeg: boolean;
    /** What the company pays the strategy for it. */
    readonly borne: string;
  }[];
};

export type NavCorrections = { readonly corrections: readonly NavCorrection[] };

/** NAVs of one day, and those that wait for an approval. */
export type NavDay = {
  readonly date: string;
  readonly businessDay: boolean;
  readonly calendarLoaded: boolean;
  /** From when the day's NAV may be entered. */
  readonly from: string;
  readonly strategies: readonly {
    readonly code: string;
    readonly nameKey: string;
    readonly before: {
      readonly date: string;
      /** Baht a unit with four decimals. */
      readonly nav: string;
    } | null;
    readonly entry: NavEntry | null;
    /** Waits for an approval; until then the entry counts. */
    readonly correction: NavEntry | null;
    /** Entered last and sent back; null once a new one is entered. */
    readonly sentBack: NavEntry | null;
    /** A change beyond it is explained in a sentence. */
    readonly jumpBps: number;
    /** Orders that wait for this NAV, and who is told it. */
    readonly affects: {
      readonly orders: number;
      /** Baht with two decimals, such as 10000.00. */
      readonly baht: string;
      /** Units with four decimals. */
      readonly units: string;
      readonly holders: number;
    };
    /** What counted before it was corrected. */
    readonly replaced: readonly NavEntry[];
  }[];
  /** Of any day, until somebody else decides. */
  readonly waiting: readonly NavEntry[];
  /** Earlier business days without a NAV, of at most the ten before, the earliest first. */
  readonly open: readonly { readonly date: string; readonly strategies: readonly string[] }[];
};

export type NavDecided = { readonly status: "APPROVED" | "REJECTED" };

export type NavEntered = { readonly id: string };

/** A NAV that somebody of finance entered; another approves or rejects it. */
export type NavEntry = {
  readonly id: string;
  readonly strategy: string;
  readonly date: string;
  /** Baht a unit with four decimals. */
  readonly nav: string;
  readonly status: "ENTERED" | "APPROVED" | "REJECTED" | "REPLACED";
  readonly demo: boolean;
  /** The NAV that it replaces, where it is a correction. */
  readonly corrects: string | null;
  readonly reason: string | null;
  /** E-mail of the colleague. */
  readonly enteredBy: string | null;
  readonly enteredByYou: boolean;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  /** Why it was sent back. */
  readonly decisionReason: string | null;
};

/** NAVs as a file has them, each with what is wrong with it; nothing is entered yet. */
export type NavFile = {
  readonly lines: readonly {
    readonly strategy: string;
    readonly date: string;
    readonly nav: string;
    readonly reason: string;
    /** Its number in the file, from 1. */
    readonly line: number;
    readonly fault: { readonly code: string; readonly field: string } | null;
  }[];
};

export type NavsEntered = { readonly entered: number };

/** What stands around an investor's pages. */
export type Notices = {
  /** `null` where there is none now, or `fund-banner` is off. */
  readonly banner: {
    readonly text: string;
    readonly tone: "info" | "warning";
    readonly link: { readonly text: string; readonly href: string } | null;
    readonly language: "th" | "en";
  } | null;
  /** Meant for them and open now; new by `new-exclusive-offering`, old by `exclusive-offering`. */
  readonly offering: {
    readonly layout: "new" | "old";
    readonly items: readonly {
      readonly key: string;
      readonly title: string;
      readonly text: string;
      readonly target: { readonly text: string; readonly href: string };
      readonly language: "th" | "en";
    }[];
  } | null;
  /** Names this log-in, so that the warning shows once in it; `null` where `scammer-alert` is off. */
  readonly scamWarning: string | null;
  /** By the total value; `null` where `user-tier` is off. */
  readonly tier: {
    readonly tier: "standard" | "plus" | "prestige";
    readonly next: {
      readonly tier: "standard" | "plus" | "prestige";
      /** Baht with two decimals, such as 10000.00. */
      readonly from: string;
    } | null;
  } | null;
  /** For looking at only; `null` where there is none, or `currency-switcher` is off. */
  readonly rate: DisplayRate | null;
};

/** What was sent to somebody, and what waits for them. */
export type Notifications = {
  readonly waiting: readonly {
    readonly kind: "pay" | "contract" | "consents" | "verify-identity" | "bank" | "pin";
    /** What is to be paid. */
    readonly order: { readonly id: string; readonly reference: string; readonly strategy: string } | null;
  }[];
  /** The newest first, without those that only carried a code or a link. */
  readonly letters: readonly {
    readonly id: string;
    readonly title: { readonly th: string; readonly en: string };
    readonly at: string;
    readonly channel: "email" | "sms";
    readonly unread: boolean;
    /** Where one reads on. */
    readonly href: string | null;
  }[];
  readonly unread: number;
};

/** Money or units between two places. */
export type OnTheWay = {
  /** Paid, waiting for units; a sell waiting for approval; a sell waiting for its NAV; money of a sell to be paid out; between the legs of a switch; came and goes back. */
  readonly kind: "units" | "approval" | "allotment" | "payout" | "transit" | "refund";
  readonly order: Order;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string;
  /** The NAV is not known yet, so neither is the amount. */
  readonly estimated: boolean;
  /** `null` where nobody has said yet when money goes back, and where the bank sent a payment back. */
  readonly due: string | null;
  /** Where money stands that goes back; `null` for everything else. */
  readonly refund: "held" | "account" | "due" | "sent" | "returned" | null;
};

/** A step until the account is open. */
export type OnboardingStep = {
  readonly id: string;
  readonly state: "done" | "open" | "again" | "waiting";
  readonly text: Sentence;
  /** Where it is done: a flow, as flow:kyc, or a page. */
  readonly mend: string | null;
};

/** What becomes of open instances, by the step where they are. */
export type OpenWork = {
  readonly open: number;
  readonly walked: number;
  /** None was left out. */
  readonly all: boolean;
  readonly totals: {
    readonly stays: number;
    readonly goesOn: number;
    readonly asked: number;
    readonly stuck: number;
  };
  readonly steps: readonly {
    readonly stays: number;
    readonly goesOn: number;
    readonly asked: number;
    readonly stuck: number;
    readonly step: string;
    readonly title: Sentence;
    /** Evidence from before steps and fields were named has their ids alone. */
    readonly asks: readonly {
      readonly step: string;
      readonly title?: Sentence;
      readonly instances: number;
      readonly fields: { readonly [name: string]: number };
      /** What the fields are called to people. */
      readonly names?: { readonly [name: string]: Sentence };
    }[];
  }[];
};

/** A line while open work is counted: how far it came, the whole, or why it broke off. */
export type OpenWorkLine =
  | { readonly progress: OpenWorkProgress }
  | { readonly impact: OpenWork }
  | { readonly code: string };

export type OpenWorkProgress = { readonly walked: number; readonly open: number };

/** An order as its investor sees it. */
export type Order = {
  readonly id: string;
  readonly reference: string;
  readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
  readonly status: OrderStatus;
  readonly step: OrderStep;
  readonly strategy: string;
  /** The other leg of a switch. */
  readonly counter: {
    readonly id: string;
    readonly reference: string;
    readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
    readonly strategy: string;
    readonly status: OrderStatus;
  } | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string | null;
  /** Units with four decimals. */
  readonly unitsWished: string | null;
  /** Everything is sold, as wished or because too little would remain. */
  readonly sellAll: boolean;
  /** What an open sell keeps from other orders. */
  readonly reservedUnits: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly fee: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly vat: string;
  /** What is invested, or what a sell brings. */
  readonly net: string | null;
  readonly method: "qr" | "transfer" | null;
  readonly riskAcknowledged: boolean;
  readonly placedAt: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  readonly payBy: string | null;
  readonly paidAt: string | null;
  /** Baht a unit with four decimals. */
  readonly nav: string | null;
  /** Units with four decimals. */
  readonly units: string | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string | null;
  readonly allottedOn: string | null;
  /** Where the money of a reduction goes. */
  readonly payout: {
    /** Code of the bank. */
    readonly bank: string;
    /** Masked but for its last four digits. */
    readonly number: string;
  } | null;
  /** When its money was sent to the bank. */
  readonly sentAt: string | null;
  /** When the bank confirmed it. */
  readonly paidOutAt: string | null;
};

export type OrderDecided = {
  readonly outcome: "approved" | "counted" | "rejected";
  readonly given: number;
  readonly needed: number;
};

/** One line of an order's life: when it happened, or when it is expected. */
export type OrderMoment = {
  readonly step:
    | "received"
    | "paid"
    | "approved"
    | "moved"
    | "nav"
    | "allotted"
    | "returned"
    | "paid-out"
    | "bought"
    | "reject"
    | "cancelled"
    | "expired";
  readonly at: string | null;
  readonly expected: string | null;
  /** The late holiday that moved its days. */
  readonly holiday?: string;
};

export type OrderPage = {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly next: string | null;
};

export type OrderStatus =
  | "SUBMITTED"
  | "WAITING"
  | "APPROVED"
  | "ALLOTTED"
  | "REJECTED"
  | "CANCELLED"
  | "EXPIRED";

export type OrderStep = "confirm" | "waiting" | "approved" | "success" | "reject" | "cancelled" | "expired";

/** An order with what happened to it and what is expected, in order. */
export type OrderWithTimeline = {
  readonly id: string;
  readonly reference: string;
  readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
  readonly status: OrderStatus;
  readonly step: OrderStep;
  readonly strategy: string;
  /** The other leg of a switch. */
  readonly counter: {
    readonly id: string;
    readonly reference: string;
    readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
    readonly strategy: string;
    readonly status: OrderStatus;
  } | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string | null;
  /** Units with four decimals. */
  readonly unitsWished: string | null;
  /** Everything is sold, as wished or because too little would remain. */
  readonly sellAll: boolean;
  /** What an open sell keeps from other orders. */
  readonly reservedUnits: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly fee: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly vat: string;
  /** What is invested, or what a sell brings. */
  readonly net: string | null;
  readonly method: "qr" | "transfer" | null;
  readonly riskAcknowledged: boolean;
  readonly placedAt: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  readonly payBy: string | null;
  readonly paidAt: string | null;
  /** Baht a unit with four decimals. */
  readonly nav: string | null;
  /** Units with four decimals. */
  readonly units: string | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string | null;
  readonly allottedOn: string | null;
  /** Where the money of a reduction goes. */
  readonly payout: {
    /** Code of the bank. */
    readonly bank: string;
    /** Masked but for its last four digits. */
    readonly number: string;
  } | null;
  /** When its money was sent to the bank. */
  readonly sentAt: string | null;
  /** When the bank confirmed it. */
  readonly paidOutAt: string | null;
  readonly timeline: readonly OrderMoment[];
  readonly payIn: PayIn | null;
  /** How many people approved a sell, of how many. */
  readonly approvals: { readonly given: number; readonly needed: number } | null;
  readonly rejectReason: string | null;
  /** What was made good, as it happened. */
  readonly corrections: readonly {
    readonly id: string;
    readonly at: string;
    /** Whose NAV was corrected: of an in leg, that of the out leg may be. */
    readonly strategy: string;
    readonly date: string;
    /** Baht a unit with four decimals. */
    readonly nav: string;
    /** Added to the holding. */
    readonly units: string;
    /** A sell brought that much more, after charges. */
    readonly baht: string;
    /** When those baht were sent. */
    readonly paidAt: string | null;
  }[];
  /** Until when its investor may take it back. */
  readonly cancellableUntil: string | null;
};

/** A one-time password is on its way. */
export type OtpSent = {
  readonly reference: string;
  readonly channel: "email" | "sms";
  /** The address, masked. */
  readonly to: string;
  readonly expiresAt: string;
  readonly resendAt: string;
};

/** An investor's account at one glance. */
export type Overview = {
  readonly asOf: string | null;
  readonly asOfFrom: string | null;
  readonly demo: boolean;
  /** `null` where `client-summary` is off; then `series` is empty as well. */
  readonly total: {
    /** Baht with two decimals, such as 10000.00. */
    readonly value: string;
    /** What was paid for what is held, fees included. */
    readonly principal: string;
    /** Value minus principal: on what is held, not realised yet. */
    readonly profit: string;
    /** Percent with two decimals, such as -12.50. */
    readonly profitPercent: string | null;
    /** Fees and VAT within the principal. */
    readonly fees: string;
    /** Profit before those fees. */
    readonly beforeFees: string;
    /** What sells brought before fees, less what the units had cost. */
    readonly realised: string;
    /** On what is held and on what was sold, every fee counted. */
    readonly totalProfit: string;
    /** The fee on profit and its VAT, which sells paid. */
    readonly feesOnSells: string;
    /** Paid in since the beginning; of one strategy switches count as well. */
    readonly invested: string;
    /** Fees since the beginning, by kind. */
    readonly feesPaid: {
      /** Baht with two decimals, such as 10000.00. */
      readonly frontEnd: string;
      /** Baht with two decimals, such as 10000.00. */
      readonly switchIn: string;
      /** Baht with two decimals, such as 10000.00. */
      readonly profit: string;
      /** Baht with two decimals, such as 10000.00. */
      readonly vat: string;
      /** Baht with two decimals, such as 10000.00. */
      readonly total: string;
    };
    /** Percent with two decimals, such as -12.50. */
    readonly strategyReturn1y: string | null;
  } | null;
  readonly holdings: readonly Holding[];
  readonly soldOut: readonly SoldOut[];
  readonly series: readonly DayValue[];
  /** In no value: waiting for units, in transit, to be paid out, going back. */
  readonly moneyOnTheWay: string;
  readonly onTheWay: readonly OnTheWay[];
  readonly latestOrders: readonly Order[];
  /** What might be next, and why. */
  readonly recommended: {
    /** Highest fund risk that suits them, 1 to 8; `null` before the suitability test. */
    readonly maxRisk: number | null;
    /** Open to orders, not held, no riskier than what suits them; the least risky first. */
    readonly strategies: readonly {
      readonly code: string;
      readonly nameKey: string;
      readonly riskLevel: number;
      /** Percent with two decimals, such as -12.50. */
      readonly strategyReturn1y: string | null;
    }[];
  };
  readonly next:
    | {
        readonly kind: "pay";
        readonly order: Order;
        readonly payIn: PayIn;
        /** Its slip is being looked at: nothing is to be done. */
        readonly slipSent: boolean;
        /** All that wait for money, this one among them. */
        readonly unpaid: readonly Order[];
      }
    | { readonly kind: "none" };
  readonly dealing: Dealing | null;
};

export type OwnCase = {
  readonly id: string;
  readonly reference: string;
  readonly topicSays: Sentence;
  readonly state: "open" | "asked" | "answered" | "closed";
  readonly openedAt: string;
  readonly dueOn: string;
  readonly outcome: "granted" | "refused" | null;
  readonly entries: readonly {
    readonly at: string;
    readonly kind: "opened" | "asked" | "replied" | "answered" | "reopened" | "closed";
    readonly text: string | null;
    readonly files: readonly { readonly id: string; readonly name: string }[];
  }[];
};

export type OwnCases = { readonly cases: readonly OwnCase[] };

/** What the portal knows of whoever asks. */
export type OwnProfile = {
  readonly names: { readonly th: string; readonly en: string } | null;
  readonly birthDate: string | null;
  /** The end of the ID card's or registration number, behind dots. */
  readonly document: string | null;
  /** Its end, behind dots. */
  readonly phone: string | null;
  readonly address: string | null;
  readonly bank: {
    readonly bank: string;
    /** Masked. */
    readonly number: string;
    readonly verified: boolean;
  } | null;
  readonly wallet: { readonly address: string; readonly verified: boolean } | null;
  readonly contract: { readonly version: string; readonly signedAt: string } | null;
  readonly suitability: { readonly answeredAt: string; readonly goodUntil: string } | null;
  readonly taxResidence: { readonly declaredOn: string; readonly form: "W9" | "W8BEN" | "NONE" } | null;
};

/** Where somebody is logged in. */
export type OwnSessions = {
  /** The newest use first. */
  readonly sessions: readonly {
    readonly id: string;
    /** It is the one that asks. */
    readonly current: boolean;
    /** Such as `chrome/android`; null of one that began before it was noted. */
    readonly browser: string | null;
    /** Without its last part. */
    readonly network: string | null;
    readonly enteredWith: "password" | "google" | "apple" | "wallet" | "passkey";
    readonly startedAt: string;
    readonly seenAt: string;
  }[];
};

/** A step that was passed. */
export type Passed = {
  readonly step: string;
  readonly to: string;
  /** It cannot be changed any more. */
  readonly frozen: boolean;
};

export type PasskeyAdded = { readonly id: string };

/** What `navigator.credentials.create` is asked for; bytes in base64url. */
export type PasskeyCreation = {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly alg: number; readonly type: "public-key" }[];
  readonly timeout: number;
  readonly excludeCredentials: readonly { readonly id: string; readonly type: "public-key" }[];
  readonly authenticatorSelection: {
    readonly residentKey: "required";
    readonly requireResidentKey: boolean;
    readonly userVerification: "required";
  };
  readonly attestation: "none";
};

/** What `navigator.credentials.get` is asked for; bytes in base64url. */
export type PasskeyRequest = {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: "required";
};

/** The passkeys of whoever asks, for this brand. */
export type Passkeys = {
  /** The newest first. */
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly madeAt: string;
    readonly usedAt: string | null;
    /** It is kept by the account of the device's maker as well. */
    readonly backedUp: boolean;
  }[];
  /** Where the code comes from that making and removing one asks for. */
  readonly proof: "email" | "two-factor";
};

/** A class of paths, with somebody who goes it. */
export type Path = {
  readonly number: number;
  /** The end and the choices that are not the usual ones, such as paid:acknowledge,otp. */
  readonly name: string;
  readonly steps: readonly string[];
  readonly end: {
    readonly step: string;
    readonly kind: "wait" | "done" | "stopped" | "provisional";
    readonly reason: string | null;
  };
  /** What decides, step by step. */
  readonly conditions: readonly { readonly step: string; readonly says: Sentence }[];
  /** An error that sends them back to answer again. */
  readonly detour: { readonly at: string; readonly code: string; readonly back: string } | null;
  readonly traveller: Traveller;
  readonly says: Sentence;
};

/** What names a version, and says what became of it. */
export type PathVersion = {
  readonly id: string;
  readonly flow: string;
  readonly number: number | null;
  readonly hash: string | null;
  readonly state: VersionState;
};

/** The paths through a version. */
export type Paths = {
  readonly version: PathVersion;
  /** Where the version's module lies. */
  readonly module: string;
  readonly title: Sentence;
  /** Of steps that have one. */
  readonly titles: { readonly [name: string]: Sentence };
  /** What the server does at a step. */
  readonly effects: { readonly [name: string]: Sentence };
  readonly flow: string;
  /** How many paths somebody can go. */
  readonly ways: number;
  readonly classes: readonly Path[];
  /** What was merged where there are too many to show each. */
  readonly merged: {
    readonly bound: number;
    readonly by: readonly { readonly end: string; readonly ways: number; readonly shown: number }[];
  } | null;
  /** Ways of leaving a step that somebody can take. */
  readonly edges: number;
  /** Those that no class shows. */
  readonly unshown: readonly string[];
};

/** How an unpaid order can be paid, and which day's NAV that gives. */
export type PayIn = {
  readonly account: {
    readonly bank: string;
    readonly holder: string;
    readonly number: string;
    readonly demo: boolean;
  } | null;
  /** The order gets the NAV of the first day whose instant the money comes before. */
  readonly days: readonly { readonly before: string; readonly navDate: string }[];
};

/** With what an order may be paid beside the account's number. */
export type PayInCode = {
  /** Text of a PromptPay bill-payment code, to be drawn as a QR. */
  readonly code: string | null;
  readonly maySendSlip: boolean;
  readonly slip: {
    readonly id: string;
    readonly state: "WAITING" | "CONFIRMED" | "REFUSED";
    readonly sentAt: string;
    readonly reason: string | null;
    /** The picture, at `/api/files`. */
    readonly file: string;
  } | null;
  /** How the money of a paid order would go back if it were cancelled now. */
  readonly ifCancelled: {
    readonly state: "held" | "account" | "due" | "sent" | "arrived" | "returned";
    readonly backOn: string | null;
    readonly backTo: string | null;
  } | null;
  /** Money that came for it and is not its money, the earliest first. */
  readonly aside: readonly MoneyAside[];
};

/** Money that is nobody's units, and what becomes of it. */
export type PaymentCase = {
  readonly id: string;
  readonly reason:
    | "unknown-order"
    | "order-not-open"
    | "paid-already"
    | "amount-short"
    | "amount-over"
    | "third-party"
    | "payer-partial"
    | "order-ended"
    | "alike";
  readonly state: "OPEN" | "HELD" | "ACCOUNT_WANTED" | "REFUND_DUE" | "MATCHED" | "REFUNDED" | "KNOWN";
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string;
  readonly bank: string;
  readonly bankReference: string;
  readonly source: "bank" | "statement" | "slip";
  readonly transferredAt: string;
  readonly ref1: string | null;
  readonly ref2: string | null;
  readonly payerBank: string | null;
  readonly payerAccount: string | null;
  readonly payerName: string | null;
  readonly order: {
    readonly reference: string;
    readonly status: OrderStatus;
    /** Baht with two decimals, such as 10000.00. */
    readonly amount: string | null;
  } | null;
  readonly owner: string | null;
  readonly yours: boolean;
  readonly note: string | null;
  /** E-mail of whose money it is. */
  readonly investor: string | null;
  /** How they are called, where the payer's name is only a part of it. */
  readonly investorName: { readonly th: string; readonly en: string } | null;
  /** Where it stands if it goes back. */
  readonly refund: "held" | "account" | "due" | "sent" | "arrived" | "returned" | null;
  /** When it goes back; `null` where no day is set. */
  readonly refundOn: string | null;
  /** Bank and masked number of the account that it goes to. */
  readonly refundTo: string | null;
  readonly mayMatch: boolean;
  /** The booked transfer that it looks like, with the reference of its order. */
  readonly alike: {
    readonly bank: string;
    readonly bankReference: string;
    readonly transferredAt: string;
    readonly order: string | null;
  } | null;
  /** What the first of two people said; who says so second gives the order number themselves. */
  readonly confirmed: {
    readonly by: string | null;
    readonly byYou: boolean;
    readonly act: "match" | "refund" | "same";
    readonly reference: string | null;
  } | null;
};

export type PayoutDesk = {
  readonly byFile: boolean;
  /** Open payouts, those that are not listed included. */
  readonly total: number;
  readonly payouts: readonly {
    readonly id: string;
    readonly order: string | null;
    /** Of the order; of money that named none, the bank's. */
    readonly reference: string;
    readonly strategy: string | null;
    /** Money that goes back to whoever sent it. */
    readonly refund: boolean;
    /** E-mail. */
    readonly investor: string | null;
    /** By the identity review. */
    readonly name: { readonly th: string; readonly en: string } | null;
    /** Name on the account that it goes to. */
    readonly holder: string | null;
    /** Baht with two decimals, such as 10000.00. */
    readonly amount: string;
    /** Empty: the account that the money came from. */
    readonly account: string | null;
    readonly label: string;
    /** `null` where the bank sent it back. */
    readonly dueOn: string | null;
    readonly state: "DUE" | "FILED" | "PAID" | "RETURNED";
    readonly returnReason: string | null;
    readonly bankReference: string | null;
    /** E-mail of who says that it was paid by hand. */
    readonly enteredBy: string | null;
    readonly enteredByYou: boolean;
    /** It was paid before, and the bank sent it back. */
    readonly again: { readonly on: string; readonly reason: string } | null;
    /** The payment file that it is in. */
    readonly file: string | null;
    /** Owed after a corrected NAV, besides what the order brought. */
    readonly correction: boolean;
  }[];
  readonly files: readonly {
    readonly id: string;
    readonly number: number;
    readonly valueDate: string;
    readonly lines: number;
    /** Baht with two decimals, such as 10000.00. */
    readonly total: string;
    readonly hash: string;
    readonly state: "MADE" | "RELEASED" | "DISCARDED";
    readonly madeAt: string;
    readonly madeBy: string | null;
    readonly madeByYou: boolean;
    readonly decidedBy: string | null;
    readonly decidedAt: string | null;
    /** The bank's return file was taken in. */
    readonly confirmed: boolean;
  }[];
};

/** Whom the words name, as much of each as the role reads. */
export type PeopleFound = {
  /** What the words were taken for. */
  readonly by: "id" | "email" | "customer-number" | "reference" | "document" | "phone" | "name";
  readonly people: readonly {
    readonly id: string;
    readonly customerNumber: string;
    readonly name: string | null;
    readonly email: string;
    readonly customerType: "INDIVIDUAL" | "JURISTIC";
    readonly role: "operations" | "compliance" | "finance" | "support" | "admin" | "auditor" | null;
    readonly locked: boolean;
    readonly test: boolean;
  }[];
};

/** A class of people; chief is only what the changed clauses look at, where that is not all of it. */
export type PeopleWords = { readonly th: string; readonly en: string; readonly chief: Sentence | null };

/** What an account and its strategies did in a period; before + paid in − paid out + switched + profit = after. */
export type PerformanceReport = {
  readonly from: string;
  readonly to: string;
  readonly demo: boolean;
  /** Baht with two decimals, such as 10000.00. */
  readonly before: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly paidIn: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly paidOut: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly switched: string;
  /** In the period, every fee counted. */
  readonly profit: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly after: string;
  readonly strategies: readonly {
    readonly code: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly before: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly after: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly profit: string;
    /** Of the strategy over the period; `null` where its history does not fill it. */
    readonly strategyReturn: string | null;
  }[];
};

/** A person, as much of them as the role reads; a part of null is not for it. */
export type PersonDesk = {
  readonly id: string;
  readonly customerNumber: string;
  readonly role: "operations" | "compliance" | "finance" | "support" | "admin" | "auditor" | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly language: "th" | "en";
  readonly since: string;
  readonly emailConfirmed: boolean;
  readonly hasPin: boolean;
  readonly twoFactor: boolean;
  readonly vendorBlocked: boolean;
  /** It is there to try the portal with. */
  readonly test: boolean;
  /** What an administrator said who wants it marked; another one marks it. */
  readonly testProposed: { readonly reason: string; readonly own: boolean } | null;
  readonly lock: {
    readonly at: string;
    readonly by: string | null;
    /** null: the account was locked by a decision at another desk. */
    readonly reason: string | null;
  } | null;
  /** Each as the role reads it; hidden ones have no value. */
  readonly fields: readonly {
    readonly name:
      | "email"
      | "name"
      | "nameEn"
      | "companyName"
      | "phone"
      | "birthDate"
      | "document"
      | "address"
      | "bank"
      | "saleCode";
    readonly shown: "full" | "masked" | "hidden";
    readonly value: string | null;
  }[];
  readonly identity: {
    readonly statuses: {
      readonly kyc?: RecordStatus;
      readonly suit?: RecordStatus;
      readonly onfido?: VendorStatus;
      readonly verifio?: VendorStatus;
      readonly liveness?: VendorStatus;
      readonly account?: VendorStatus;
    };
    readonly reviews: readonly {
      readonly id: string;
      readonly reference: string;
      readonly state: "open" | "approved" | "rejected" | "asked-again" | "replaced";
      readonly openedAt: string;
    }[];
  } | null;
  readonly orders: {
    readonly holdings: readonly {
      readonly strategy: string;
      readonly units: string;
      readonly pendingUnits: string;
    }[];
    /** The newest first. */
    readonly orders: readonly {
      readonly id: string;
      readonly reference: string;
      readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
      readonly step: OrderStep;
      readonly strategy: string;
      readonly amount: string | null;
      readonly units: string | null;
      readonly placedAt: string;
      readonly navDate: string;
    }[];
  } | null;
  readonly sessions:
    | readonly {
        readonly id: string;
        readonly browser: string | null;
        /** Without its last part. */
        readonly network: string | null;
        readonly enteredWith: "password" | "google" | "apple" | "wallet" | "passkey";
        readonly startedAt: string;
        readonly seenAt: string;
      }[]
    | null;
  /** The newest first; what they say is not kept. */
  readonly messages:
    | readonly {
        readonly id: string;
        readonly channel: "email" | "sms";
        readonly title: Sentence;
        readonly language: "th" | "en";
        readonly state: "waiting" | "sent" | "failed";
        /** A code of what went wrong last. */
        readonly failure: string | null;
        readonly createdAt: string;
        readonly sentAt: string | null;
      }[]
    | null;
  readonly service: {
    readonly complaints: readonly {
      readonly id: string;
      readonly reference: string;
      readonly state: "open" | "acknowledged" | "answered";
      readonly problemType: string;
      readonly filedAt: string;
      readonly answerBy: string;
    }[];
    readonly contacts: readonly {
      readonly id: string;
      readonly reference: string;
      readonly state: "open" | "done";
      readonly topic: string;
      readonly askedAt: string;
    }[];
    readonly cases: readonly {
      readonly id: string;
      readonly reference: string;
      readonly topicSays: Sentence;
      readonly desk: "support" | "compliance" | "finance" | "operations";
      readonly state: "open" | "asked" | "proposed" | "answered" | "closed";
      readonly openedAt: string;
      readonly answerBy: string;
      readonly late: boolean;
    }[];
  } | null;
  /** Where money and letters go, and since when; a change of e-mail may be undone for a while by the address before. */
  readonly changes: {
    readonly bank: readonly {
      readonly reference: string;
      readonly state: "OPEN" | "APPROVED" | "REJECTED";
      readonly bank: string;
      readonly number: string;
      readonly askedAt: string;
    }[];
    readonly email: readonly {
      readonly before: string;
      readonly at: string;
      readonly undoUntil: string;
      readonly undone: boolean;
    }[];
  } | null;
  readonly may: {
    readonly lock: boolean;
    readonly unlock: boolean;
    readonly endSessions: boolean;
    readonly resend: boolean;
    readonly markTest: boolean;
  };
};

/** Provinces, districts, sub-districts and postal codes of Thailand. */
export type Places = {
  readonly provinces: readonly {
    readonly th: string;
    readonly en: string;
    readonly districts: readonly {
      readonly th: string;
      readonly en: string;
      readonly subDistricts: readonly {
        readonly th: string;
        readonly en: string;
        readonly postalCodes: readonly string[];
      }[];
    }[];
  }[];
};

/** Where somebody is. */
export type Position =
  | { readonly kind: "form"; readonly step: string; readonly errors: readonly FieldError[] }
  | {
      readonly kind: "review";
      readonly step: string;
      /** The values that are shown and bound, by their places. */
      readonly values: { readonly [name: string]: Json };
      readonly changed: boolean;
      readonly errors: readonly FieldError[];
    }
  | {
      readonly kind: "challenge";
      readonly step: string;
      /** The values that are shown and bound, by their places. */
      readonly values: { readonly [name: string]: Json };
    }
  | {
      readonly kind: "effect";
      readonly step: string;
      /** Its own form is due, it may be run now, or it waits for its next try. */
      readonly state: "ask" | "due" | "running";
      /** Always empty: it is the server's business. */
      readonly input: { readonly [name: string]: Json };
      readonly errors: readonly FieldError[];
      readonly attempt: number;
    }
  | {
      readonly kind: "wait";
      readonly step: string;
      /** The event. */
      readonly for: string;
      readonly sinceSeq: number;
      readonly until: string | null;
    }
  | {
      readonly kind: "end";
      readonly step: string;
      readonly outcome: "done" | "stopped" | "provisional";
      readonly reason: string;
      readonly explanation: readonly FailedClause[];
      /** Answers that decided it and may still be changed, by submitting their step again. */
      readonly mayChange: readonly { readonly step: string; readonly field: string }[];
      readonly final: boolean;
    }
  | {
      readonly kind: "needs";
      readonly step: string;
      readonly facts: readonly { readonly fact: string; readonly args: { readonly [name: string]: Json } }[];
    };

export type Progress = {
  readonly group: string;
  /** From 1. */
  readonly index: number;
  readonly of: number;
  /** Within the group, from 1. */
  readonly screen: number;
  /** Of the group, at most, on the way that is left. */
  readonly screens: number;
  readonly minutesLeft: number | null;
};

/** The one thing that an investor is asked for in a dialog now. */
export type PromptShown = {
  readonly prompt:
    | {
        readonly kind: "contract";
        readonly version: string;
        /** The last day on which the version signed before counts. */
        readonly graceUntil: string | null;
      }
    | {
        readonly kind: "consents";
        readonly texts: readonly {
          readonly purpose: "privacy" | "terms" | "publicity" | "biometrics";
          readonly version: string;
        }[];
      }
    | {
        readonly kind: "verify-identity";
        /** again: to be corrected or renewed. */
        readonly stage: "begin" | "again";
      }
    | { readonly kind: "start-invest" }
    | { readonly kind: "bank" }
    | { readonly kind: "pin" }
    | null;
};

export type ProposalDecided = { readonly id: string; readonly state: string };

export type ProposalEntered = { readonly id: string };

export type ProposalEvidence = {
  readonly basedOn: string | null;
  readonly proposal: {
    readonly content: Evidence;
    /** SHA-256, in hex. */
    readonly hash: string;
    readonly signature: Signature;
  };
  readonly approval: {
    readonly content: Approval;
    /** SHA-256, in hex. */
    readonly hash: string;
    readonly signature: Signature;
  } | null;
  /** By path; where they were asked for. */
  readonly files?: { readonly [name: string]: Json };
};

export type RateDesk = {
  readonly today: string;
  /** `null` where there is none of the last 31 days. */
  readonly now: DisplayRate | null;
  readonly waiting: RateEntry | null;
  /** The last ones decided, the latest first. */
  readonly earlier: readonly RateEntry[];
};

/** A rate as somebody entered it. */
export type RateEntry = {
  readonly id: string;
  readonly state: "PROPOSED" | "APPROVED" | "REJECTED";
  readonly note: string;
  /** E-mail of the colleague; null: the program. */
  readonly enteredBy: string | null;
  readonly enteredAt: string;
  /** Whoever reads entered it, so that somebody else has to decide. */
  readonly own: boolean;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decisionNote: string | null;
  readonly currency: "USD";
  /** Baht for one of it, four decimals. */
  readonly baht: string;
  /** The day that the source gives it for. */
  readonly date: string;
  readonly source: { readonly th: string; readonly en: string };
};

/** Evidence of what happened. */
export type Receipt =
  | {
      /** 1, 2, 3 within the instance. */
      readonly seq: number;
      readonly step: string;
      readonly at: string;
      readonly kind: "effect";
      readonly attempt: number;
      readonly inputHash: string;
      readonly outcome:
        | { readonly kind: "done"; readonly output: { readonly [name: string]: Json } }
        | { readonly kind: "failed"; readonly code: string; readonly field?: string };
      readonly trail: readonly { readonly step: string; readonly to: string }[];
    }
  | {
      /** 1, 2, 3 within the instance. */
      readonly seq: number;
      readonly step: string;
      readonly at: string;
      readonly kind: "challenge";
      readonly outcome: "passed" | "exhausted";
      /** The values that are shown and bound, by their places. */
      readonly values: { readonly [name: string]: Json };
    }
  | {
      /** 1, 2, 3 within the instance. */
      readonly seq: number;
      readonly step: string;
      readonly at: string;
      readonly kind: "wait";
      readonly outcome:
        | { readonly kind: "event"; readonly data: { readonly [name: string]: Json } }
        | { readonly kind: "timeout" };
      readonly trail: readonly { readonly step: string; readonly to: string }[];
    }
  | {
      /** 1, 2, 3 within the instance. */
      readonly seq: number;
      readonly step: string;
      readonly at: string;
      readonly kind: "contested";
      readonly by: string;
      readonly revision: number;
      readonly code: string;
      readonly field?: string;
      readonly reason?: string;
    }
  | {
      /** 1, 2, 3 within the instance. */
      readonly seq: number;
      readonly step: string;
      readonly at: string;
      readonly kind: "end";
      readonly outcome: "done" | "stopped";
      readonly reason: string;
    };

export type RecordStatus = "PRE_VERIFIED" | "PENDING" | "REVIEW" | "VERIFIED" | "REJECTED" | "OVERDUE";

/** Codes for the day on which the phone is lost; each is good once. */
export type RecoveryCodes = { readonly codes: readonly string[] };

/** Whose account a link recovers. */
export type RecoveryOwner = {
  /** Masked. */
  readonly email: string;
  /** Whether a recovery code is asked as well. */
  readonly twoFactor: boolean;
};

/** Why a call was refused. */
export type Refusal = {
  readonly code: string;
  readonly message: Sentence;
  readonly fields: readonly {
    /** JSON pointer inside the body; empty for the whole. */
    readonly pointer: string;
    readonly code: string;
    readonly message: Sentence;
  }[];
  /** To be told to customer service: finds the request in the log. */
  readonly requestId: string;
  /** What the words name, for a page that tells it its own way. */
  readonly params: { readonly [name: string]: Json };
  /** Of a definition that was refused. */
  readonly findings?: readonly Json[];
};

/** Files that came with the program, or were edited in development. */
export type Release = {
  readonly kind: "release";
  readonly format: 1;
  readonly version: string;
  readonly flow: string;
  readonly files: { readonly [name: string]: string };
  readonly hash: string;
  readonly publishedAt: string;
};

export type ReleaseEvidence = {
  readonly release: {
    readonly content: Release;
    /** SHA-256, in hex. */
    readonly hash: string;
    readonly signature: Signature;
  };
  /** By path; where they were asked for. */
  readonly files?: { readonly [name: string]: Json };
};

/** A strategy's returns; null where its history is too short. */
export type Returns = {
  /** Percent with two decimals, such as -12.50. */
  readonly day1: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly days7: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly months3: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly months6: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly year1: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly yearToDate: string | null;
  /** Percent with two decimals, such as -12.50. */
  readonly sinceInception: string | null;
  readonly sinceInceptionPerYear: boolean;
  readonly maxDrawdown: {
    /** Percent with two decimals, such as -12.50. */
    readonly percent: string;
    readonly peak: string;
    readonly trough: string;
  } | null;
};

export type ReturnsTaken = { readonly returned: number };

/** Everything that a reviewer needs of one identity. */
export type Review = {
  readonly id: string;
  readonly reference: string;
  readonly state: ReviewState;
  readonly openedAt: string;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  readonly approval: {
    /** A check found fault or read something else: two people approve. */
    readonly byTwo: boolean;
    /** What the first of them said. */
    readonly first: { readonly reason: string; readonly own: boolean } | null;
  };
  readonly person: {
    readonly email: string;
    readonly customerType: "INDIVIDUAL" | "JURISTIC";
    readonly companyName: string | null;
  };
  /** The version of the flow that it was sent in by, or the newest. */
  readonly sentBy: {
    /** Where the module of that version lies. */
    readonly module: string;
    /** Where each thing that was sent in lies in the flow, by its name. */
    readonly places: { readonly [name: string]: string };
  } | null;
  /** As it was sent in, field by field. */
  readonly identity: { readonly [name: string]: Json } | null;
  /** What is otherwise than what was sent in before; of the card's numbers the end alone. */
  readonly changed: readonly { readonly name: string; readonly before: Json; readonly after: Json }[];
  /** How the bank account's name stands to the investor's. */
  readonly holderLikeness: "SAME" | "CLOSE" | "OTHER" | null;
  readonly passDopa: boolean;
  readonly statuses: Statuses;
  readonly documents: readonly {
    readonly kind:
      | "cardFront"
      | "cardBack"
      | "selfie"
      | "identityDocument"
      | "lossOfNationality"
      | "companyCertificate"
      | "shareholderList";
    readonly file: string;
    readonly url: string;
    readonly preview: string;
    /** What a virus scanner said. */
    readonly scanned: "clean" | "infected" | "not-scanned";
  }[];
  /** What vendors were asked, the newest first. */
  readonly checks: readonly {
    readonly kind: "document" | "liveness";
    readonly vendor: "onfido" | "verifio";
    readonly state: "asking" | "asked" | "answered";
    readonly result: string | null;
    readonly subResult: string | null;
    /** What the vendor found fault with. */
    readonly concerns: readonly (
      | "expired"
      | "under-age"
      | "mismatch"
      | "quality"
      | "authenticity"
      | "compromised"
      | "unsupported"
      | "other"
    )[];
    /** What the vendor read on the card, of its number the end alone. */
    readonly read: {
      readonly name: string | null;
      readonly birthDate: string | null;
      readonly nationalIdEnd: string | null;
    } | null;
    /** What it read otherwise than it was sent in. */
    readonly differs: readonly ("name" | "birthDate" | "nationalId")[];
    readonly askedAt: string;
    readonly answeredAt: string | null;
  }[];
  readonly suitability: {
    readonly score: number;
    readonly level: number;
    readonly maxRisk: number;
    /** As it was sent in, field by field. */
    readonly answers: { readonly [name: string]: Json };
  } | null;
  readonly fatca: {
    readonly form: "W9" | "W8BEN" | "NONE";
    readonly agree: boolean;
    /** As it was sent in, field by field. */
    readonly answers: { readonly [name: string]: Json };
  } | null;
  readonly bank: {
    readonly bank: string;
    readonly status: "PENDING" | "VERIFIED" | "REPLACED";
    readonly accountNumber?: string;
    readonly accountName?: string;
  } | null;
  readonly interests: {
    readonly strategies: readonly string[];
    readonly depositMethods: readonly string[];
  } | null;
  readonly highRisk: boolean;
  /** What a bank said by the national digital ID; `null` where none was asked. */
  readonly digitalId: {
    readonly bank: string;
    readonly state: "asking" | "asked" | "accepted" | "rejected" | "too-weak" | "timed-out" | "failed";
    readonly ial: string | null;
    readonly aal: string | null;
    /** Whether it was about the ID number that was sent in. */
    readonly sameCard: boolean;
    readonly askedAt: string;
    readonly answeredAt: string | null;
  } | null;
  /** How they stand to the watch lists; `missing` while they were not held against the lists as they are now. */
  readonly screening: {
    readonly standing: "off" | "missing" | "open" | "confirmed" | "clear";
    readonly hits: readonly ScreeningHit[];
  };
  /** How many other accounts show the same ID card. */
  readonly sameCardElsewhere: number;
};

export type ReviewDecision = {
  /** proposed: a second person has to approve. */
  readonly state: "open" | "approved" | "asked-again" | "rejected" | "replaced" | "proposed";
};

/** An identity that waits for a reviewer. */
export type ReviewEntry = {
  readonly id: string;
  readonly reference: string;
  readonly name: string | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly openedAt: string;
  readonly state: ReviewState;
  readonly statuses: Statuses;
  /** Watch-list hits that are undecided. */
  readonly hits: number;
  readonly nameEn: string | null;
  readonly email: string;
  readonly highRisk: boolean;
  /** Whole days since it was sent in. */
  readonly waitingDays: number;
};

export type ReviewList = {
  readonly reviews: readonly ReviewEntry[];
  /** Open reviews, those that are not listed included. */
  readonly total: number;
  /** Reviews in any state that what was looked for fits; empty where nothing was. */
  readonly found: readonly ReviewEntry[];
  /** Those whose last review was a rejection, the latest first. */
  readonly rejected: readonly ReviewEntry[];
  /** Watch-list hits that are undecided, the likest first. */
  readonly hits: readonly WatchHit[];
  /** Undecided hits, those that are not listed included. */
  readonly hitsTotal: number;
  /** Accounts that were refused because another was opened with the same document, by their e-mails. */
  readonly sharedDocuments: readonly {
    readonly at: string;
    readonly refused: string;
    readonly first: string;
  }[];
};

export type ReviewState = "open" | "approved" | "rejected" | "asked-again" | "replaced";

/** An answer of a rule before or after a change. */
export type RuleAnswer =
  | { readonly kind: "met" | "notMet" | "none" }
  | { readonly kind: "unknown"; readonly so: "refuse" | "allow" | "ask" }
  | { readonly kind: "value"; readonly value: Sentence };

export type RuleBook = {
  readonly rules: readonly WholeRule[];
  /** Flows whose rules cannot be told. */
  readonly unread: readonly string[];
};

/** What a version did to a rule's meaning; unjudged where files changed without a gate. */
export type RuleChange = {
  readonly kind: "first" | "unjudged" | "added" | "removed" | "equal" | "different" | "unknown";
  readonly clauses: readonly {
    readonly kind: "added" | "removed" | "changed";
    readonly reason: Sentence;
    readonly before: Sentence | null;
    readonly after: Sentence | null;
  }[];
  readonly affected: readonly {
    readonly from: RuleAnswer;
    readonly to: RuleAnswer;
    readonly people: readonly Sentence[];
    /** There are more classes of people than are listed. */
    readonly more: boolean;
    readonly witness: Sentence;
  }[];
};

export type RuleDifference = {
  readonly rule: string;
  readonly title: Sentence;
  readonly kind: "added" | "removed" | "equal" | "different" | "unknown";
  readonly why: Sentence | null;
  /** Pointers of what else changed in it. */
  readonly texts: readonly string[];
  readonly guard?: Guard;
  readonly affected: readonly Affected[];
  /** Further ways in which its answer changes. */
  readonly moreAffected?: number;
  readonly clauses: readonly {
    readonly clause: string;
    readonly kind: "added" | "removed" | "changed";
    readonly reason: Sentence;
    readonly before: Sentence | null;
    readonly after: Sentence | null;
    readonly affected: readonly Affected[];
  }[];
};

/** A rule in the list of the rule book. */
export type RuleEntry = {
  readonly id: string;
  readonly kind: "must" | "value" | "assumption";
  readonly title: Sentence;
  readonly source: Sentence;
  readonly owner: string;
  readonly from: string;
  readonly uses: readonly { readonly flow: string; readonly title: Sentence }[];
  readonly conditions: number;
  readonly cases: number;
  /** Of what its cases should show, 0 to 1. */
  readonly share: number;
  readonly words: Sentence;
  /** Versions that wait for approval and touch it. */
  readonly waiting: number;
};

export type RuleList = {
  readonly rules: readonly RuleEntry[];
  /** Flows whose rules cannot be told. */
  readonly unread: readonly string[];
};

/** Where a flow uses a rule, by the name that investors read. */
export type RuleUse = {
  readonly kind:
    | "before"
    | "check"
    | "leads"
    | "gives"
    | "lists"
    | "spares"
    | "offers"
    | "within"
    | "assumed";
  readonly name: Sentence | null;
};

/** A version of a flow that made, changed or would change a rule, and who stands behind it. */
export type RuleVersion = {
  readonly id: string;
  readonly flow: string;
  readonly number: number | null;
  readonly state: VersionState;
  readonly source: VersionSource;
  readonly current: boolean;
  readonly note: string | null;
  readonly decisionNote: string | null;
  readonly proposedBy: string | null;
  readonly proposedAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly publishedAt: string | null;
  readonly change: RuleChange;
};

/** Sale codes, those that work first. */
export type SaleCodes = {
  readonly codes: readonly {
    readonly code: string;
    readonly active: boolean;
    readonly owner: string;
    readonly from: string | null;
    readonly until: string | null;
    /** How many signed up with it. */
    readonly usedBy: number;
    /** Somebody may sign up with it today. */
    readonly works: boolean;
  }[];
};

/** Whether the bank of development pays. */
export type SandboxBank = { readonly silent: boolean };

/** What became of a transfer. */
export type SandboxSent = { readonly outcome: "matched" | "held" | "known" | null };

/** Which strategies somebody follows. */
export type SavedStrategies = {
  /** The one followed last first. */
  readonly codes: readonly string[];
};

/** An entry of a watch list that somebody of the application is like. */
export type ScreeningHit = {
  readonly id: string;
  readonly list: string;
  /** The list's own number of the entry. */
  readonly reference: string;
  readonly role: "customer" | "company" | "beneficial-owner" | "controller";
  /** How like they are, 0 to 100. */
  readonly score: number;
  /** The listed name that is likest. */
  readonly name: string;
  readonly birth: "same-day" | "same-year" | "unknown" | "other";
  readonly sameDocument: boolean;
  readonly entry: {
    readonly names: readonly string[];
    readonly births: readonly string[];
    readonly nationalities: readonly string[];
    readonly listedOn: string | null;
    readonly comment: string | null;
  };
  readonly foundAt: string;
  readonly state: HitState;
  /** What the first of two said. */
  readonly proposed: {
    readonly decision: "dismiss" | "confirm";
    readonly reason: string;
    readonly own: boolean;
  } | null;
  /** What the first of two said who would clear a confirmed hit. */
  readonly clearing: { readonly reason: string; readonly own: boolean } | null;
  readonly decidedReason: string | null;
  readonly clearedReason: string | null;
};

/** How an account is protected, as its owner reads it. */
export type Security = {
  readonly email: string;
  readonly emailConfirmed: boolean;
  /** blocked: wrong five times. */
  readonly pin: "on" | "off" | "blocked";
  /** null while it is off. */
  readonly twoFactorSince: string | null;
  readonly recoveryCodesLeft: number;
  /** The end of the number that codes reach; null: none was proved. */
  readonly phone: string | null;
  /** The end of the wallet that logs in; null: none is linked. */
  readonly wallet: string | null;
  /** What `/security/factor` asks for before a wallet is linked or removed. */
  readonly proof: "two-factor" | "pin" | "email";
};

/** A sentence in both languages. */
export type Sentence = { readonly th: string; readonly en: string };

export type ServiceDesk = {
  readonly complaints: readonly Complaint[];
  readonly contacts: readonly ContactRequest[];
};

export type ServiceStep = { readonly state: "acknowledged" | "answered" | "done" };

/** A paid order that the allotment could not turn into units, and why. */
export type SetAside = {
  readonly order: string;
  readonly reference: string;
  readonly strategy: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string;
  readonly navDate: string;
  readonly since: string;
  readonly triedAt: string;
  readonly tries: number;
  /** SQLSTATE and sentence of the database. */
  readonly reason: string;
};

export type SetAsideList = { readonly setAside: readonly SetAside[] };

/** What the server says about itself. */
export type Settings = {
  readonly brand: "saphan" | "nava";
  /** Beginning of the cookies' names. */
  readonly slug: string;
  readonly env: "development" | "runtime";
  /** Whether figures and people are demonstration data. */
  readonly demo: boolean;
};

export type SettlementRuns = {
  readonly runs: readonly {
    readonly strategy: string;
    readonly navDate: string;
    readonly side: "sell" | "buy";
    readonly due: number;
    readonly allotted: number;
    readonly setAside: number;
    readonly begunAt: string;
    readonly doneAt: string | null;
  }[];
};

export type Signature = {
  readonly algorithm: "Ed25519";
  /** SPKI in Base64. */
  readonly publicKey: string;
  /** Base64. */
  readonly value: string;
};

/** The same whether or not the e-mail had an account before. */
export type SignedUp = { readonly email: string };

export type SlipConfirmation = { readonly outcome: "confirmed" | "second-needed" | "held" };

/** A transfer slip that waits for finance. */
export type SlipOnDesk = {
  readonly id: string;
  readonly order: string;
  readonly reference: string;
  readonly orderStatus: OrderStatus;
  readonly strategy: string;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string;
  /** E-mail. */
  readonly investor: string | null;
  readonly placedAt: string;
  readonly navDate: string;
  readonly payBy: string | null;
  readonly sentAt: string;
  readonly code: "read" | "none" | "damaged";
  readonly bank: string | null;
  readonly bankReference: string | null;
  /** What the first of two people read; who confirms second is not shown it before. */
  readonly confirmed: {
    readonly by: string | null;
    readonly byYou: boolean;
    /** Why another person confirms it too. */
    readonly why: "amount" | "limit" | "alike" | "again" | "nav";
    readonly bank: string;
    readonly bankReference: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly amount: string;
    readonly at: string;
  } | null;
};

export type SlipSent = { readonly slip: string; readonly reference: string };

/** Where the browser goes to be asked who it is. */
export type SocialVisit = {
  readonly url: string;
  /** What the address that somebody comes back to must carry. */
  readonly state: string;
};

/** Who may vouch for people here. */
export type SocialWays = { readonly providers: readonly ("google" | "apple")[] };

/** A strategy that an investor held and holds no more. */
export type SoldOut = {
  /** Baht with two decimals, such as 10000.00. */
  readonly value: string;
  /** What was paid for what is held, fees included. */
  readonly principal: string;
  /** Value minus principal: on what is held, not realised yet. */
  readonly profit: string;
  /** Percent with two decimals, such as -12.50. */
  readonly profitPercent: string | null;
  /** Fees and VAT within the principal. */
  readonly fees: string;
  /** Profit before those fees. */
  readonly beforeFees: string;
  /** What sells brought before fees, less what the units had cost. */
  readonly realised: string;
  /** On what is held and on what was sold, every fee counted. */
  readonly totalProfit: string;
  /** The fee on profit and its VAT, which sells paid. */
  readonly feesOnSells: string;
  /** Paid in since the beginning; of one strategy switches count as well. */
  readonly invested: string;
  /** Fees since the beginning, by kind. */
  readonly feesPaid: {
    /** Baht with two decimals, such as 10000.00. */
    readonly frontEnd: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly switchIn: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly profit: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly vat: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly total: string;
  };
  readonly code: string;
  readonly nameKey: string;
};

/** Who has which role. */
export type StaffRoles = {
  /** The moment that colleagues and changes are of. */
  readonly at: string;
  readonly colleagues: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: "operations" | "compliance" | "finance" | "support" | "admin" | "auditor";
    readonly since: string;
    readonly by: string | null;
    readonly approvedBy: string | null;
    readonly locked: boolean;
    readonly own: boolean;
  }[];
  readonly waiting: readonly {
    readonly id: string;
    readonly email: string;
    readonly roleBefore: "operations" | "compliance" | "finance" | "support" | "admin" | "auditor" | null;
    readonly role: "operations" | "compliance" | "finance" | "support" | "admin" | "auditor";
    readonly reason: string;
    readonly by: string;
    readonly at: string;
    /** Whoever reads it proposed it. */
    readonly own: boolean;
    /** It is about whoever reads it. */
    readonly mine: boolean;
  }[];
  /** The newest first. */
  readonly changes: readonly {
    readonly email: string;
    readonly from: "operations" | "compliance" | "finance" | "support" | "admin" | "auditor" | null;
    readonly to: "operations" | "compliance" | "finance" | "support" | "admin" | "auditor" | null;
    readonly at: string;
    readonly by: string | null;
    readonly approvedBy: string | null;
    readonly why: "proposal" | "ended" | "first-admin" | "before";
    readonly reason: string | null;
  }[];
  /** What was handed on by colleagues whose role ended. */
  readonly handed: readonly {
    readonly kind: string;
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly at: string;
  }[];
};

/** An electronic duty stamp: its number, its day, and what was stamped. */
export type Stamp = { readonly number: string; readonly issuedOn: string; readonly documentSha256: string };

export type StatementList = { readonly statements: readonly AccountDocument[] };

/** How a person's papers stand; what is absent has not begun. */
export type Statuses = {
  readonly kyc?: RecordStatus;
  readonly suit?: RecordStatus;
  readonly onfido?: VendorStatus;
  readonly verifio?: VendorStatus;
  readonly liveness?: VendorStatus;
  readonly account?: VendorStatus;
};

/** How a person's papers stood at the end of a day; what is absent had not begun. */
export type StatusesOn = {
  readonly on: string;
  readonly statuses: readonly { readonly entity: string; readonly status: string; readonly since: string }[];
};

export type StepDifference = {
  readonly step: string;
  readonly title: Sentence;
  readonly kind: "added" | "removed" | "changed";
  readonly parts: readonly string[];
  readonly why: Sentence | null;
  readonly affected: readonly Affected[];
  /** Answers that only one of the versions takes, in words; evidence from before they were told has none. */
  readonly answers?: readonly { readonly taken: "no-longer" | "newly"; readonly words: Sentence }[];
  /** What stands otherwise in it, before and now; older evidence has none. */
  readonly values?: readonly Sentence[];
  readonly noLongerTaken: Json;
  readonly newlyTaken: Json;
};

/** What is stored with a version, signed: a proposal with its approval, or a release. */
export type StoredEvidence = ProposalEvidence | ReleaseEvidence;

/** A file as it was stored; pictures have a width and a height. */
export type StoredFile = {
  readonly id: string;
  /** What the bytes are, not what was claimed. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  readonly name: string;
};

/** A strategy with what it did, costs and asks. */
export type Strategy = {
  readonly code: string;
  readonly nameKey: string;
  /** 1 to 8. */
  readonly riskLevel: number;
  /** Whether it takes increases. */
  readonly open: boolean;
  /** Whether it takes reductions. */
  readonly reducible: boolean;
  readonly dealingStatus: "OPEN" | "NO_IN" | "NO_OUT" | "SUSPENDED";
  /** Demonstration values stand in its history. */
  readonly demo: boolean;
  readonly nav: {
    /** Baht a unit with four decimals. */
    readonly value: string;
    readonly date: string;
  } | null;
  readonly returns: Returns;
  /** About once a week over the last year. */
  readonly trend: readonly string[];
  readonly fees: {
    /** Hundredths of a percent. */
    readonly frontEndBps: number;
    /** Hundredths of a percent. */
    readonly vatBps: number;
    /** Hundredths of a percent. */
    readonly managementBps: number;
    /** Hundredths of a percent. */
    readonly reductionProfitBps: number;
    /** Hundredths of a percent. */
    readonly switchInBps: number;
    /** Hundredths of a percent. */
    readonly performanceBps: number;
    /** What a year costs in all. */
    readonly totalCostBps: number;
  };
  readonly minimums: {
    /** Baht with two decimals, such as 10000.00. */
    readonly first: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly next: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly reduction: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly remainder: string;
  };
  /** Online; above it somebody calls. */
  readonly largestOrder: string;
  readonly typeKey: string;
  readonly currencyPolicyKey: string;
  readonly dividendPolicyKey: string;
  /** Baht a unit with four decimals. */
  readonly startingNav: string;
  readonly registeredOn: string;
  /** Since when it is managed. */
  readonly startedOn: string;
  readonly texts: {
    /** What it is. */
    readonly about: { readonly th: string; readonly en: string };
    /** Who manages it. */
    readonly managedBy: { readonly th: string; readonly en: string };
    /** How it is managed. */
    readonly model: { readonly th: string; readonly en: string };
    /** Whom it suits, one reason a line. */
    readonly suits: { readonly th: string; readonly en: string };
    /** Whom it does not suit, one reason a line. */
    readonly suitsNot: { readonly th: string; readonly en: string };
    /** On which days increases are taken. */
    readonly businessDay: { readonly th: string; readonly en: string };
    /** At which hours orders are taken. */
    readonly timeWindow: { readonly th: string; readonly en: string };
    /** How long units or money take. */
    readonly servicePeriod: { readonly th: string; readonly en: string };
    /** Who stands behind it: custodian, auditor, bank. */
    readonly supporters: { readonly th: string; readonly en: string };
  };
  /** Baht with two decimals, such as 10000.00. */
  readonly netAssets: string | null;
};

export type StrategyDesk = {
  readonly today: string;
  /** The NAV day of an order given now: new terms begin after it. */
  readonly after: string;
  readonly strategies: readonly {
    readonly code: string;
    readonly nameKey: string;
    readonly holders: number;
    /** They keep the terms that they were given with. */
    readonly openOrders: number;
    readonly inForce: TermsVersion;
    /** Approved, by their first day. */
    readonly coming: readonly TermsVersion[];
    readonly waiting: TermsVersion | null;
    /** The latest first, rejected ones as well. */
    readonly earlier: readonly TermsVersion[];
    readonly dealing: {
      readonly now: DealingChange;
      readonly waiting: DealingChange | null;
      /** The latest first, rejected ones as well. */
      readonly earlier: readonly DealingChange[];
    };
  }[];
};

export type StrategyList = { readonly strategies: readonly Strategy[]; readonly dealing: Dealing | null };

/** A strategy with its whole NAV history. */
export type StrategyWithHistory = {
  readonly code: string;
  readonly nameKey: string;
  /** 1 to 8. */
  readonly riskLevel: number;
  /** Whether it takes increases. */
  readonly open: boolean;
  /** Whether it takes reductions. */
  readonly reducible: boolean;
  readonly dealingStatus: "OPEN" | "NO_IN" | "NO_OUT" | "SUSPENDED";
  /** Demonstration values stand in its history. */
  readonly demo: boolean;
  readonly nav: {
    /** Baht a unit with four decimals. */
    readonly value: string;
    readonly date: string;
  } | null;
  readonly returns: Returns;
  /** About once a week over the last year. */
  readonly trend: readonly string[];
  readonly fees: {
    /** Hundredths of a percent. */
    readonly frontEndBps: number;
    /** Hundredths of a percent. */
    readonly vatBps: number;
    /** Hundredths of a percent. */
    readonly managementBps: number;
    /** Hundredths of a percent. */
    readonly reductionProfitBps: number;
    /** Hundredths of a percent. */
    readonly switchInBps: number;
    /** Hundredths of a percent. */
    readonly performanceBps: number;
    /** What a year costs in all. */
    readonly totalCostBps: number;
  };
  readonly minimums: {
    /** Baht with two decimals, such as 10000.00. */
    readonly first: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly next: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly reduction: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly remainder: string;
  };
  /** Online; above it somebody calls. */
  readonly largestOrder: string;
  readonly typeKey: string;
  readonly currencyPolicyKey: string;
  readonly dividendPolicyKey: string;
  /** Baht a unit with four decimals. */
  readonly startingNav: string;
  readonly registeredOn: string;
  /** Since when it is managed. */
  readonly startedOn: string;
  readonly texts: {
    /** What it is. */
    readonly about: { readonly th: string; readonly en: string };
    /** Who manages it. */
    readonly managedBy: { readonly th: string; readonly en: string };
    /** How it is managed. */
    readonly model: { readonly th: string; readonly en: string };
    /** Whom it suits, one reason a line. */
    readonly suits: { readonly th: string; readonly en: string };
    /** Whom it does not suit, one reason a line. */
    readonly suitsNot: { readonly th: string; readonly en: string };
    /** On which days increases are taken. */
    readonly businessDay: { readonly th: string; readonly en: string };
    /** At which hours orders are taken. */
    readonly timeWindow: { readonly th: string; readonly en: string };
    /** How long units or money take. */
    readonly servicePeriod: { readonly th: string; readonly en: string };
    /** Who stands behind it: custodian, auditor, bank. */
    readonly supporters: { readonly th: string; readonly en: string };
  };
  /** Baht with two decimals, such as 10000.00. */
  readonly netAssets: string | null;
  readonly history: readonly {
    readonly date: string;
    /** Baht a unit with four decimals. */
    readonly nav: string;
  }[];
  readonly dealing: Dealing | null;
};

/** Terms of a strategy as somebody entered them. */
export type TermsVersion = {
  readonly id: string;
  readonly state: "PROPOSED" | "APPROVED" | "REJECTED";
  readonly note: string;
  /** E-mail of the colleague; null: the program. */
  readonly enteredBy: string | null;
  readonly enteredAt: string;
  /** Whoever reads entered it, so that somebody else has to decide. */
  readonly own: boolean;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decisionNote: string | null;
  /** The first NAV day of which orders get them. */
  readonly from: string;
  readonly terms: {
    /** Hundredths of a percent. */
    readonly frontEndBps: number;
    /** Hundredths of a percent. */
    readonly vatBps: number;
    /** Hundredths of a percent. */
    readonly managementBps: number;
    /** Hundredths of a percent. */
    readonly reductionProfitBps: number;
    /** Hundredths of a percent. */
    readonly switchInBps: number;
    /** Hundredths of a percent. */
    readonly performanceBps: number;
    /** Hundredths of a percent. */
    readonly totalCostBps: number;
    /** Baht with two decimals, such as 10000.00. */
    readonly minFirst: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly minNext: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly minReduction: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly minRemainder: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly maxOrder: string;
    /** Hundredths of a percent. */
    readonly navJumpBps: number;
    readonly typeKey:
      | "single-coin"
      | "large-cap"
      | "infrastructure"
      | "metaverse"
      | "stable"
      | "new-generation";
    readonly currencyPolicyKey: "unhedged" | "hedged" | "discretion";
    readonly dividendPolicyKey: "none" | "yearly" | "discretion";
    readonly registeredOn: string;
    readonly managedFrom: string;
    readonly texts: {
      /** What it is. */
      readonly about: { readonly th: string; readonly en: string };
      /** Who manages it. */
      readonly managedBy: { readonly th: string; readonly en: string };
      /** How it is managed. */
      readonly model: { readonly th: string; readonly en: string };
      /** Whom it suits, one reason a line. */
      readonly suits: { readonly th: string; readonly en: string };
      /** Whom it does not suit, one reason a line. */
      readonly suitsNot: { readonly th: string; readonly en: string };
      /** On which days increases are taken. */
      readonly businessDay: { readonly th: string; readonly en: string };
      /** At which hours orders are taken. */
      readonly timeWindow: { readonly th: string; readonly en: string };
      /** How long units or money take. */
      readonly servicePeriod: { readonly th: string; readonly en: string };
      /** Who stands behind it: custodian, auditor, bank. */
      readonly supporters: { readonly th: string; readonly en: string };
    };
  };
};

export type TestAccounts = {
  readonly accounts: readonly { readonly id: string; readonly email: string; readonly reason: string }[];
  /** They stay out of figures. */
  readonly leftOut: boolean;
};

export type TestMarked = { readonly state: "done" | "proposed" };

/** The switches that are on. */
export type Toggles = {
  readonly toggles: readonly {
    readonly name: string;
    readonly enabled: boolean;
    readonly variant: { readonly name: string; readonly enabled: boolean };
    readonly impressionData: boolean;
  }[];
};

/** An order as a line of the history. */
export type Transaction = {
  readonly id: string;
  readonly reference: string;
  readonly kind: "subscription" | "redemption" | "switch-out" | "switch-in";
  readonly status: OrderStatus;
  readonly step: OrderStep;
  readonly strategy: string;
  readonly placedAt: string;
  readonly navDate: string;
  readonly allottedOn: string | null;
  /** Before fees: what was given, or what the units brought. */
  readonly amount: string | null;
  /** Baht a unit with four decimals. */
  readonly nav: string | null;
  /** Units with four decimals. */
  readonly unitsIn: string | null;
  /** Of an open order by units, what was wished. */
  readonly unitsOut: string | null;
  readonly sellAll: boolean;
  /** Baht with two decimals, such as 10000.00. */
  readonly fee: string;
  readonly feeKind: "front-end" | "profit" | "switch-in";
  /** Baht with two decimals, such as 10000.00. */
  readonly vat: string;
  /** After fees: what was invested, or what is paid out. */
  readonly net: string | null;
  /** The other leg of a switch. */
  readonly counter: { readonly id: string; readonly reference: string; readonly strategy: string } | null;
  readonly paidOut: boolean;
  /** What a corrected NAV made good; the line itself stays as it was allotted. */
  readonly corrections: readonly {
    /** When it was booked. */
    readonly on: string;
    /** What the order stands at from then on. */
    readonly nav: string;
    /** Added to the holding. */
    readonly units: string;
    /** Before fees: what a sell brought more, what a switch-in bought for besides. */
    readonly amount: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly fee: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly vat: string;
    /** Baht with two decimals, such as 10000.00. */
    readonly net: string;
  }[];
};

export type TransactionPage = {
  readonly transactions: readonly Transaction[];
  readonly total: number;
  readonly next: string | null;
};

/** A made-up person with everything that their way through a flow needs. */
export type Traveller = {
  readonly around: Around;
  /** What is otherwise after the receipt of a step. */
  readonly later: { readonly [name: string]: Around };
  /** By step. */
  readonly answers: { readonly [name: string]: { readonly [name: string]: Json } };
  /** By step, one after the other; the last is repeated. */
  readonly happens: { readonly [name: string]: readonly Happening[] };
};

/** Balances of every asset add up to zero. */
export type TrialBalance = {
  readonly asOf: string;
  /** Of each account, and of all investors together: what was moved out and in until that day, and what is left. */
  readonly lines: readonly {
    readonly asset: string;
    readonly account: string;
    readonly debits: string;
    readonly credits: string;
    readonly balance: string;
  }[];
};

/** A year whose holidays should be confirmed by now. */
export type UnsettledYear = { readonly year: number; readonly loaded: boolean };

/** A person as they read themselves; a status of null has not begun. */
export type User = {
  readonly uuid: string;
  readonly role: "operations" | "compliance" | "finance" | "support" | "admin" | "auditor" | null;
  readonly email: string;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly companyName: string | null;
  readonly language: "th" | "en";
  readonly trueMoneyId: string | null;
  /** In the order in which one comes to them; empty for staff. */
  readonly onboarding: readonly OnboardingStep[];
  /** What a reviewer decided last, until something is sent in again. */
  readonly decision: {
    readonly state: "asked-again" | "rejected";
    readonly reason: string;
    /** What is to be answered again, as its screen calls it, and why. */
    readonly asked: readonly { readonly name: string; readonly label: Sentence; readonly reason: string }[];
  } | null;
  readonly allowInvest: boolean;
  /** Whether the e-mail is confirmed. */
  readonly isVerified: boolean;
  readonly agreeFatca: boolean;
  readonly walletAddress: string | null;
  readonly bankName: string | null;
  readonly passDopa: boolean;
  readonly hasPin: boolean;
  readonly kyc: { readonly status: RecordStatus | null; readonly contractVerified: boolean };
  readonly onfido: { readonly status: VendorStatus | null };
  readonly verifio: { readonly status: VendorStatus | null };
  readonly liveness: { readonly status: VendorStatus | null };
  readonly suit: {
    readonly status: RecordStatus | null;
    readonly level: number | null;
    readonly maxRisk: number | null;
  };
};

export type VendorStatus =
  | "WAITING"
  | "PENDING"
  | "REVIEW"
  | "VERIFIED"
  | "REJECT"
  | "PENDING_REJECT"
  | "BLOCKED";

export type VersionList = {
  /** The version in force of each flow. */
  readonly current: readonly ({
    readonly id: string;
    readonly flow: string;
    readonly number: number;
    readonly hash: string;
  } | null)[];
  /** The newest first. */
  readonly versions: readonly VersionRecord[];
};

/** One version as its own page shows it. */
export type VersionPage = {
  readonly id: string;
  readonly flow: string;
  readonly title: Sentence;
  readonly number: number | null;
  /** Its name; of what was never compiled, nothing. */
  readonly hash: string | null;
  readonly source: VersionSource;
  readonly state: VersionState;
  /** Paths of files. */
  readonly changed: readonly string[];
  readonly findings: readonly Finding[];
  /** Hash of what the gate found and signed; null for files that nobody proposed. */
  readonly evidence: string | null;
  readonly note: string | null;
  /** What it was handed in with; decided together where there are others. */
  readonly change: {
    readonly id: string;
    readonly title: string;
    readonly versions: readonly string[];
  } | null;
  readonly decisionNote: string | null;
  readonly proposedBy: string | null;
  readonly proposedByName: string | null;
  readonly approvedBy: string | null;
  readonly approvedByName: string | null;
  /** Whoever reads proposed it. */
  readonly own: boolean;
  /** Whoever reads wrote some of it, so that somebody else has to decide. */
  readonly wrote: boolean;
  /** It waits, and another was published since it was proposed. */
  readonly outdated: boolean;
  readonly proposedAt: string;
  readonly decidedAt: string | null;
  readonly publishedAt: string | null;
  readonly current: boolean;
  readonly standing: "whole" | "broken" | "unsealed";
  /** Other flows that use a file which this version writes otherwise, and keep theirs. */
  readonly elsewhere: readonly Sentence[];
  /** By path; where they were asked for. */
  readonly files?: { readonly [name: string]: Json };
};

/** A version as lists show it. */
export type VersionRecord = {
  readonly id: string;
  readonly flow: string;
  readonly title: Sentence;
  readonly number: number | null;
  /** Its name; of what was never compiled, nothing. */
  readonly hash: string | null;
  readonly source: VersionSource;
  readonly state: VersionState;
  /** Paths of files. */
  readonly changed: readonly string[];
  readonly findings: readonly Finding[];
  /** Hash of what the gate found and signed; null for files that nobody proposed. */
  readonly evidence: string | null;
  readonly note: string | null;
  /** What it was handed in with; decided together where there are others. */
  readonly change: {
    readonly id: string;
    readonly title: string;
    readonly versions: readonly string[];
  } | null;
  readonly decisionNote: string | null;
  readonly proposedBy: string | null;
  readonly proposedByName: string | null;
  readonly approvedBy: string | null;
  readonly approvedByName: string | null;
  /** Whoever reads proposed it. */
  readonly own: boolean;
  /** Whoever reads wrote some of it, so that somebody else has to decide. */
  readonly wrote: boolean;
  /** It waits, and another was published since it was proposed. */
  readonly outdated: boolean;
  readonly proposedAt: string;
  readonly decidedAt: string | null;
  readonly publishedAt: string | null;
};

export type VersionSource = "files" | "development" | "draft" | "proposal";

export type VersionState = "draft" | "proposed" | "approved" | "published" | "refused" | "withdrawn";

/** Where somebody is in a flow and what to show: the server's judgement. */
export type View = {
  readonly id: string;
  readonly flow: string;
  /** The version that it runs on. */
  readonly hash: string;
  /** Where the version's module lies. */
  readonly module: string;
  readonly at: Position;
  readonly trail: readonly Passed[];
  readonly instance: Instance;
  /** Those that the definition names, by name and arguments. */
  readonly facts: { readonly [name: string]: { readonly [name: string]: Json } | null };
  readonly flags: { readonly [name: string]: boolean };
  readonly derived: { readonly [name: string]: Json };
  readonly effects: { readonly [name: string]: Json };
  /** What keeps them where they are. */
  readonly blocking: readonly FailedClause[];
  readonly progress: Progress | null;
  /** Where an end leads: a flow, as flow:kyc, or a page. */
  readonly links: readonly string[];
  /** What forms begin with, by step: answers of the instance that this one repeats, or what is known. */
  readonly prefill: { readonly [name: string]: Json };
  /** An effect is being done elsewhere: ask again after a moment. */
  readonly busy: boolean;
  /** The time by the server's clock, for what ends soon. */
  readonly now: string;
};

/** A reduction or a switch that waits for approvals. */
export type WaitingOrder = {
  readonly id: string;
  readonly reference: string;
  readonly kind: "redemption" | "switch-out";
  readonly strategy: string;
  /** The in leg of a switch. */
  readonly into: { readonly reference: string; readonly strategy: string } | null;
  /** E-mail. */
  readonly investor: string;
  /** By the identity review. */
  readonly name: { readonly th: string; readonly en: string } | null;
  /** Baht with two decimals, such as 10000.00. */
  readonly amount: string | null;
  /** Units with four decimals. */
  readonly unitsWished: string | null;
  readonly sellAll: boolean;
  /** Units with four decimals. */
  readonly reservedUnits: string;
  /** Units with four decimals. */
  readonly unitsHeld: string;
  /** Units with four decimals. */
  readonly unitsPending: string;
  /** By the last approved NAV when it was given. */
  readonly estimate: {
    /** Baht with two decimals, such as 10000.00. */
    readonly value: string;
    /** Baht a unit with four decimals. */
    readonly nav: string;
    readonly navDate: string;
  };
  readonly payout: {
    /** Code of the bank. */
    readonly bank: string;
    /** Masked but for its last four digits. */
    readonly number: string;
  } | null;
  readonly placedAt: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  readonly expiresAt: string | null;
  readonly needed: number;
  readonly needsCompliance: boolean;
  readonly given: readonly {
    readonly by: string;
    readonly role: "finance" | "compliance";
    readonly at: string;
  }[];
  /** Whether who asks may approve: not twice, not one's own NAV, compliance last. */
  readonly yours: "open" | "given" | "own-nav" | "not-yours";
  /** Of whom too few are left who may approve it. */
  readonly short: "finance" | "compliance" | null;
};

export type WaitingOrders = {
  /** The oldest first. */
  readonly waiting: readonly WaitingOrder[];
  /** How many wait, those that are not listed included. */
  readonly total: number;
  /** How many of them the caller may decide now. */
  readonly yours: number;
};

/** Who entered with a wallet; the session is in cookies as well. */
export type WalletMatched = { readonly token: string; readonly allowInvest: boolean };

/** What the wallet partner says of whoever holds the access token. */
export type WalletProfile = {
  readonly trueMoneyId: string;
  readonly name: string | null;
  /** Masked by the partner. */
  readonly mobile: string | null;
};

/** A hit that waits for its reviewers, and the review where it is decided. */
export type WatchHit = {
  readonly review: string;
  readonly name: string | null;
  readonly list: string;
  readonly reference: string;
  readonly score: number;
  readonly foundAt: string;
  /** One of two said something already. */
  readonly proposed: boolean;
};

/** A rule with its versions and who approved them. */
export type WholeRule = {
  /** The rule's; with the flow behind it where that has another wording of it. */
  readonly id: string;
  readonly rule: string;
  readonly kind: "must" | "value" | "assumption";
  readonly title: Sentence;
  readonly source: Sentence;
  readonly owner: string;
  readonly from: string;
  readonly onMissing: "refuse" | "allow" | "ask";
  /** What it needs to know. */
  readonly needs: readonly Sentence[];
  /** All of them must hold. */
  readonly clauses: readonly {
    readonly id: string;
    readonly says: ConditionText;
    readonly reason: Sentence;
    readonly mend: MendWords;
  }[];
  /** Rows of a rule that chooses a value: the first whose condition holds counts. */
  readonly table: readonly { readonly when: ConditionText | null; readonly value: Sentence }[];
  readonly says: ConditionText | null;
  readonly cases: readonly CaseWords[];
  readonly coverage: CoverageWords;
  readonly otherWordings: readonly { readonly id: string; readonly flows: readonly Sentence[] }[];
  readonly uses: readonly {
    readonly flow: string;
    readonly title: Sentence;
    readonly at: readonly RuleUse[];
  }[];
  readonly versions: readonly RuleVersion[];
};
