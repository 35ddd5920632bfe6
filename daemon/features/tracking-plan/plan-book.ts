import type { Database } from '../../db/database.ts';
import type { FindViolations } from '../../domain/events/plan-violation.ts';
import { createFreshCopy } from '../../lib/fresh-copy.ts';
import type { Log } from '../../lib/log.ts';
import { createPlanCheck } from './plan-check.ts';
import { findPlan, listPlanVersions } from './tracking-plan-store.ts';

/** A change applies within a second on all daemons, and immediately on the daemon that stored it. */
const MAX_AGE_MS = 900;

interface KnownPlan {
  version: number;
  updatedAt: number;
  check: FindViolations;
}
type Plans = ReadonlyMap<string, KnownPlan>;

export interface PlanBook {
  /** Returns a function that checks events against their games' plans; null if no game has a plan. */
  findViolations(): Promise<FindViolations | null>;
  /** Marks the plans in memory as outdated. Call it after this daemon has changed a plan. */
  invalidate(): void;
}

/** Keeps the compiled plans in memory. A refresh reads only plans that have changed. */
export function createPlanBook(db: Database, log: Log): PlanBook {
  const plans = createFreshCopy<Plans>(new Map(), (known) => readPlans(db, log, known), MAX_AGE_MS);
  return {
    async findViolations() {
      const known = await plans.fresh();
      if (known.size === 0) return null;
      return (event) => known.get(event.gameId)?.check(event) ?? [];
    },
    invalidate: plans.invalidate,
  };
}

async function readPlans(db: Database, log: Log, known: Plans): Promise<Plans> {
  const versions = await db.read(listPlanVersions);
  const plans = new Map<string, KnownPlan>();
  for (const { game_id, version, updated_at } of versions) {
    const old = known.get(game_id);
    const isSame = old?.version === version && old.updatedAt === updated_at;
    const plan = isSame ? old : await readPlan(db, log, game_id);
    if (plan) plans.set(game_id, plan);
  }
  return plans;
}

async function readPlan(db: Database, log: Log, gameId: string): Promise<KnownPlan | null> {
  const row = await db.read((handle) => findPlan(handle, gameId));
  return row && { version: row.version, updatedAt: row.updated_at, check: await checkOf(row.plan_json, log) };
}

async function checkOf(text: string, log: Log): Promise<FindViolations> {
  try {
    return await createPlanCheck(text);
  } catch (error) {
    // Events are stored even if their plan was damaged after it was saved.
    log.error('A tracking plan could not be used', { error });
    return () => [];
  }
}
