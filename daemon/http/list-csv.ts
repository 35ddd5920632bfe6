import type { Endpoint } from '../contract/endpoint.ts';
import { fieldFault } from '../contract/field-faults.ts';
import { MOST_ROWS } from '../contract/fields.ts';
import { type Column, type List, listOfAnswer } from '../contract/list-rows.ts';
import { AppError } from '../contract/refusals.ts';
import { csvText } from '../lib/csv.ts';
import { type HttpAnswer, jsonAnswer } from './messages.ts';

type Query = Record<string, unknown>;
type Row = Record<string, unknown>;
/** Runs the endpoint's route with this query. */
type ReadAnswer = (query: Query) => Promise<unknown>;

interface Page {
  rows: Row[];
  /** The query of the next page; null on the last page. */
  next: Query | null;
}

/** The query for a CSV: the filters, and parameters that apply only to CSVs. */
type CsvQuery = Query & { columns?: string; table?: string };

export const asksForCsv = (query: unknown): query is CsvQuery & { format: 'csv' } =>
  typeof query === 'object' && query !== null && 'format' in query && query.format === 'csv';

/**
 * Responds with all rows of a list as a CSV. Each page is read only when it can be sent, so that a list of any length
 * needs the memory of one page. If the first page is refused, so is the request; if a later page fails, the connection
 * is cut, so that a partial file does not look complete.
 */
export async function csvOfList(
  entry: Endpoint,
  { format, columns, ...query }: CsvQuery,
  requestId: string,
  read: ReadAnswer,
): Promise<HttpAnswer> {
  const list = listOfAnswer(entry, query.table);
  if (!list) throw new Error(`${entry.path} accepts format=csv, but its response contains no list`);
  const fields = columns === undefined ? list.columns : chosenColumns(list, columns);
  const first = await readPage(list, firstQuery(list, query), read);
  const chosen = list.pages === 'none' ? fields.flatMap((field) => columnsOfItems(field, first.rows)) : fields;
  const answer = jsonAnswer(requestId, 200, csvText(namesOf(chosen), recordsOf(list, first, chosen, read)));
  answer.headers['Content-Type'] = 'text/csv; charset=utf-8';
  answer.headers['Content-Disposition'] = 'attachment';
  return answer;
}

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name);

function chosenColumns({ columns }: List, text: string): Column[] {
  const names = text.split(',');
  const chosen = names.map((name) => columns.find((column) => column.name === name));
  const known = chosen.filter((column) => column !== undefined);
  if (known.length < names.length || new Set(names).size < names.length) {
    const errors = [fieldFault('#/query', ['columns'], 'unknown_columns')];
    throw new AppError({ code: 'invalid_request', errors });
  }
  return known;
}

/** Returns a column for each item of a field that is a list of numbers, such as `active.0` and `active.1`. */
function columnsOfItems({ name, path }: Column, rows: readonly Row[]): Column[] {
  const lists = rows.map((row) => valueAt(row, path)).filter((value) => Array.isArray(value));
  if (lists.length === 0) return [{ name, path }];
  const most = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: most }, (_, at) => ({ name: `${name}.${at}`, path: [...path, String(at)] }));
}

/** The file always begins with the first row, regardless of the page that the query names. */
function firstQuery({ pages }: List, query: Query): Query {
  if (pages === 'none') return query;
  return pages === 'by cursor' && !('page' in query)
    ? { ...query, cursor: undefined, limit: MOST_ROWS }
    : { ...query, cursor: undefined, page: 1, page_size: MOST_ROWS };
}

async function readPage({ path, pages }: List, query: Query, read: ReadAnswer): Promise<Page> {
  const answer = (await read(query)) as Row;
  const rows = valueAt(answer, path) as Row[] | null | undefined;
  if (!rows) throw new AppError({ code: 'job_not_done', detail: 'These figures have not been counted yet.' });
  if (pages === 'none') return { rows, next: null };
  if (pages === 'by number')
    return { rows, next: rows.length < MOST_ROWS ? null : { ...query, page: Number(query.page) + 1 } };
  const cursor = valueAt(answer, [...path.slice(0, -1), 'next_cursor']);
  return { rows, next: cursor ? { ...query, cursor } : null };
}

async function* recordsOf(list: List, first: Page, columns: readonly Column[], read: ReadAnswer) {
  const recordOf = (row: Row) =>
    Object.fromEntries(columns.map(({ name, path }) => [name, cellOf(valueAt(row, path))]));
  for (let page: Page | null = first; page; page = page.next && (await readPage(list, page.next, read)))
    yield page.rows.map(recordOf);
}

const valueAt = (row: Row, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const isPlain = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isPlain ? value.join(', ') : JSON.stringify(value);
}
