import { createTables } from '../tables/create-tables.ts';
import { sqliteKit } from './sqlite-kit.ts';

export const tables = createTables(sqliteKit);
