import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './daemon/db/postgres/postgres-tables.ts',
  out: './daemon/db/migrate/migrations/postgres',
});
