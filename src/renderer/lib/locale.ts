const { document: page } = globalThis as { document?: { documentElement: { lang: string } } };

/**
 * The language and region of numbers and dates, such as en-GB, which public/before-paint.js sets. Outside a page it is
 * the system's.
 */
export const locale: string | undefined = page?.documentElement.lang;
