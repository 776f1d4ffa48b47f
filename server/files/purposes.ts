/** What an upload is for decides what it may be. */
export type Purpose = { readonly pdf: boolean; readonly maxBytes: number };

const MEGABYTE = 1024 * 1024;
const PHOTO: Purpose = { pdf: false, maxBytes: 10 * MEGABYTE };
const DOCUMENT: Purpose = { pdf: true, maxBytes: 10 * MEGABYTE };

/** Every purpose that a flow may name in `ui.<field>.purpose`. */
export const PURPOSES: Readonly<Record<string, Purpose>> = {
  "card-front": PHOTO,
  "card-back": PHOTO,
  selfie: PHOTO,
  "company-document": DOCUMENT,
  "fatca-document": DOCUMENT,
  complaint: DOCUMENT,
  slip: PHOTO,
};
