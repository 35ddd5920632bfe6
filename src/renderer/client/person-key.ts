import { bridge } from './bridge.ts';

/** Returns the storage key for a person's choice, separate for each daemon. */
export const personKey = (name: string, staffId: number): string =>
  `portal.${name} ${bridge.connection().url} ${staffId}`;
