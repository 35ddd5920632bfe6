/** Six digits; spaces are allowed, because authenticator apps show them. */
export const isTotpCode = (typed: string) => /^\s*(\d\s*){6}$/.test(typed);

export const bareTotpCode = (typed: string) => typed.replace(/\s/g, '');
