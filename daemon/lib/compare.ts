/** For sorting, by code units and not by language: both databases and every machine order alike. */
export const compare = <T extends string | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
