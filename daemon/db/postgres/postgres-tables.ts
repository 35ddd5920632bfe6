import { createTables } from '../tables/create-tables.ts';
import { postgresKit } from './postgres-kit.ts';

export const tables = createTables(postgresKit);
