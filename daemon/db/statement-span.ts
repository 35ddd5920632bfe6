import { inChildSpan } from '../lib/spans.ts';

/** Runs a statement in a span with its text, in which values are placeholders. */
export const inStatementSpan = <T>(system: 'sqlite' | 'postgresql', text: string, run: () => Promise<T>): Promise<T> =>
  inChildSpan(
    () => ({
      name: text.split(' ', 1)[0] || 'statement',
      kind: 'client',
      attributes: { 'db.system.name': system, 'db.query.text': text },
    }),
    run,
  );
