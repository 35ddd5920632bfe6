import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './daemon/db/schema-postgres.ts',
  out: './daemon/db/migrations/postgres',
});
