/** What the code knows of a channel besides its texts and its transport. */
type ChannelFacts = {
  /** The format of its addresses. A flow can send a code to an answer with this format. */
  readonly addressFormat: string;
  /** Whether it carries one short text (`<template>.short`) instead of a subject and paragraphs. */
  readonly isShort: boolean;
};

/**
 * The register of channels by which messages and codes reach a person. The transport of each is in
 * `server/messages`; the recipe is “A channel” in `docs/recipes.md`.
 */
export const CHANNELS = {
  email: { addressFormat: "email", isShort: false },
  sms: { addressFormat: "thai-mobile", isShort: true },
} as const satisfies { readonly [channel: string]: ChannelFacts };

export type Channel = keyof typeof CHANNELS;

export const CHANNEL_CODES = Object.keys(CHANNELS) as readonly Channel[];

/** How a message reached its recipient; `app` for a declined e-mail, which is shown in the portal only. */
export const MESSAGE_CHANNELS = [...CHANNEL_CODES, "app"] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** The channel of that code; throws if the register has none. */
export function channelOf(code: string): Channel {
  const channel = CHANNEL_CODES.find((one) => one === code);
  if (channel === undefined) throw new Error(`channelOf: no channel ${code}`);
  return channel;
}

/** The format of addresses by channel. */
export const ADDRESS_FORMATS: { readonly [channel: string]: string } = Object.fromEntries(
  Object.entries(CHANNELS).map(([channel, { addressFormat }]) => [channel, addressFormat]),
);
