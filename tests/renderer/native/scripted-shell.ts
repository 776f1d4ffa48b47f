import type {
  NativeShell,
  PhotoPermission,
  TrackingPermission,
} from "../../../renderer/kit/native/native-shell.ts";

/** Answers of the system in order; the last one repeats. */
export type Script = {
  readonly platform?: NativeShell["platform"];
  readonly photos?: readonly PhotoPermission[];
  readonly tracking?: readonly TrackingPermission[];
};

/**
 * Returns a shell that answers from a script and records the questions. Each question uses the next answer of
 * its script.
 */
export function scriptedShell({ platform = "ios", photos = [], tracking = [] }: Script): {
  readonly shell: NativeShell;
  readonly asked: readonly string[];
} {
  const asked: string[] = [];
  const at = { photos: 0, tracking: 0 };
  const line = <T>(lines: readonly T[], key: keyof typeof at, fallback: T): T =>
    lines[Math.min(at[key], lines.length - 1)] ?? fallback;
  const look = <T>(key: keyof typeof at, lines: readonly T[], fallback: T) => ({
    see: async () => {
      asked.push(`${key}.see`);
      return line(lines, key, fallback);
    },
    request: async () => {
      asked.push(`${key}.request`);
      at[key] += 1;
      return line(lines, key, fallback);
    },
  });
  const photo = look("photos", photos, "granted");
  const track = look("tracking", tracking, "restricted");
  const shell: NativeShell = {
    platform,
    version: async () => "1.0.0",
    photos: { check: photo.see, request: photo.request },
    tracking: { status: track.see, request: track.request },
    openSettings: async () => void asked.push("openSettings"),
    onBack: () => () => {},
    leave: async () => void asked.push("leave"),
    onDeepLink: () => () => {},
    push: async () => null,
    openOutside: async (address) => void asked.push(`openOutside ${address}`),
    give: async (_, name) => void asked.push(`give ${name}`),
    safeArea: () => ({ top: 0, right: 0, bottom: 0, left: 0 }),
  };
  return { shell, asked };
}
