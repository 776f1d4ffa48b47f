/** What an app is given: a web page has no such questions, so there everything is granted. */
export type PhotoPermission = "granted" | "limited" | "denied" | "prompt";

/** Whether an app may follow its person over other apps, in the words of iOS. */
export type TrackingPermission = "authorized" | "denied" | "notDetermined" | "restricted";

/** Stops what was begun. */
export type Stop = () => void;

/** The space at the edges of the screen that the system covers, in CSS pixels. */
export type SafeArea = {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
};

/**
 * What the portal asks of whatever it runs in: a browser, or the app around it. Implemented for the web, for Capacitor and,
 * in tests, by a script; one suite holds all three to the same behaviour (`tests/renderer/native`).
 */
export type NativeShell = {
  readonly platform: "web" | "ios" | "android";
  /** Which version of the app this is; empty in a browser. */
  readonly version: () => Promise<string>;
  /** Pictures of the person's own library. */
  readonly photos: {
    readonly check: () => Promise<PhotoPermission>;
    /** Shows the system's own question where it may still be asked. */
    readonly request: () => Promise<PhotoPermission>;
  };
  readonly tracking: {
    readonly status: () => Promise<TrackingPermission>;
    readonly request: () => Promise<TrackingPermission>;
  };
  /** Opens the system's settings of this app. Where there are none, nothing happens. */
  readonly openSettings: () => Promise<void>;
  /** Calls back when the system's back button is pressed; the app does not end by itself then. */
  readonly onBack: (listen: () => void) => Stop;
  /** Ends the app, or puts it aside. In a browser nothing happens. */
  readonly leave: () => Promise<void>;
  /** Calls back with each address that the system opens in the app, the one it was started with among them. */
  readonly onDeepLink: (listen: (address: string) => void) => Stop;
  /** The address under which this device is reached by push; `null` where that is not wanted or not to be had. */
  readonly push: () => Promise<string | null>;
  /** Opens an address in the system's own browser: Google and Apple let nobody in inside of an app. */
  readonly openOutside: (address: string) => Promise<void>;
  /** Hands a file to the person: a download in a browser, the share sheet in an app. */
  readonly give: (file: Blob, name: string) => Promise<void>;
  readonly safeArea: () => SafeArea;
};
