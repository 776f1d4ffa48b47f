/**
 * The people in findings. They are as ordinary as the finding allows (`ordinaryValues`, from the flow's own
 * file), belong to a class (`memberOf`), and have no details that the finding does not need (`shortened`).
 */
export { cellOfValue } from "./cell-of-value.ts";
export { likeOrdinary, ordinaryCell } from "./like-ordinary.ts";
export { type Member, memberOf } from "./member.ts";
export { NOBODY, type Ordinary, type OrdinaryValues, ordinaryValues, readOrdinary } from "./ordinary.ts";
export { type Shortened, shortened, type Trait } from "./shorten.ts";
export { withPartners } from "./with-partners.ts";
