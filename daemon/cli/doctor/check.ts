/** One line of the doctor's report: the subject, the finding and, for a fault, what the operator can do. */
export interface Check {
  name: string;
  /** The daemon works despite a warning, but not despite a fault. */
  result: 'ok' | 'warn' | 'FAULT';
  message: string;
}

export const ok = (name: string, message: string): Check => ({ name, result: 'ok', message });

export const warn = (name: string, message: string): Check => ({ name, result: 'warn', message });

export const fault = (name: string, message: string): Check => ({ name, result: 'FAULT', message });

export const wordsOf = (error: unknown): string =>
  (error instanceof Error && (error.message || error.name)) || String(error);

export const faultOf = (name: string, error: unknown): Check => fault(name, wordsOf(error));
