import { createTables } from '../tables/create-tables.ts';
import { kit } from './postgres-kit.ts';

export const tables = createTables(kit);
