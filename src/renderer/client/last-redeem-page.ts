import { bridge } from './bridge.ts';

/** Of each daemon its own, because staging and production have different pages. */
const key = () => `portal.redeem-page ${bridge.connection().url}`;

/** The redeem page that this browser last gave a new code; empty if there was none. */
export const lastRedeemPage = (): string => localStorage.getItem(key()) ?? '';

export const rememberRedeemPage = (url: string): void => localStorage.setItem(key(), url);
