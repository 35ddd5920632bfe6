/** Six digits; spaces are allowed, because authenticator apps show them. */
export const isTotpCode = (typed: string) => /^\s*(\d\s*){6}$/.test(typed);

/** Twelve letters and digits; people copy them with or without the dashes. */
export const isRecoveryCode = (typed: string) => /^[A-Za-z\d]{12}$/.test(bareCode(typed));

export const isFactorCode = (typed: string) => isTotpCode(typed) || isRecoveryCode(typed);

/** Either code as the daemon takes it. */
export const bareCode = (typed: string) => typed.replace(/[\s\p{Pd}]/gu, '');
