/** Password of every demo person; `npm start` prints it. */
export const PEOPLE_PASSWORD = "Saphan#2026";

/** PIN of the demo investor who is ready to invest. */
export const INVESTOR_PIN = "148263";
