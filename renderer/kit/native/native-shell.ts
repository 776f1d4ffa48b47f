/**
 * The app's permission to read photos. A web page needs no such permission, so a browser always reports it as
 * granted.
 */
export type PhotoPermission = "granted" | "limited" | "denied" | "prompt";

/** Permission to track across apps, in iOS terms. */
export type TrackingPermission = "authorized" | "denied" | "notDetermined" | "restricted";

/** A function that removes a listener. */
export type Stop = () => void;

/** Widths of the screen edges that the system covers, in CSS pixels. */
export type SafeArea = {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
};

/**
 * What the portal needs from its environment, which is a browser or the native app. Implementations exist for
 * the web, for Capacitor and, as a script, for tests. One test suite covers all three
 * (`tests/renderer/native`).
 */
export type NativeShell = {
  readonly platform: "web" | "ios" | "android";
  /** Returns the app's version; empty in a browser. */
  readonly version: () => Promise<string>;
  /** Access to the person's photo library. */
  readonly photos: {
    readonly check: () => Promise<PhotoPermission>;
    /** Shows the system's permission question if the system still allows it. */
    readonly request: () => Promise<PhotoPermission>;
  };
  readonly tracking: {
    readonly status: () => Promise<TrackingPermission>;
    readonly request: () => Promise<TrackingPermission>;
  };
  /** Opens the app's page in the system settings. Does nothing where no such page exists. */
  readonly openSettings: () => Promise<void>;
  /** Calls `listen` when the system's back button is pressed; the button then no longer closes the app. */
  readonly onBack: (listen: () => void) => Stop;
  /** Leaves the app; does nothing in a browser. */
  readonly leave: () => Promise<void>;
  /**
   * Calls `listen` with each address that the system opens in the app, including the address that the app was
   * started with.
   */
  readonly onDeepLink: (listen: (address: string) => void) => Stop;
  /** Returns the device's push address; `null` if push is refused or not available. */
  readonly push: () => Promise<string | null>;
  /** Opens an address in the system browser, because Google and Apple block log-in inside apps. */
  readonly openOutside: (address: string) => Promise<void>;
  /** Saves a file: as a download in a browser, through the share sheet in an app. */
  readonly give: (file: Blob, name: string) => Promise<void>;
  readonly safeArea: () => SafeArea;
};
