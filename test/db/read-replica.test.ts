import { expect, it } from 'vitest';
import { readConfig } from '../../daemon/config.ts';
import { leaveOut } from '../support/faults/sabotage.ts';
import { addCode, addCreatorCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { bearer, testClient } from '../support/http/test-client.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';
import { list, namesOf, replicaAnswers, serverOf, withReplica } from './replica-world.ts';

/** The allowed lag is far longer than a test takes, even on a busy machine. */
const world = withReplica(120_000);

it('lists, figures and analytics are read from the replica; what decisions depend on is read from the primary', async () => {
  const { daemon } = world();
  const campaignId = await runningCampaign(daemon);
  const { code_id } = await addCode(daemon, campaignId, 'OPEN');
  await replicaAnswers(daemon.owner);
  const params = { campaign_id: campaignId };
  const failedReads = async () => {
    const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
    return /^redeemd_replica_failed_reads_total (\d+)$/m.exec(metrics)?.[1];
  };
  const before = await failedReads();
  // The reads share one open connection, because a daemon reads from the primary while it opens more connections.
  for (const read of [
    () => daemon.owner.call('listCodes', { params }),
    () => daemon.owner.call('getCode', { params: { code_id } }),
    () => daemon.owner.call('dashboard'),
    () => daemon.owner.call('listEvents'),
    () => daemon.owner.call('exportCampaign', { params }),
    () => daemon.owner.call('listPayoutRuns'),
    () => daemon.owner.call('auditChain'),
    () => daemon.server.call('analytics', { query: { creator_id: '0' } }),
  ]) {
    const answer = await read();
    expect([answer.status, serverOf(answer)]).toEqual([200, 'replica']);
  }
  // No read failed on the replica and was then sent to the primary.
  expect(before).toMatch(/^\d+$/);
  expect(await failedReads()).toBe(before);
  const here = [
    daemon.owner.call('getSession'),
    daemon.owner.call('listApiKeys'),
    daemon.owner.call('listJobs'),
    daemon.server.call('validate', { body: { user_id: 'u', code: 'OPEN' } }),
  ];
  for (const answer of await Promise.all(here)) expect([answer.status, serverOf(answer)]).toEqual([200, 'primary']);
});

it('a person and a program see their own writes immediately, through any daemon, and others see them soon afterwards', async () => {
  const { daemon, standby, reader, databaseUrl, env } = world();
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
  await replicaAnswers(reader);
  await replicaAnswers(daemon.owner);
  const other = await startTestDaemon({ databaseUrl, env });
  await standby.pause();
  const sameOwner = testClient(other.url, bearer(daemon.ownerToken));
  try {
    await newCampaign(daemon, { name: 'Just written' });
    expect(await namesOf(daemon.owner)).toContain('Just written');
    expect(await namesOf(sameOwner)).toContain('Just written');
    const made = await addCreatorCode(daemon, 'creator-1', 'BASE');
    const mine = await daemon.server.call('getCreatorCode', { params: { code_id: made.code_id } });
    expect([mine.status, serverOf(mine)]).toEqual([200, 'primary']);
    // The replica already contains this older campaign.
    const found = await reader.call('getCampaign', { params: { campaign_id: campaignId } });
    expect(found.status).toBe(200);
  } finally {
    await standby.resume();
    await other.close();
  }
  await until('the replica has the campaign', async () => (await namesOf(reader)).includes('Just written'));
});

it('sabotage: a session whose writes are not recorded does not see them', async () => {
  const { daemon, standby, databaseUrl } = world();
  const mend = await leaveOut(databaseUrl, { table: 'staff_sessions', by: 'update of wrote_position' });
  await replicaAnswers(daemon.owner);
  await standby.pause();
  try {
    await newCampaign(daemon, { name: 'Forgotten' });
    expect(await namesOf(daemon.owner)).not.toContain('Forgotten');
  } finally {
    await standby.resume();
    await mend();
  }
});

it('a read server that is not a standby is not used', async () => {
  const { databaseUrl, env } = world();
  const alone = await startTestDaemon({ databaseUrl, env: { ...env, REDEEMD_READ_URL: databaseUrl } });
  try {
    const who = testClient(alone.url, bearer(alone.ownerToken));
    expect([(await list(who)).status, serverOf(await list(who))]).toEqual([200, 'primary']);
  } finally {
    await alone.close();
  }
});

it('a replica is refused on SQLite', () => {
  expect(() => readConfig({ REDEEMD_READ_URL: 'postgres://h/d' })).toThrow(
    /REDEEMD_READ_URL must not be set with SQLite/,
  );
});
