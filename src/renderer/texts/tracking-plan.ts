import { PLAN_FAULTS, type PlanFaultCode } from '../../../daemon/contract/tracking-plan.ts';
import type { ViolationFault } from '../../../daemon/contract/words.ts';
import { inLanguage } from './language.ts';

/** The plan of the events that a game sends. */
const english = {
  tab: 'Tracking plan',
  plan: 'Plan',
  planOf: (game: string) => `Tracking plan of ${game}`,
  note: 'The events that the game sends. Events that do not fit are stored and counted.',
  updated: 'Last changed',
  format: 'JSON Schema: types, sub-types and the fields of each event’s details.',
  save: 'Save plan',
  undo: 'Undo changes',
  delete: 'Delete plan',
  saved: 'Plan saved.',
  deleted: 'Plan deleted.',
  deleting: {
    title: (game: string) => `Delete the tracking plan of ${game}?`,
    text: 'Events of this game will no longer be checked. Events that have already been counted remain in the list.',
    confirm: 'Delete plan',
  },
  refused: 'The plan was not saved.',
  noGame: 'Choose a game to see its plan',
  noGameText: 'Each game has its own plan. Enter the game’s ID above.',
  violations: 'Events that do not fit',
  violationsNote: 'Counted by type and field, for whole days in UTC. Nothing is dropped.',
  field: 'Field',
  fault: 'Fault',
  last: 'Last seen',
  open: (event: string, field: string) => `Example of ${event}${field && `, ${field}`}`,
  none: 'Every event fits its plan',
  noneText: 'Events that do not fit their game’s plan will appear here.',
  kinds: {
    unknown_type: 'Unknown type',
    unknown_sub_type: 'Unknown sub-type',
    missing: 'Missing',
    unexpected: 'Not in the plan',
    wrong_type: 'Wrong type',
    wrong_value: 'Wrong value',
    no_alternative: 'Matches no alternative',
  } satisfies Record<ViolationFault, string> as Record<ViolationFault, string>,
  faults: PLAN_FAULTS as Record<PlanFaultCode, string>,
};

export const trackingPlan = await inLanguage(english, 'tracking-plan');
