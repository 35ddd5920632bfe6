// What campaigns and codes of tests have where a test says nothing else, made over HTTP or straight in the database.

/** The instant that tests of the stores take for now; their campaigns run then. */
export const NOW = Date.UTC(2026, 5, 1, 12);

export const COMMISSION_PERCENT = 10;
export const ROOT_URL = 'https://game.example/redeem';
export const REWARDS_JSON = '{"gold":1}';
