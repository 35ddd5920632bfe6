import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpointList, endpoints } from '../../daemon/contract/contract.ts';
import { actionInWords } from '../../src/renderer/components/audit-words.ts';
import { auditFields } from '../../src/renderer/texts/audit-fields.ts';
import { AUDITED_CALLS, CHANGES_NOTHING, NOT_YET, worldOf } from '../support/contract/audited-calls.ts';
import { PUBLIC_URL } from '../support/http/passkeys.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

// Each endpoint through which staff change something leaves a row in the audit log.

const changing = endpointList
  .filter(([, { path, method }]) => path.startsWith('/v1/admin/') && method !== 'GET')
  .map(([name]) => name);

/** `setup` needs an empty database, which a test's daemon does not have, so admin-access.test.ts covers it. */
const ELSEWHERE: EndpointName[] = ['setup'];

it('every endpoint that changes something has an example call, or a reason why it has none', () => {
  const known = [AUDITED_CALLS, CHANGES_NOTHING, NOT_YET].flatMap((table) => Object.keys(table));
  expect([...known, ...ELSEWHERE].sort()).toEqual([...changing].sort());
});

const fieldsIn = (value: unknown): string[] =>
  value === null || typeof value !== 'object'
    ? []
    : [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(fieldsIn)];

it('the Portal has a label for each setting', () => {
  const fields = Object.keys(endpoints.changeSettings.body.shape).filter((name) => name !== 'version');
  expect(fields.filter((field) => !auditFields[field])).toEqual([]);
});

describe.each(STORY_DATABASES)('on %s', (database) => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, env: { REDEEMD_PUBLIC_URL: PUBLIC_URL } });
  });
  afterAll(() => daemon?.close());
  const lastRow = () =>
    daemon.db.read(async ({ db, t }) => {
      const rows = await db.select().from(t.audit_log);
      return rows.sort((a, b) => a.audit_id - b.audit_id).at(-1);
    });

  it.each(Object.entries(AUDITED_CALLS))('%s leaves one row in the audit log', async (name, call) => {
    let before = 0;
    const world = worldOf(daemon, async () => {
      before = (await lastRow())?.audit_id ?? 0;
    });
    const { status, body } = await call(world);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    const row = await lastRow();
    expect(row?.audit_id, `${name} left no row`).toBe(before + 1);
    expect(row).toMatchObject({ action: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/), staff_id: expect.any(Number) });
    expect(row?.entity_id).not.toBe('');
    // The Portal has a text for the action.
    expect(actionInWords(row?.action ?? '')).not.toBe(row?.action);
    const fields = [row?.before, row?.after].flatMap((values) => fieldsIn(JSON.parse(values ?? 'null')));
    expect(fields.filter((field) => !auditFields[field])).toEqual([]);
  });

  it('the test notices a missing row', async () => {
    const before = await lastRow();
    const world = worldOf(daemon, async () => {});
    expect((await world.whenReady.edit('changeSettings', { body: {} })).status).toBe(200);
    expect((await lastRow())?.audit_id).toBe(before?.audit_id);
  });
});
