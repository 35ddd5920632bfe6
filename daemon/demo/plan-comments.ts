import { eq } from 'drizzle-orm';
import type { Role } from '../contract/endpoint.ts';
import type { Database } from '../db/database.ts';
import { addComment } from '../features/activity/change-comments.ts';
import type { Subject } from '../features/activity/comments-store.ts';
import { HOUR_MS } from '../lib/clock.ts';
import type { Agenda } from './agenda.ts';

/** The IDs of the demo's staff, one person for each role. */
export type People = Readonly<Record<Role, number>>;

interface Remark {
  hoursAgo: number;
  by: Role;
  to: readonly Role[];
  text: string;
}

/** What the staff write to each other about the paused campaign. */
const ABOUT_PAUSE: readonly Remark[] = [
  {
    ...{ hoursAgo: 29, by: 'live_ops', to: ['owner'] },
    text: 'Paused: players on iOS get the reward twice. The game team is looking into it.',
  },
  {
    ...{ hoursAgo: 5, by: 'owner', to: ['live_ops'] },
    text: 'The fix is in the store. Please publish it again once most players have updated.',
  },
];

const ABOUT_ADDRESS: Remark = {
  ...{ hoursAgo: 3, by: 'finance', to: ['owner', 'moderator'] },
  text: 'The payout address changed two days before the run. Has anyone spoken to them?',
};

/** Plans comments on the paused campaign and on a creator. */
export function planComments(
  db: Database,
  agenda: Agenda,
  people: People,
  { now, creatorId }: { now: number; creatorId: string },
) {
  const plan = ({ hoursAgo, by, to, text }: Remark, find: () => Promise<Subject>) => {
    const at = now - hoursAgo * HOUR_MS;
    const comment = { text, mentions: to.map((role) => people[role]) };
    agenda.plan(at, async () => addComment(db, { staffId: people[by], role: by }, await find(), comment, at));
  };
  for (const remark of ABOUT_PAUSE) plan(remark, () => findPaused(db));
  plan(ABOUT_ADDRESS, async () => ({ kind: 'creator', id: creatorId }));
}

const findPaused = (db: Database): Promise<Subject> =>
  db.read(async ({ db, t: { campaigns } }) => {
    const [paused] = await db.select().from(campaigns).where(eq(campaigns.stage, 'paused'));
    if (!paused) throw new Error('The demo has no paused campaign');
    return { kind: 'campaign', id: paused.campaign_id };
  });
