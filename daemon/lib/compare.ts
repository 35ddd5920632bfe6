/** Compares by code units, not by language, so that both databases and all machines sort alike. */
export const compare = <T extends string | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
