/** One line of the doctor's report: the subject, the finding and, for a fault, what the operator can do. */
export interface Check {
  name: string;
  /** The daemon works despite a warning, but not despite a fault. */
  result: 'ok' | 'warn' | 'FAULT';
  says: string;
}

export const well = (name: string, says: string): Check => ({ name, result: 'ok', says });

export const warn = (name: string, says: string): Check => ({ name, result: 'warn', says });

export const wrong = (name: string, says: string): Check => ({ name, result: 'FAULT', says });

export const wordsOf = (error: unknown): string =>
  (error instanceof Error && (error.message || error.name)) || String(error);

export const fault = (name: string, error: unknown): Check => wrong(name, wordsOf(error));
