import { MOST_KEY_LENGTH, MOST_POOL_KEYS } from '../../contract/words.ts';
import { masked } from '../../domain/pool-keys.ts';
import { delimiterOf, type LineFault } from '../../lib/csv.ts';
import { nameOf } from '../../lib/csv-columns.ts';
import { type ReadRows, readCsvRows } from '../../lib/csv-rows.ts';
import { mapInTurns } from '../../lib/map-in-turns.ts';

/** A key in an upload. */
export interface FileKey {
  line: number;
  value: string;
}

const COLUMN = 'key';
const TOO_MANY = `more than ${MOST_POOL_KEYS} keys`;

/**
 * Reads a file of keys: as CSV if its header has the column `key`, otherwise one key per line. The rows show masked
 * keys, as the lists in the Portal do.
 */
export async function readKeyFile(file: string): Promise<ReadRows<FileKey>> {
  const read = isCsv(file) ? await readKeyCsv(file) : await readKeyLines(file);
  const rows = read.rows.map((row) => ({ ...row, cells: row.item ? [masked(row.item.value)] : [] }));
  return { ...read, header: [COLUMN], rows };
}

function isCsv(file: string): boolean {
  const [header = ''] = file.replace(/^\uFEFF/, '').split(/[\r\n]/, 1);
  return columnAt(header.split(delimiterOf(header)).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''))) >= 0;
}

const columnAt = (header: readonly string[]) => header.map(nameOf).indexOf(COLUMN);

const readKeyCsv = (file: string) =>
  readCsvRows<FileKey>(file, {
    headerFaults: () => [],
    createReader: ({ header }) => {
      const at = columnAt(header);
      const check = createKeyCheck();
      return ({ line, cells }) => check({ line, value: cells[at]?.trim() ?? '' });
    },
    rowsAre: 'keys',
    mostRows: MOST_POOL_KEYS,
  });

async function readKeyLines(file: string): Promise<ReadRows<FileKey>> {
  const lines = file
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((text, at) => ({ line: at + 1, value: text.trim() }))
    .filter(({ value }) => value !== '');
  const extra = lines[MOST_POOL_KEYS];
  if (extra) return { header: [], rows: [], fileFaults: [{ line: extra.line, detail: TOO_MANY }] };
  if (lines.length === 0)
    return { header: [], rows: [], fileFaults: [{ line: 1, detail: 'the file contains no keys' }] };
  const check = createKeyCheck(oneKeyFault);
  const rows = await mapInTurns(lines, (key) => ({ line: key.line, cells: [], ...check(key) }));
  return { header: [], rows, fileFaults: [] };
}

type Checked = Pick<ReadRows<FileKey>['rows'][number], 'item' | 'faults'>;

/**
 * Creates a function that checks one key at a time; a repeated key is a fault.
 * @param faultOf finds faults specific to the file's format
 */
function createKeyCheck(faultOf: (value: string) => string | null = () => null): (key: FileKey) => Checked {
  const lineOf = new Map<string, number>();
  return (key) => {
    const { line, value } = key;
    const detail = keyFault(value) ?? faultOf(value);
    if (detail !== null) return refused({ line, detail });
    const earlier = lineOf.get(value);
    if (earlier !== undefined)
      return refused({ line, detail: `this key is already on line ${earlier}`, code: 'duplicate' });
    lineOf.set(value, line);
    return { item: key, faults: [] };
  };
}

const refused = (fault: LineFault): Checked => ({ item: null, faults: [fault] });

function keyFault(value: string): string | null {
  if (value === '') return 'the key is blank';
  if (value.includes('\0')) return 'key: NUL characters are not allowed';
  if ([...value].length > MOST_KEY_LENGTH) return `a key can have at most ${MOST_KEY_LENGTH} characters`;
  return /[\p{Cc}\uFFFD]/u.test(value) ? 'this is not readable text' : null;
}

/** Reports a line with several cells, which would otherwise be stored as one wrong key. */
const oneKeyFault = (value: string): string | null =>
  /[,;"]/.test(value)
    ? 'this is more than one key: a file with several columns needs a header with a column named key'
    : null;
