import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { askedGames } from '../../domain/games.ts';
import { isoInstant } from '../../lib/clock.ts';
import { removePlan, savePlan } from './change-plan.ts';
import type { PlanBook } from './plan-book.ts';
import { readViolations } from './read-violations.ts';
import { findPlan, type PlanRow } from './tracking-plan-store.ts';

type PlanRoutes = Pick<Routes, 'getTrackingPlan' | 'saveTrackingPlan' | 'deleteTrackingPlan' | 'listPlanViolations'>;

interface PlanParts {
  db: Database;
  trackingPlans: PlanBook;
}

export function trackingPlanRoutes({ db, trackingPlans }: PlanParts): PlanRoutes {
  const readPlan = async (gameId: string) => planOut(gameId, await db.read((handle) => findPlan(handle, gameId)));
  return {
    getTrackingPlan: async ({ query: { game_id }, principal }) => {
      askedGames(game_id, principal.games);
      return readPlan(game_id);
    },
    saveTrackingPlan: async ({ body: { game_id, plan_json, version }, principal: { staffId, games }, now }) => {
      askedGames(game_id, games);
      const change = { gameId: game_id, version, staffId, now };
      const saved = await withCurrent(savePlan(db, change, plan_json), () => readPlan(game_id));
      trackingPlans.invalidate();
      return planOut(game_id, saved);
    },
    deleteTrackingPlan: async ({ body: { game_id, version }, principal: { staffId, games }, now }) => {
      askedGames(game_id, games);
      await withCurrent(removePlan(db, { gameId: game_id, version, staffId, now }), () => readPlan(game_id));
      trackingPlans.invalidate();
      return planOut(game_id, null);
    },
    listPlanViolations: ({ query: { game_id, ...query }, principal, now }) =>
      readViolations(db, { ...query, games: askedGames(game_id, principal.games) }, now),
  };
}

const planOut = (gameId: string, row: PlanRow | null): AnswerOf<Endpoints['getTrackingPlan']> => ({
  game_id: gameId,
  plan_json: row?.plan_json ?? null,
  updated_at: row && isoInstant(row.updated_at),
  version: row?.version ?? 0,
});
