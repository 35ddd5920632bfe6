/** Returns the error for a wrong call by the page's own code. */
export const fault = (what: string): TypeError => new TypeError(`service-sdk: ${what}`);
