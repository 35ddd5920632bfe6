import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { settleDelivery } from '../send/lease-deliveries-store.ts';
import { hasDueMails, leaseMails, type MailDelivery } from './mail-deliveries-store.ts';
import { judgeMail, type MailAttempt } from './mail-verdict-rules.ts';
import { CONNECTIONS, type Mailer } from './mailer.ts';

export interface MailWorker {
  /** Waits up to `STOP_MS` for the emails in progress, then closes the connections. */
  stop(): Promise<void>;
}

export interface MailWorkerParts {
  db: Database;
  mailer: Mailer;
  clock: Clock;
  log: Log;
  /** Receives the outcome of each attempt, for the metrics. */
  observe: (outcome: string) => void;
}

const POLL_MS = 1000;
/** Far longer than sending can take, yet short enough that another daemon soon takes over from a killed one. */
const LEASE_MS = 120_000;
const LONGEST_LEASE_MS = 2 * LEASE_MS;

/** Sends the emails that are due. All daemons on the database share the work. */
export function startMailWorker(parts: MailWorkerParts): MailWorker {
  const stopping = new AbortController();
  let outage: Outage = { times: 0, since: 0 };
  const look = async () => {
    if (stopping.signal.aborted || isPausing(outage, parts.clock())) return;
    const end = await sendDue(parts, stopping.signal);
    if (end === 'server is away') outage = { times: outage.times + 1, since: parts.clock() };
    else if (end === 'sent') outage = { times: 0, since: 0 };
  };
  const flight = createSingleFlight(() =>
    look().catch((error) => parts.log.warn('Emails could not be sent; the daemon will retry', { error })),
  );
  const polling = setInterval(() => void flight.runIfIdle(), POLL_MS).unref();
  return {
    async stop() {
      clearInterval(polling);
      stopping.abort();
      // Emails that are still waiting for a reply fail when the connections close; they will be sent again with the
      // same Message-ID.
      const cut = setTimeout(() => parts.mailer.close(), STOP_MS);
      await flight.idle();
      clearTimeout(cut);
      parts.mailer.close();
    },
  };
}

const STOP_MS = 3000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 5 * 60_000;

interface Outage {
  /** Consecutive rounds that failed because of the server. */
  times: number;
  since: number;
}

/**
 * Returns whether sending pauses because the mail server is down or refuses the sign-in. The pause also ends if the
 * clock was set back.
 */
function isPausing({ times, since }: Outage, now: number): boolean {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS);
  return times > 0 && now >= since && now < since + pause;
}

type End = 'sent' | 'server is away' | 'nothing to do';

/** Sends rounds until no email is due or a round fails because of the server. */
async function sendDue(parts: MailWorkerParts, signal: AbortSignal): Promise<End> {
  const { db, clock } = parts;
  const due = () => db.read((handle) => hasDueMails(handle, { now: clock(), longest: LONGEST_LEASE_MS }));
  let end: End = 'nothing to do';
  while (!signal.aborted && end !== 'server is away' && (await due())) end = await sendRound(parts);
  return end;
}

async function sendRound({ db, mailer, clock, observe }: MailWorkerParts): Promise<End> {
  const now = clock();
  const lease = { now, until: now + LEASE_MS, longest: LONGEST_LEASE_MS };
  const leased = await db.write((handle) => leaseMails(handle, lease, CONNECTIONS));
  const tries = await Promise.all(leased.map(async (mail) => ({ mail, attempt: await mailer.sendMail(mail, now) })));
  const settled = tries.map(({ mail, attempt }) => ({ mail, ...changeOf(mail, attempt, clock()) }));
  await db.write(async (handle) => {
    for (const { mail, change } of settled) await settleDelivery(handle, mail, change);
  });
  for (const { outcome } of settled) observe(outcome);
  return tries.some(({ attempt }) => attempt.fault === 'server') ? 'server is away' : 'sent';
}

function changeOf(mail: MailDelivery, attempt: MailAttempt, now: number) {
  const attempts = mail.attempts + 1;
  const { status: answer_status, text: answer_text, error } = attempt;
  const answered = { attempts, answer_status, answer_text, error };
  const verdict = judgeMail(attempt, attempts, mail.created_at, now);
  const change =
    verdict.outcome === 'again'
      ? { ...answered, next_attempt_at: verdict.at }
      : { ...answered, status: verdict.outcome, next_attempt_at: null, finished_at: now };
  return { outcome: verdict.outcome, change };
}
