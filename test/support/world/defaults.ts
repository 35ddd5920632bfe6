// The default values of campaigns and codes in tests, created over HTTP or directly in the database.

/** The current time in tests of the stores. Their campaigns are active then. */
export const NOW = Date.UTC(2026, 5, 1, 12);

export const COMMISSION_PERCENT = 10;
export const ROOT_URL = 'https://game.example/redeem';
export const REWARDS_JSON = '{"gold":1}';
