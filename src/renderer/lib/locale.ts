const { document: page } = globalThis as { document?: { documentElement: { lang: string } } };

/**
 * The language of numbers and dates, with its region, such as en-GB: public/before-paint.js chose it. Outside of a page
 * it is the system's.
 */
export const locale: string | undefined = page?.documentElement.lang;
