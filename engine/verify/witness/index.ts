/**
 * The people whom findings name: as ordinary as the finding allows (`ordinaryValues`, from a flow's own file of them), one
 * of a class (`memberOf`), and with nothing about them that the finding does not need (`shortened`).
 */
export { cellOfValue } from "./cell-of-value.ts";
export { likeOrdinary, ordinaryCell } from "./like-ordinary.ts";
export { type Member, memberOf } from "./member.ts";
export { NOBODY, type Ordinary, type OrdinaryValues, ordinaryValues, readOrdinary } from "./ordinary.ts";
export { type Shortened, shortened, type Trait } from "./shorten.ts";
export { withPartners } from "./with-partners.ts";
