import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/** Selects rows whose column contains this text; the search has no wildcards and is case-sensitive. */
export const holdsText = ({ dialect }: Handle, column: SQLWrapper, text: string): SQL =>
  dialect === 'sqlite' ? sql`instr(${column}, ${text}) > 0` : sql`strpos(${column}, ${text}) > 0`;

/** Returns the column with every occurrence of the text replaced. */
export const replacedText = (column: SQLWrapper, text: string, by: string): SQL =>
  sql`replace(${column}, cast(${text} as text), cast(${by} as text))`;
