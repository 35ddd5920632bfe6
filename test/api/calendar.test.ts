import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const MAY = { from: '2090-05-01T00:00:00Z', to: '2090-06-01T00:00:00Z' };

describe.each(STORY_DATABASES)('the calendar on %s', (database) => {
  let daemon: TestDaemon;
  let ids: { spring: number; summer: number; batch: number; change: number };
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    const spring = await runningCampaign(daemon, {
      ...{ name: 'Spring', starts_at: '2090-03-01T00:00:00Z', ends_at: '2090-05-01T00:00:01Z', games: ['alpha'] },
    });
    const summer = await runningCampaign(daemon, {
      ...{ name: 'Summer', starts_at: '2090-06-01T00:00:00Z', ends_at: '2090-07-01T00:00:00Z', games: ['beta'] },
    });
    const body = { name: 'Gifts', root_url: 'https://game.example/r', rewards_json: '[]', count: 2 };
    const params = { campaign_id: summer };
    const made = await daemon.owner.call('generateCodes', { params, body: { ...body, ends_at: MAY.to } });
    const batch = done(made).job_id;
    await jobDone(daemon.owner, batch);
    await addCode(daemon, summer, 'EARLY', { starts_at: '2090-05-31T18:00:00Z' });
    await addCode(daemon, summer, 'TOO-LATE', { starts_at: MAY.to });
    await addCode(daemon, summer, 'TOO-EARLY', { ends_at: MAY.from });
    await addCode(daemon, summer, 'ALWAYS');
    const schedule = async (due_at: string) =>
      done(await daemon.owner.call('scheduleCampaignChange', { params, body: { due_at, move: 'pause' } })).change_id;
    const change = await schedule(MAY.from);
    await schedule(MAY.to);
    const cancelled = await schedule('2090-05-09T00:00:00Z');
    done(await daemon.owner.call('cancelScheduledChange', { params: { change_id: cancelled } }));
    ids = { spring, summer, batch, change };
  });
  afterAll(() => daemon?.close());
  const read = async (staff: TestClient, more: { game_id?: string } = {}) =>
    done(await staff.call('getCalendar', { query: { ...MAY, ...more } }));

  it('shows everything that overlaps the requested period, and the campaigns of codes with dates', async () => {
    expect(await read(daemon.owner)).toEqual({
      campaigns: [
        expect.objectContaining({ campaign_id: ids.spring, name: 'Spring', status: 'scheduled' }),
        expect.objectContaining({ campaign_id: ids.summer, name: 'Summer' }),
      ],
      batches: [
        {
          ...{ batch_id: ids.batch, campaign_id: ids.summer, name: 'Gifts' },
          ...{ starts_at: null, ends_at: '2090-06-01T00:00:00.000Z' },
        },
      ],
      codes: [expect.objectContaining({ code: 'EARLY', starts_at: '2090-05-31T18:00:00.000Z', ends_at: null })],
      changes: [expect.objectContaining({ change_id: ids.change, status: 'waiting' })],
      is_partial: false,
    });
  });

  it('shows only campaigns of the games that the person may see, or of the game that they chose', async () => {
    const namesIn = async (staff: TestClient, more = {}) => {
      const { campaigns, batches, codes, changes } = await read(staff, more);
      const names = campaigns.map(({ name }: { name: string }) => name);
      return [...names, batches.length + codes.length + changes.length];
    };
    expect(await namesIn(daemon.owner, { game_id: 'alpha' })).toEqual(['Spring', 0]);
    const limited = await addMember(daemon, 'viewer', ['beta']);
    expect(await namesIn(limited.ask)).toEqual(['Summer', 3]);
  });

  it('refuses an empty period', async () => {
    const refused = await daemon.owner.call('getCalendar', { query: { from: MAY.from, to: MAY.from } });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'not_before_to' }] } });
  });
});
