import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Ask } from './ask.ts';
import { Unexplained } from './unexplained.ts';

type Run = AnswerOf<Endpoints['getPayoutRun']>;
type Statement = Run['statements']['data'][number];

const money = ({ amount, currency }: { amount: string; currency: string }) => `${amount} ${currency}`;

const CARRIED: Record<NonNullable<Statement['carry_reason']>, string> = {
  below_minimum: 'the amount is below the minimum payout',
  negative: 'refunds exceed the commission',
  held: 'the payouts to this creator were frozen',
};

/** Explains how the amount of a creator's statement in a payout run came about. */
export async function explainStatement(ask: Ask, { run_id, creator_id }: { run_id: number; creator_id: string }) {
  const run = await ask('getPayoutRun', { params: { run_id }, query: { q: creator_id, page_size: 100 } });
  if (!run.ok) throw new Unexplained(run.body.detail);
  const statement = run.body.statements.data.find((one) => one.creator_id === creator_id);
  if (!statement) throw new Unexplained(`Payout run ${run_id} has no statement for creator ${creator_id}.`);
  const { statements: _, ...about } = run.body;
  return { explanation: sentencesOf(about, statement), statement };
}

function sentencesOf(run: Omit<Run, 'statements'>, statement: Statement): string[] {
  const { lines, commission, carried_in, payable, carried_out, carry_reason, hold_reason } = statement;
  return [
    `Payout run ${run.run_id} has the status ${run.status} and covers ${run.period_start} up to, but not including, ${run.period_end}.`,
    ...lines.map(
      (line) =>
        `${line.campaign_name}: ${money(line.revenue)} in revenue after ${money(line.refunds)} in refunds. The percentage is now ${line.commission_tier}%, and the commission on this line is ${money(line.commission)}.`,
    ),
    `The commission on all campaigns together is ${money(commission)}.`,
    `${money(carried_in)} is carried in from earlier statements.`,
    `The payable amount is ${money(payable)}.`,
    ...(carry_reason
      ? [`${money(carried_out)} is carried to the next statement, because ${CARRIED[carry_reason]}.`]
      : []),
    ...(hold_reason ? [`Reason for the freeze: ${hold_reason}`] : []),
    ...(statement.voided_at ? [`The statement was voided at ${statement.voided_at}.`] : []),
    ...(statement.payment_status ? [`The payment is ${statement.payment_status}.`] : []),
  ];
}
