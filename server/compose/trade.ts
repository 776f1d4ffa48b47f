import type { Accounts } from "../accounts/index.ts";
import type { Content } from "../content/index.ts";
import type { Definitions } from "../definitions/index.ts";
import { drawOwnAnswers } from "../flows/index.ts";
import type { CalendarStore, FundRoom } from "../fund/index.ts";
import {
  askedOf,
  bankAccountOf,
  type Identity,
  investorFact,
  namesOf,
  payerLikeness,
  signedContractsOf,
} from "../identity/index.ts";
import { wordsSigned } from "../legal/index.ts";
import type { OrdersRoom } from "../orders/index.ts";
import type { Deliver, PaymentsRoom } from "../payments/index.ts";
import { createPortfolio, type PortfolioRoom, sandboxEStamps } from "../portfolio/index.ts";
import type { SettlementRoom } from "../settlement/index.ts";
import type { Floor } from "./floor.ts";

/** The modules of the fund business, lowest layer first. */
export type TradeRooms = {
  readonly fund: FundRoom;
  readonly orders: OrdersRoom;
  readonly payments: PaymentsRoom;
  readonly settlement: SettlementRoom;
  readonly portfolio: PortfolioRoom;
};

/**
 * Creates the modules of the fund business. Each module gets only dependencies from modules in lower layers.
 */
export function openTrade(
  floor: Floor,
  beside: {
    readonly accounts: Accounts;
    readonly definitions: Definitions;
    readonly identity: Identity;
    readonly content: Content;
    readonly calendar: CalendarStore;
    readonly deliver: Deliver;
    readonly ownReplies: PortfolioRoom["ownReplies"];
  },
): TradeRooms {
  const { db, clock, config, jobs, messages, files, flags, isOn, isOnFor, history } = floor;
  const { accounts, definitions, identity, content, calendar, deliver, ownReplies } = beside;
  const house = { db, clock, config, jobs, messages, calendar, vault: accounts.vault };
  const investor: PortfolioRoom["investor"] = (on, personId) => investorFact(identity, on, personId, clock);
  const names: OrdersRoom["names"] = (on, personId) => namesOf(identity, on, personId);
  return {
    fund: { ...house, isOn, history },
    orders: {
      ...{ ...house, names },
      switching: (tx, personId) => flags.isOnFor(tx, personId, "switching"),
    },
    payments: {
      ...{ ...house, names, deliver, files, isOnFor },
      billerId: config.billerId,
      bankSecret: config.bankWebhookSecret,
      likeness: (on, personId, holder) => payerLikeness(identity, on, personId, holder),
    },
    settlement: {
      ...{ ...house, names, isOn },
      destination: (on, personId, account) => bankAccountOf(identity, on, personId, account),
    },
    portfolio: createPortfolio({
      ...{ db, clock, config, messages, calendar, history, investor, names, isOnFor, content },
      vault: accounts.vault,
      ownAnswers: (personId, drawing) =>
        drawOwnAnswers(
          { vault: accounts.vault, compiled: definitions.compiled, titleOf: definitions.titleOf },
          db,
          `person:${personId}`,
          drawing,
        ),
      ownReplies,
      askedOf: (personId) => askedOf(identity, personId),
      signedContracts: signedContractsOf,
      contractWords: ({ version, language, textHash }) =>
        wordsSigned(db, { document: "contract", version, language, textHash }),
      eStamps: config.env === "development" ? sandboxEStamps() : null,
    }),
  };
}
