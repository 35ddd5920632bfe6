import { AppError } from '../../contract/refusals.ts';
import { type PlanFault, planFaultText } from '../../contract/tracking-plan.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { sha256Hex } from '../../lib/secrets.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { readPlan } from './plan-rules.ts';
import { deletePlan, findPlanForUpdate, insertPlan, type PlanRow, updatePlan } from './tracking-plan-store.ts';

/** The game whose plan changes, the version that was read, and who makes the change. */
export interface PlanChange extends VersionRead {
  gameId: string;
  staffId: number;
  now: number;
}

const MOST_NAMES = 200;

/** Saves a plan. Version 0 means that the game has no plan yet. */
export async function savePlan(db: Database, change: PlanChange, text: string): Promise<PlanRow> {
  const read = readPlan(text);
  if ('faults' in read) throw refusalOf(read.faults);
  const row = { game_id: change.gameId, plan_json: text, updated_at: change.now };
  return retryLostRace(() =>
    db.write(async (handle) => {
      const before = await findPlanForUpdate(handle, change.gameId);
      refuseStale(before ?? { version: 0 }, change);
      if (before?.plan_json === text) return before;
      const after = await (before ? updatePlan(handle, row) : insertPlan(handle, row));
      await record(handle, change, 'tracking_plan.save', before, after);
      return after;
    }),
  );
}

export const removePlan = (db: Database, change: PlanChange): Promise<void> =>
  db.write(async (handle) => {
    const before = await findPlanForUpdate(handle, change.gameId);
    if (!before) throw new AppError('not_found');
    refuseStale(before, change);
    await deletePlan(handle, change.gameId);
    await record(handle, change, 'tracking_plan.delete', before, null);
  });

function refusalOf(faults: readonly PlanFault[]): AppError {
  const errors = faults.map((fault) => ({ pointer: `/plan_json${fault.pointer}`, detail: planFaultText(fault) }));
  return new AppError({ code: 'invalid_request', errors, extra: { plan_faults: faults } });
}

async function record(
  handle: Handle,
  { gameId, staffId, now }: PlanChange,
  action: string,
  before: PlanRow | null,
  after: PlanRow | null,
): Promise<void> {
  const [old, made] = [before, after].map((row) => row && auditView(row.plan_json));
  const changes = old && made ? changesBetween(old, made) : { before: old ?? null, after: made ?? null };
  if (changes)
    await recordAudit(handle, { staffId, action, entity: 'tracking_plan', entityId: gameId, ...changes }, now);
}

/** A plan can be as large as a thousand log entries, so the entry contains only the plan's names and hash. */
function auditView(text: string) {
  const read = readPlan(text);
  const types = 'plan' in read ? read.plan.types : [];
  const names = types.flatMap(({ name, subTypes }) => subTypes.map((sub) => `${name} ${sub.name}`));
  return { sub_types: names.slice(0, MOST_NAMES), plan_hash: sha256Hex(text) };
}
