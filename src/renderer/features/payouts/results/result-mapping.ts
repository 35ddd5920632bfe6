import { readCsv } from '../../../lib/csv.ts';
import type { Source } from './results-queries.ts';

// The mapping of a result file's columns and words, while the user edits it.

export type Mapping = Source['mapping'];
export type ColumnRole = keyof Mapping['columns'];
export type Meaning = keyof Mapping['words'];
export const ROLES: ColumnRole[] = ['reference', 'amount', 'status', 'currency', 'reason'];
export const isOptional = (role: ColumnRole) => role === 'currency' || role === 'reason';

/** The header and the cells of a file. */
export interface Table {
  header: string[];
  rows: string[][];
}

/**
 * An unfinished mapping. The keys of words are in lower case, because the daemon ignores case when it compares words.
 */
export interface Draft {
  source: string;
  columns: Partial<Record<ColumnRole, string>>;
  words: Record<string, { word: string; meaning: Meaning }>;
}
export const EMPTY: Draft = { source: '', columns: {}, words: {} };

const keyOf = (text: string) => text.trim().toLowerCase();

/** Reads a file; returns null if it has no lines below a header. */
export function tableOf(text: string): Table | null {
  const [header, ...rows] = readCsv(text.replace(/^\uFEFF/, ''))
    .map(({ cells }) => cells)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''));
  return header && rows.length > 0 ? { header: header.map((name) => name.trim()), rows } : null;
}

/** Returns the names by which a column can be chosen: those that are not blank and occur once in the header. */
export const namesOf = ({ header }: Table) =>
  header.filter((name) => name !== '' && header.filter((other) => keyOf(other) === keyOf(name)).length === 1);

/** Returns the chosen columns that exist in the file. The user must choose the remaining ones again. */
function columnsIn(table: Table, chosen: Partial<Record<ColumnRole, string | null>>): Draft['columns'] {
  const names = namesOf(table);
  const columns: Draft['columns'] = {};
  for (const role of ROLES) {
    const found = names.find((name) => keyOf(name) === keyOf(chosen[role] ?? ''));
    if (found !== undefined) columns[role] = found;
  }
  return columns;
}

/** Adapts a mapping to another file, so that the user does not have to map a corrected file again. */
export const keptFor = (draft: Draft, table: Table): Draft => ({ ...draft, columns: columnsIn(table, draft.columns) });

/** Converts a saved mapping. */
export function draftOf({ name, mapping }: Source, table: Table): Draft {
  const words: Draft['words'] = {};
  for (const meaning of ['paid', 'failed', 'ignored'] as const)
    for (const word of mapping.words[meaning]) words[keyOf(word)] = { word, meaning };
  return { source: name, columns: columnsIn(table, mapping.columns), words };
}

/** Returns whether the file has every column of the source. */
export const fits = ({ mapping }: Source, table: Table) => {
  const names = namesOf(table).map(keyOf);
  return Object.values(mapping.columns).every((name) => name === null || names.includes(keyOf(name)));
};

/** Finds the reference column: the first one with a value in the form of the run's references. */
export function guessReference(table: Table, runId: number): Draft['columns'] {
  const reference = new RegExp(`\\bP${runId}-\\d+\\b`, 'i');
  const at = table.header.findIndex((_, column) => table.rows.some((cells) => reference.test(cells[column] ?? '')));
  const name = table.header[at];
  return name !== undefined && namesOf(table).includes(name) ? { reference: name } : {};
}

/** Counts each word in the status column, spelt as in its first occurrence. Blank cells are not words. */
export function wordsOf(table: Table, status: string | undefined) {
  const at = status === undefined ? -1 : table.header.indexOf(status);
  const words = new Map<string, { word: string; lines: number }>();
  for (const cells of at < 0 ? [] : table.rows) {
    const word = (cells[at] ?? '').trim();
    const known = words.get(keyOf(word));
    words.set(keyOf(word), { word: known?.word ?? word, lines: (known?.lines ?? 0) + 1 });
  }
  const blank = words.delete('');
  return { words: [...words].map(([key, rest]) => ({ key, ...rest })), hasBlank: blank };
}

/** Returns the mapping to send, including the words of earlier files; null while something is missing. */
export function mappingOf({ source, columns, words }: Draft, table: Table): Mapping | null {
  const { reference, amount, status, currency = null, reason = null } = columns;
  if (source.trim() === '' || reference === undefined || amount === undefined || status === undefined) return null;
  if (wordsOf(table, status).words.some(({ key }) => words[key] === undefined)) return null;
  const those = (meaning: Meaning) =>
    Object.values(words).flatMap((one) => (one.meaning === meaning ? [one.word] : []));
  const sent = { paid: those('paid'), failed: those('failed'), ignored: those('ignored') };
  if (sent.paid.length + sent.failed.length === 0) return null;
  return { columns: { reference, amount, status, currency, reason }, words: sent };
}
