import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './build/drizzle-postgres-tables.cjs',
  out: './daemon/db/migrate/migrations/postgres',
});
