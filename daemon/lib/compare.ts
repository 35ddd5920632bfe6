/** For sorting by code units and not by language, so that both databases and every machine sort alike. */
export const compare = <T extends string | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
