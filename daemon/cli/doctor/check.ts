/** One line of the doctor: what it looked at, what it found, and at a fault what the operator does. */
export interface Check {
  name: string;
  ok: boolean;
  says: string;
}

export const well = (name: string, says: string): Check => ({ name, ok: true, says });

export const wrong = (name: string, says: string): Check => ({ name, ok: false, says });

export const wordsOf = (error: unknown): string =>
  (error instanceof Error && (error.message || error.name)) || String(error);

export const fault = (name: string, error: unknown): Check => wrong(name, wordsOf(error));
