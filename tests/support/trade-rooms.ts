import { createVault } from "../../server/accounts/vault.ts";
import type { Clock } from "../../server/clock/index.ts";
import type { TradeRooms } from "../../server/compose/trade.ts";
import type { Config } from "../../server/config.ts";
import type { Db } from "../../server/db/index.ts";
import { calendarStore, type FundRoom, navHistory } from "../../server/fund/index.ts";
import type { Jobs } from "../../server/jobs/index.ts";
import { keyFor } from "../../server/keys.ts";
import type { Messages } from "../../server/messages/index.ts";
import type { OrdersRoom } from "../../server/orders/index.ts";
import type { PaymentsRoom } from "../../server/payments/index.ts";
import { createPortfolio, type PortfolioRoom } from "../../server/portfolio/index.ts";
import type { SettlementRoom } from "../../server/settlement/index.ts";

/** The real parts that a test provides, such as database and clock. */
type Floor = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir">;
  readonly jobs: Pick<Jobs, "send">;
  readonly messages: Pick<Messages, "send" | "sentTo">;
};

/** The dependencies of the opened modules on other modules. */
type Beside = Pick<FundRoom, "isOn"> &
  Pick<OrdersRoom, "names" | "switching"> &
  Pick<PaymentsRoom, "deliver" | "files" | "isOnFor" | "bankSecret" | "billerId" | "likeness"> &
  Pick<SettlementRoom, "destination"> &
  Pick<PaymentsRoom, "vault"> &
  Pick<
    PortfolioRoom,
    "investor" | "vault" | "content" | "askedOf" | "signedContracts" | "contractWords" | "eStamps"
  > & {
    readonly calendarChanges: Parameters<typeof calendarStore>[1];
  };

const unused = () => {
  throw new Error("tradeRooms: this test gives no files");
};

/** Default fakes: payouts go by file, and every investor is unknown. */
const fakes: Omit<Beside, "vault"> = {
  isOn: (flag) => flag === "settlement-order",
  isOnFor: async () => true,
  investor: async () => null,
  names: async () => null,
  switching: async () => true,
  deliver: async () => {},
  files: { find: unused, read: unused, attach: unused },
  bankSecret: null,
  billerId: null,
  likeness: async () => null,
  destination: async () => null,
  content: { read: async () => [] },
  askedOf: async () => null,
  signedContracts: async () => [],
  contractWords: async () => null,
  eStamps: null,
  calendarChanges: () => {},
};

/** The fixed encryption key of tests. These modules can open files that were sealed with this key. */
const KEYS = { masterKey: "0".repeat(64), dataDir: "/nowhere" };

/**
 * Opens the modules for orders, payments and settlement on the real parts of a test. `given` replaces some of
 * the fakes.
 */
export function tradeRooms(floor: Floor, given: Partial<Beside> = {}): TradeRooms {
  const beside = {
    ...fakes,
    vault: createVault(keyFor(KEYS, "personal-values"), floor.clock.wall),
    ...given,
  };
  const { isOn, isOnFor, investor, names, switching, destination } = beside;
  const { deliver, files, bankSecret, billerId, likeness } = beside;
  const { vault, content, askedOf, signedContracts, contractWords, eStamps } = beside;
  const calendar = calendarStore(floor.clock.wall, beside.calendarChanges);
  const history = navHistory();
  const house = { ...floor, calendar, vault: beside.vault };
  return {
    fund: { ...house, isOn, history },
    orders: { ...house, names, switching },
    payments: { ...house, names, deliver, files, isOnFor, bankSecret, billerId, likeness },
    settlement: { ...house, names, isOn, destination },
    portfolio: createPortfolio({
      ...{ ...house, history, investor, names, isOnFor },
      ...{ vault, content, askedOf, signedContracts, contractWords, eStamps },
      ownAnswers: async () => [],
      ownReplies: async () => [],
    }),
  };
}
