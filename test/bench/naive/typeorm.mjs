// Implements redeem as most teams do, with Express and TypeORM: `node typeorm.mjs <Postgres URL or SQLite file>`.
import { DataSource, EntitySchema } from 'typeorm';
import { betterSqlite3, period, REWARDS, serve } from './app.mjs';

const database = String(process.argv[2]);
const isPostgres = database.startsWith('postgres');
const instant = isPostgres ? 'timestamptz' : 'datetime';

/** @typedef {{ id: number, code: string, rewards: string, startsAt: Date, endsAt: Date, usageLimit: number | null }} Code */
/** @typedef {{ id: number, code: Code, userId: string, createdAt: Date }} Claim */

/** @type {EntitySchema<Code>} */
const codes = new EntitySchema({
  name: 'Code',
  tableName: 'codes',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    code: { type: 'text', unique: true },
    rewards: { type: 'text' },
    startsAt: { type: instant },
    endsAt: { type: instant },
    usageLimit: { type: 'integer', nullable: true },
  },
});
/** @type {import('typeorm').EntitySchemaOptions<Claim>} */
const claim = {
  name: 'Claim',
  tableName: 'claims',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    userId: { type: 'text' },
    createdAt: { type: instant, createDate: true },
  },
  relations: { code: { type: 'many-to-one', target: 'Code', nullable: false } },
  uniques: [{ columns: ['code', 'userId'] }],
};
const claims = new EntitySchema(claim);

const common = { entities: [codes, claims], synchronize: true };
const source = new DataSource(
  isPostgres
    ? { ...common, type: 'postgres', url: database }
    : {
        ...common,
        type: 'better-sqlite3',
        driver: betterSqlite3(),
        database,
        enableWAL: true,
        // FULL is as durable as redeemd. In WAL mode, better-sqlite3 by default returns before the claim is on disk.
        prepareDatabase: (file) => file.pragma('synchronous = FULL'),
      },
);
await source.initialize();

serve({
  addCode: async (code, usageLimit) => {
    await source.getRepository(codes).insert({ code, rewards: REWARDS, usageLimit, ...period() });
  },
  redeem: (userId, typed) =>
    source.transaction(async (manager) => {
      const code = await manager.findOneBy(codes, { code: typed });
      if (!code) return { ok: false, why: 'not_found' };
      const now = new Date();
      if (now < code.startsAt || now >= code.endsAt) return { ok: false, why: 'not_active' };
      const isClaimed = await manager.existsBy(claims, { code: { id: code.id }, userId });
      if (isClaimed) return { ok: false, why: 'already_claimed' };
      if (code.usageLimit !== null) {
        const used = await manager.countBy(claims, { code: { id: code.id } });
        if (used >= code.usageLimit) return { ok: false, why: 'limit_reached' };
      }
      await manager.save(claims, { code, userId });
      return { ok: true, rewards: code.rewards };
    }),
  countClaims: (code) => source.getRepository(claims).countBy({ code: { code } }),
});
