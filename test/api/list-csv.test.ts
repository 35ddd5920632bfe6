import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZodObject } from 'zod';
import { endpointList } from '../../daemon/contract/contract.ts';
import type { Endpoint } from '../../daemon/contract/endpoint.ts';
import { acceptsCsv, listOfAnswer } from '../../daemon/contract/list-rows.ts';
import { csvOfList } from '../../daemon/http/list-csv.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { recordsOf } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { bearer, done } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

describe('lists as a CSV', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon();
  });
  afterAll(() => daemon?.close());

  const ask = (path: string, token = daemon.ownerToken) =>
    fetch(`${daemon.url}/v1/admin/${path}`, { headers: bearer(token) });
  const rowsOf = async (path: string) => {
    const response = await ask(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    return recordsOf(Buffer.from(await response.arrayBuffer()));
  };

  it('contain all rows of a list with several pages, in its order, with its filter and the chosen columns', async () => {
    const ids = Array.from({ length: 230 }, (_, at) => `creator${1000 + at}`);
    const csv = `creator_id,display_name,status\n${ids.map((id) => `${id},=1+1,active`).join('\n')}\nother,Ben,suspended\n`;
    done(await daemon.owner.call('importCreators', { body: { csv } }));
    const rows = await rowsOf('creators?status=active&format=csv&columns=display_name,creator_id&page=2&page_size=10');
    expect(rows.map((row) => row.creator_id).toSorted()).toEqual(ids);
    expect(new Set(rows.map((row) => Object.values(row)[0]))).toEqual(new Set(["'=1+1"]));
    const [first] = await rowsOf('creators?status=suspended&format=csv');
    expect(first).toMatchObject({ creator_id: 'other', display_name: 'Ben', status: 'suspended' });
  });

  it('contain every row of a list that has a cursor, even if the list also has page numbers', async () => {
    const campaignId = await runningCampaign(daemon);
    const codes = Array.from({ length: 130 }, (_, at) => `CSV${1000 + at}`);
    for (const code of codes) await addCode(daemon, campaignId, code);
    const rows = await rowsOf(`campaigns/${campaignId}/codes?format=csv&sort=code&columns=code,usage_limit`);
    expect(rows.map(({ code }) => code)).toEqual(codes);
    const audited = await rowsOf('audit?format=csv&action=code.create');
    expect(audited).toHaveLength(codes.length);
    expect(JSON.parse(audited[0]?.after ?? '')).toMatchObject({ code: codes.at(-1) });
  });

  it('are refused like the list, and for unknown or repeated columns', async () => {
    const viewer = await addMember(daemon, 'moderator');
    const codeOf = async (path: string, token?: string) => {
      const { code, errors } = (await (await ask(path, token)).json()) as {
        code: string;
        errors?: { pointer: string }[];
      };
      return [code, ...(errors ?? []).map(({ pointer }) => pointer)];
    };
    expect(await codeOf('audit?format=csv', viewer.token)).toEqual(['forbidden']);
    for (const columns of ['email', 'creator_id,creator_id', 'creator_id,'])
      expect(await codeOf(`api-keys?format=csv&columns=${columns}`)).toEqual(['invalid_request', '#/query/columns']);
    expect(await codeOf('api-keys?format=xml')).toEqual(['invalid_request', '#/query/format']);
    expect(await codeOf('campaigns/4711/codes?format=csv')).toEqual(['not_found']);
  });
});

describe('the pages of a CSV', () => {
  const { listApiKeys } = Object.fromEntries(endpointList) as Record<string, Endpoint>;
  const open = async (read: (page: number) => object[]) => {
    const entry = listApiKeys ?? expect.unreachable();
    const query = { format: 'csv', columns: 'name,scopes' };
    const { body } = await csvOfList(entry, query, 'r', async ({ page }) => ({ data: read(Number(page)) }));
    return (body as AsyncIterable<string>)[Symbol.asyncIterator]();
  };
  const full = Array.from({ length: 100 }, () => ({ name: 'a', scopes: ['redeem', 'events'] }));

  it('are read one at a time, and not after the client disconnects', async () => {
    const read: number[] = [];
    const parts = await open((page) => {
      read.push(page);
      return full;
    });
    expect((await parts.next()).value).toBe('name,scopes\r\n');
    expect((await parts.next()).value).toContain('a,"redeem, events"\r\n');
    await parts.return?.();
    expect(await parts.next()).toEqual({ done: true, value: undefined });
    expect(read).toEqual([1]);
  });

  it('break off with an error if one of them cannot be read', async () => {
    const parts = await open((page) => {
      if (page === 2) throw new Error('the database is gone');
      return full;
    });
    await parts.next();
    await parts.next();
    await expect(parts.next()).rejects.toThrow('the database is gone');
  });
});

describe('the contract', () => {
  const TWO_KINDS = 'contains comments and changes; the CSV of the audit log contains the changes';
  const WITHOUT_CSV = {
    listCampaignActivity: TWO_KINDS,
    listCodeActivity: TWO_KINDS,
    listCreatorActivity: TWO_KINDS,
    listRunActivity: TWO_KINDS,
    listMentions: 'is for one person to read, not to evaluate',
    getPayoutReconciliation: 'contains several lists; the files of the run contain their rows',
  };
  const lists = endpointList.filter(
    ([, entry]) => entry.access.kind === 'staff' && entry.method === 'GET' && entry.query,
  );

  it('offers a CSV of every list with pages', () => {
    const paged = lists.filter(
      ([, { query }]) => query instanceof ZodObject && ('page' in query.shape || 'cursor' in query.shape),
    );
    expect(paged.length).toBeGreaterThan(20);
    expect(paged.filter(([, entry]) => !acceptsCsv(entry)).map(([name]) => name)).toEqual(Object.keys(WITHOUT_CSV));
  });

  it('offers a CSV of every table of figures', () => {
    const counted = lists.filter(
      ([, { answer }]) => answer.schema instanceof ZodObject && 'counted_at' in answer.schema.shape,
    );
    expect(counted.length).toBeGreaterThan(4);
    expect(counted.filter(([, entry]) => !acceptsCsv(entry))).toEqual([]);
    for (const [name, entry] of counted) expect(listOfAnswer(entry)?.pages, name).toBe('none');
    const { eventStats } = Object.fromEntries(counted);
    for (const table of ['types', 'series', 'by_session', 'by_user'])
      expect(listOfAnswer(eventStats ?? expect.unreachable(), table)?.path.at(-1)).toBe(table);
  });

  it('defines a list with columns in each response that can be a CSV', () => {
    for (const [name, entry] of lists.filter(([, entry]) => acceptsCsv(entry)))
      expect(listOfAnswer(entry)?.columns.length, name).toBeGreaterThan(1);
  });
});
