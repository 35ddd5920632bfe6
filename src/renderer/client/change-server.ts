import { bridge } from './bridge.ts';

const { desktop } = bridge;

/** Returns to the choice of a server; null in a browser, where the page belongs to one daemon. */
export const changeServer: (() => void) | null = desktop
  ? () => void desktop.disconnect().then(() => location.replace('/'))
  : null;
