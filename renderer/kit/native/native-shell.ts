/** Photo permission of the app; a web page needs none, so it is always granted. */
export type PhotoPermission = "granted" | "limited" | "denied" | "prompt";

/** Permission to track across apps, in iOS terms. */
export type TrackingPermission = "authorized" | "denied" | "notDetermined" | "restricted";

/** Stops a listener. */
export type Stop = () => void;

/** The parts of the screen edges that the system covers, in CSS pixels. */
export type SafeArea = {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
};

/**
 * What the portal needs from its environment: a browser or the app. Implemented for the web, for Capacitor and by a
 * script in tests; one test suite covers all three (`tests/renderer/native`).
 */
export type NativeShell = {
  readonly platform: "web" | "ios" | "android";
  /** The app's version; empty in a browser. */
  readonly version: () => Promise<string>;
  /** The person's photo library. */
  readonly photos: {
    readonly check: () => Promise<PhotoPermission>;
    /** Shows the system's question if it may still be asked. */
    readonly request: () => Promise<PhotoPermission>;
  };
  readonly tracking: {
    readonly status: () => Promise<TrackingPermission>;
    readonly request: () => Promise<TrackingPermission>;
  };
  /** Opens the app's system settings; does nothing where there are none. */
  readonly openSettings: () => Promise<void>;
  /** Calls back when the system's back button is pressed; the app then does not close by itself. */
  readonly onBack: (listen: () => void) => Stop;
  /** Leaves the app; does nothing in a browser. */
  readonly leave: () => Promise<void>;
  /** Calls back with each address that the system opens in the app, including the one it was started with. */
  readonly onDeepLink: (listen: (address: string) => void) => Stop;
  /** The device's push address; `null` if push is refused or not available. */
  readonly push: () => Promise<string | null>;
  /** Opens an address in the system browser: Google and Apple block log-in inside apps. */
  readonly openOutside: (address: string) => Promise<void>;
  /** Saves a file: a download in a browser, the share sheet in an app. */
  readonly give: (file: Blob, name: string) => Promise<void>;
  readonly safeArea: () => SafeArea;
};
