/** One line of the doctor: what it looked at, what it found, and at a fault what the operator does. */
export interface Check {
  name: string;
  /** The daemon works with a warning, but not with a fault. */
  result: 'ok' | 'warn' | 'FAULT';
  says: string;
}

export const well = (name: string, says: string): Check => ({ name, result: 'ok', says });

export const warn = (name: string, says: string): Check => ({ name, result: 'warn', says });

export const wrong = (name: string, says: string): Check => ({ name, result: 'FAULT', says });

export const wordsOf = (error: unknown): string =>
  (error instanceof Error && (error.message || error.name)) || String(error);

export const fault = (name: string, error: unknown): Check => wrong(name, wordsOf(error));
