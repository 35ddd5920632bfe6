/** Returns whether a text is six digits. Spaces are allowed, because authenticator apps show them. */
export const isTotpCode = (typed: string) => /^\s*(\d\s*){6}$/.test(typed);

/** Returns whether a text is twelve letters and digits, with or without spaces and dashes. */
export const isRecoveryCode = (typed: string) => /^[A-Za-z\d]{12}$/.test(bareCode(typed));

export const isFactorCode = (typed: string) => isTotpCode(typed) || isRecoveryCode(typed);

/** Returns a code of either kind in the form that the daemon accepts. */
export const bareCode = (typed: string) => typed.replace(/[\s\p{Pd}]/gu, '');
