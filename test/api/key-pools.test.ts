import { expect, it } from 'vitest';
import { eraseUser } from '../../daemon/features/erasure/erase-user.ts';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { onEachGame, START } from '../support/http/game-flow.ts';
import { addMember } from '../support/http/staff.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { runSql } from '../support/world/sql.ts';

onEachGame('key pools', (flow) => {
  const { daemon, staff, game, unique, running, newCode, newBase, create, redeem } = flow;
  const newPool = async (low_stock = 0) =>
    done(await staff.call('createKeyPool', { body: { name: unique('Steam'), low_stock } }));
  const add = (pool_id: number, csv: string, query: { dry_run?: 'true'; only_valid?: 'true' } = {}) =>
    staff.call('addPoolKeys', { params: { pool_id }, query, body: { csv } });
  /** Creates a pool with keys, which are unique across all tests. */
  const filledPool = async (count: number, low_stock = 0) => {
    const pool = await newPool(low_stock);
    const keys = Array.from({ length: count }, () => unique(`AAAA-BBBB`));
    if (count > 0) done(await add(pool.pool_id, keys.join('\n')));
    return { ...pool, keys };
  };
  const stock = async (pool_id: number) => {
    const { keys_left, keys_used } = done(await staff.call('getKeyPool', { params: { pool_id } }));
    return [keys_left, keys_used];
  };

  it('give each claim one key, the oldest first, and give a replay the same key', async () => {
    const pool = await filledPool(2);
    const code = await newCode(await running(), { key_pool_id: pool.pool_id });
    expect(code.key_pool_id).toBe(pool.pool_id);
    const body = { user_id: unique('player'), code: code.code };
    const headers = { 'Idempotency-Key': unique('again') };
    const first = await game.call('redeem', { body, headers });
    expect(done(first).key).toEqual({ pool: pool.name, value: pool.keys[0] });
    const again = await game.call('redeem', { body, headers });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(done(again)).toEqual(done(first));
    // If the game repeats the request without an Idempotency-Key, the refusal contains the claim's ID, with which the
    // game can read the key.
    const refused = await game.call('redeem', { body });
    expect(shape(refused)).toEqual(refusal(409, 'already_redeemed'));
    const params = { redemption_id: refused.body.redemption_id };
    const found = done(await game.call('getRedemption', { params }));
    expect(found).toMatchObject({ ...done(first), user_id: body.user_id, released_at: null });
    expect(await stock(pool.pool_id)).toEqual([1, 1]);
  });

  it('refuse a claim when they are empty, before anything is used up', async () => {
    const pool = await filledPool(1);
    const code = await newCode(await running(), { key_pool_id: pool.pool_id, usage_limit: 2 });
    const validated = done(await flow.validate(unique('player'), code.code));
    expect(validated).not.toHaveProperty('key');
    done(await redeem(unique('player'), code.code));
    const late = unique('player');
    for (const how of [flow.validate, redeem])
      expect(shape(await how(late, code.code))).toEqual(refusal(400, 'key_pool_empty'));
    done(await add(pool.pool_id, unique('KEY')));
    done(await redeem(late, code.code));
    expect(shape(await redeem(unique('player'), code.code))).toEqual(refusal(400, 'limit_reached'));
    expect(await stock(pool.pool_id)).toEqual([0, 2]);
  });

  it('provide keys for the creator codes of a referral code, for batches and for several codes', async () => {
    const pool = await filledPool(4);
    const campaignId = await running();
    const base = await newBase(campaignId, { key_pool_id: pool.pool_id });
    const creator = done(await create(unique('creator'), base.code));
    const code = await newCode(campaignId, { key_pool_id: pool.pool_id });
    const fields = { name: 'Drop', root_url: 'https://x.example', count: 1, rewards_json: '[]' };
    const started = done(
      await staff.call('generateCodes', {
        params: { campaign_id: campaignId },
        body: { ...fields, key_pool_id: pool.pool_id },
      }),
    );
    await jobDone(staff, started.job_id);
    const generated = done(
      await staff.call('listCodes', { params: { campaign_id: campaignId }, query: { batch_id: started.job_id } }),
    ).data[0];
    const csv = `code\n${unique('IMPORTED')}\n`;
    const { count: _, ...shared } = fields;
    const body = { ...shared, csv, key_pool_id: pool.pool_id };
    const imported = done(await staff.call('importCodes', { params: { campaign_id: campaignId }, body }));
    await jobDone(staff, imported.job_id);
    const values = [];
    for (const one of [creator.code, code.code, generated?.code ?? '', csv.split('\n')[1] ?? ''])
      values.push(done(await redeem(unique('player'), one)).key?.value);
    expect(values).toEqual(pool.keys);
  });

  it('do not reuse the key of a released claim; a new claim takes another key', async () => {
    const pool = await filledPool(2);
    const code = await newCode(await running(), { key_pool_id: pool.pool_id });
    const user = unique('player');
    const { redemption_id, key } = done(await redeem(user, code.code));
    const params = { redemption_id };
    const granted = done(await staff.call('grantClaimAgain', { params, body: { reason: 'Lost' } }));
    const masked = `••••${key?.value.slice(-2)}`;
    expect(granted.key).toMatchObject({ pool: pool.name, masked: expect.stringMatching(/^••••/) });
    expect(granted.key?.masked.endsWith(masked.slice(-2))).toBe(true);
    const released = done(await staff.call('releaseClaim', { params, body: { reason: 'Wrong account' } }));
    expect(released.key).toEqual(granted.key);
    expect(done(await redeem(user, code.code)).key?.value).toBe(pool.keys[1]);
    expect(done(await game.call('getRedemption', { params })).key?.value).toBe(pool.keys[0]);
    expect(await stock(pool.pool_id)).toEqual([0, 2]);
  });

  it('accept files with one key per line or a column `key`, and name the line of each refused key', async () => {
    const { pool_id } = await newPool();
    const [one, two, three] = [unique('KEY'), unique('KEY'), unique('KEY')];
    const lines = `${one}\r\n\n  ${two} \n${one}\n`;
    const preview = done(await add(pool_id, lines, { dry_run: 'true' })) as unknown as {
      importable: string;
      new: number;
      rows: { line: number; values: { key?: string }; detail: string | null }[];
    };
    expect(preview).toMatchObject({ importable: 'valid_rows', new: 2, refused_total: 1 });
    expect(preview.rows[2]).toMatchObject({ line: 4, detail: 'this key is already on line 1' });
    expect(JSON.stringify(preview)).not.toContain(one);
    expect(await stock(pool_id)).toEqual([0, 0]);

    expect(shape(await add(pool_id, lines))).toEqual(refusal(400, 'invalid_csv'));
    expect(await stock(pool_id)).toEqual([0, 0]);
    expect(done(await add(pool_id, lines, { only_valid: 'true' }))).toMatchObject({ added: 2, refused_total: 1 });
    const csv = `product;Key\nGame;"${three}"\nGame;${two}\n`;
    const refused = await add(pool_id, csv);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ pointer: '/csv/line/3', detail: 'line 3: this key is already in the pool' }),
    ]);
    expect(done(await add(pool_id, csv, { only_valid: 'true' }))).toMatchObject({ added: 1, pool: { keys_left: 3 } });
  });

  it('refuse lines that are not keys', async () => {
    const { pool_id } = await newPool();
    const faultOf = async (csv: string) => {
      const { status, body } = await add(pool_id, csv);
      return status === 400 ? body.errors?.[0]?.detail : status;
    };
    expect(await faultOf('x'.repeat(513))).toContain('at most 512');
    expect(await faultOf('AB\u0001CD')).toContain('readable');
    expect(await faultOf('\u007fELF\u0002')).toContain('readable');
    expect(await faultOf('AAA,BBB')).toContain('column named key');
    expect(await faultOf('name\tkey\nGame\t\n')).toContain('blank');
    expect(await faultOf('\n \n')).toContain('no keys');
    expect(await faultOf('key\n')).toContain('no keys');
    expect(await faultOf(Array.from({ length: 100_001 }, (_, at) => at).join('\n'))).toContain('more than 100000');
    expect(await faultOf('🎮'.repeat(512))).toBe(200);
    expect(await stock(pool_id)).toEqual([1, 0]);
  });

  it('store each key only once if two people upload the same file at the same time', async () => {
    const { pool_id } = await newPool();
    const csv = Array.from({ length: 1200 }, () => unique('KEY')).join('\n');
    const answers = await Promise.all([add(pool_id, csv), add(pool_id, csv)]);
    const added = answers.map((answer) => ('added' in answer.body ? Number(answer.body.added) : 0));
    expect(added.reduce((sum, count) => sum + count)).toBe(1200);
    expect(await stock(pool_id)).toEqual([1200, 0]);
  });

  it('show staff only the end of a key; an owner can reveal one, which is audited', async () => {
    const pool = await filledPool(3);
    const code = await newCode(await running(), { key_pool_id: pool.pool_id });
    const user = unique('player');
    const claim = done(await redeem(user, code.code));
    const params = { pool_id: pool.pool_id };
    const list = async (query: object) => done(await staff.call('listPoolKeys', { params, query }));
    const used = await list({});
    expect(used.data).toMatchObject([
      { claim: { redemption_id: claim.redemption_id, user_id: user, code: code.code } },
    ]);
    const unused = await list({ state: 'unused', limit: 1 });
    const rest = await list({ state: 'unused', limit: 1, cursor: unused.next_cursor });
    expect([...unused.data, ...rest.data]).toMatchObject([{ claim: null }, { claim: null }]);
    expect(rest.next_cursor).toBeNull();
    for (const key of pool.keys) expect(JSON.stringify([used, unused, rest])).not.toContain(key);
    const key_id = used.data[0]?.key_id ?? 0;
    const liveOps = await addMember(daemon(), 'live_ops');
    const reveal = { params: { ...params, key_id } };
    expect(shape(await liveOps.ask.call('revealPoolKey', reveal))).toEqual(refusal(403, 'forbidden'));
    expect(done(await staff.call('revealPoolKey', reveal)).value).toBe(pool.keys[0]);
    const other = await newPool();
    const elsewhere = { params: { pool_id: other.pool_id, key_id } };
    expect(shape(await staff.call('revealPoolKey', elsewhere))).toEqual(refusal(404, 'not_found'));
    const [entry] = done(await staff.call('listAudit', { query: { action: 'key_pool.reveal' } })).data;
    expect(entry).toMatchObject({ entity_id: String(pool.pool_id), after: { key_id } });
  });

  it('have unique names, ignoring case, and codes can name only pools that exist', async () => {
    const pool = await newPool();
    const body = { name: pool.name.toUpperCase() };
    expect(shape(await staff.call('createKeyPool', { body }))).toEqual(refusal(409, 'duplicate'));
    const other = await newPool();
    const rename = await staff.edit('changeKeyPool', { params: { pool_id: other.pool_id }, body });
    expect(shape(rename)).toEqual(refusal(409, 'duplicate'));
    const code = await newCode(await running());
    for (const key_pool_id of [999_999, 0]) {
      const refused = await staff.edit('changeCode', { params: { code_id: code.code_id }, body: { key_pool_id } });
      expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
    }
    const limited = await addMember(daemon(), 'live_ops');
    const params = { staff_id: limited.staff_id };
    done(await staff.edit('changeStaff', { params, body: { games: ['alpha'] } }));
    const campaign_id = await running({ games: ['alpha'] });
    const fields = { code: unique('CODE'), name: 'x', root_url: 'https://x.example', rewards_json: '[]' };
    const foreign = await limited.ask.call('createCode', {
      params: { campaign_id },
      body: { ...fields, key_pool_id: pool.pool_id },
    });
    expect(foreign.body).toMatchObject({ errors: [{ pointer: '/key_pool_id', code: 'not_a_pool' }] });
  });

  it('report low stock in the to-do list and, once each time it is reached, to webhooks', async () => {
    const webhook = { url: 'https://hooks.invalid/', events: ['key_pool.low' as const] };
    const { webhook_id } = done(await staff.call('createWebhook', { body: webhook }));
    const pool = await filledPool(3, 2);
    const code = await newCode(await running(), { key_pool_id: pool.pool_id });
    const messages = async () => {
      const rows = await runSql(daemon().databaseUrl, "select body from outbox where event_type = 'key_pool.low'");
      return rows
        .map(({ body }) => JSON.parse(String(body)).data)
        .filter(({ pool_id }: { pool_id: number }) => pool_id === pool.pool_id);
    };
    const claim = async () => done(await redeem(unique('player'), code.code));
    const low = async (): Promise<number[]> => {
      flow.clock.now += 10_000;
      const { to_do } = done(await staff.call('dashboard', { query: {} }));
      return to_do.low_key_pools.map(({ pool_id }: { pool_id: number }) => pool_id);
    };
    await claim();
    expect(await messages()).toEqual([]);
    expect(await low()).not.toContain(pool.pool_id);
    await claim();
    expect(await messages()).toEqual([{ pool_id: pool.pool_id, name: pool.name, keys_left: 1, low_stock: 2 }]);
    expect(await low()).toContain(pool.pool_id);
    await claim();
    expect(await messages()).toHaveLength(1);
    done(await add(pool.pool_id, `${unique('KEY')}\n${unique('KEY')}`));
    await claim();
    expect(await messages()).toHaveLength(2);
    const raise = (low_stock: number) =>
      staff.edit('changeKeyPool', { params: { pool_id: pool.pool_id }, body: { low_stock } });
    done(await raise(1));
    done(await raise(2));
    expect(await messages()).toHaveLength(3);
    done(await staff.call('removeWebhook', { params: { webhook_id } }));
  });

  it('lose their connection to an erased player, but keep every key', async () => {
    const pool = await filledPool(1);
    const code = await newCode(await running(), { key_pool_id: pool.pool_id });
    const user_id = unique('erased-player');
    const headers = { 'Idempotency-Key': unique('again') };
    const { redemption_id } = done(await game.call('redeem', { body: { user_id, code: code.code }, headers }));
    const { counts } = await eraseUser(daemon().db, user_id, { forget: async () => [] }, START);
    expect(counts.pool_keys).toBe(1);
    const { data } = done(await staff.call('listPoolKeys', { params: { pool_id: pool.pool_id } }));
    expect(data).toMatchObject([{ claim: null, used_at: expect.any(String) }]);
    expect(done(await game.call('getRedemption', { params: { redemption_id } }))).not.toHaveProperty('key');
    expect(await stock(pool.pool_id)).toEqual([0, 1]);
  });

  it('move with a campaign file, by name', async () => {
    const pool = await filledPool(1);
    const campaign_id = await running();
    const code = await newCode(campaign_id, { key_pool_id: pool.pool_id });
    const file = done(await staff.call('exportCampaign', { params: { campaign_id } }));
    expect(file.codes[0]).toMatchObject({ code: code.code, key_pool: pool.name });
    const renamed = {
      ...file,
      codes: [{ ...file.codes[0], code: unique('MOVED'), key_pool: pool.name.toLowerCase() }],
    };
    const { campaign } = done(await staff.call('importCampaign', { body: renamed }));
    const moved = done(await staff.call('listCodes', { params: { campaign_id: campaign.campaign_id ?? 0 } }));
    expect(moved.data).toMatchObject([{ key_pool_id: pool.pool_id }]);
    const unknown = { ...file, codes: [{ ...file.codes[0], code: unique('MOVED'), key_pool: 'Nowhere' }] };
    const refused = await staff.call('importCampaign', { body: unknown });
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/codes/0/key_pool' }] });
  });

  it('are stored and logged only encrypted', async () => {
    const pool = await filledPool(2);
    const code = await newCode(await running(), { key_pool_id: pool.pool_id });
    const headers = { 'Idempotency-Key': unique('again') };
    done(await game.call('redeem', { body: { user_id: unique('player'), code: code.code }, headers }));
    for (const table of ['pool_keys', 'idempotency_keys', 'outbox', 'audit_log', 'claims']) {
      const rows = JSON.stringify(await runSql(daemon().databaseUrl, `select * from ${table}`));
      for (const key of pool.keys) expect(rows).not.toContain(key);
    }
  });
});
