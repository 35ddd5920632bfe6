/** Returns the origins from a field that contains one per line. */
export const originsOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '');

/** Returns the first line that is not the address of a web page. */
export const findWrongOrigin = (text: string): string | undefined =>
  originsOf(text).find((origin) => !/^https?:\/\/[^*]+$/i.test(origin) || !URL.canParse(origin));
