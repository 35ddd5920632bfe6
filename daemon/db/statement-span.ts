import { inChildSpan } from '../lib/spans.ts';

/** Runs a statement in a tracing span that contains its text, with placeholders for values. */
export const inStatementSpan = <T>(system: 'sqlite' | 'postgresql', text: string, run: () => Promise<T>): Promise<T> =>
  inChildSpan(
    () => ({
      name: text.split(' ', 1)[0] || 'statement',
      kind: 'client',
      attributes: { 'db.system.name': system, 'db.query.text': text },
    }),
    run,
  );
