/** Properties of a channel that the code needs in addition to the channel's texts and transport. */
type ChannelFacts = {
  /** Format of the channel's addresses. A flow can send a code to an answer that has this format. */
  readonly addressFormat: string;
  /**
   * Whether messages on the channel are one short text (`<template>.short`). Other channels send a subject
   * and paragraphs.
   */
  readonly isShort: boolean;
};

/**
 * The register of channels by which messages and codes reach a person. The code that sends on each channel is
 * in `server/messages`. The recipe is “A channel” in `docs/recipes.md`.
 */
export const CHANNELS = {
  email: { addressFormat: "email", isShort: false },
  sms: { addressFormat: "thai-mobile", isShort: true },
} as const satisfies { readonly [channel: string]: ChannelFacts };

export type Channel = keyof typeof CHANNELS;

export const CHANNEL_CODES = Object.keys(CHANNELS) as readonly Channel[];

/**
 * The channels that a message record can name. `app` marks an e-mail that the person declined; the portal
 * shows its text instead.
 */
export const MESSAGE_CHANNELS = [...CHANNEL_CODES, "app"] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * Returns the channel with a code.
 * @throws if the register has no such channel.
 */
export function channelOf(code: string): Channel {
  const channel = CHANNEL_CODES.find((one) => one === code);
  if (channel === undefined) throw new Error(`channelOf: no channel ${code}`);
  return channel;
}

/** The format of addresses, by the code of the channel. */
export const ADDRESS_FORMATS: { readonly [channel: string]: string } = Object.fromEntries(
  Object.entries(CHANNELS).map(([channel, { addressFormat }]) => [channel, addressFormat]),
);
