import { bridge } from './bridge.ts';

const { desktop } = bridge;

/** Back to the choice of a server; null in a browser, whose page belongs to one. */
export const changeServer: (() => void) | null = desktop
  ? () => void desktop.disconnect().then(() => location.replace('/'))
  : null;
