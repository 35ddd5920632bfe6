import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';

/** What a response reports about the progress of the count. */
export type Counted = Pick<AnswerOf<Endpoints['eventFunnel']>, 'complete' | 'counted_at' | 'report'>;

/** A figure that takes longer than this shows its progress. */
export const WAIT_MS = '250';
const PROGRESS_EVERY_MS = 1000;

/** Returns the interval at which a figure is read again, which is short while its events are being counted. */
export const lookAgain =
  (otherwise: number | false) =>
  ({ state }: { state: { data?: Counted | undefined } }): number | false =>
    state.data?.report?.status === 'running' ? PROGRESS_EVERY_MS : otherwise;
