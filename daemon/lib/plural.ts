/** Formats a count with its noun: "1 migration", "2 migrations". */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
