import { bridge } from './bridge.ts';

/** The key is separate for each daemon, because staging and production have different redeem pages. */
const key = () => `portal.redeem-page ${bridge.connection().url}`;

/** Returns the redeem page of the last code created in this browser; empty if there is none. */
export const lastRedeemPage = (): string => localStorage.getItem(key()) ?? '';

export const rememberRedeemPage = (url: string): void => localStorage.setItem(key(), url);
