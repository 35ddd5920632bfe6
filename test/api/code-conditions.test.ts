import { expect, it } from 'vitest';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { MINUTE, onEachGame, USE } from '../support/http/game-flow.ts';
import { done, iso, refusal, shape } from '../support/http/test-client.ts';

const LEVEL_20 = { attribute: 'level', is: 'at_least' as const, value: 20 };
const IN_DACH = { attribute: 'country', is: 'one_of' as const, value: ['DE', 'AT', 'CH'] };

onEachGame('dates and conditions of codes', (flow) => {
  const { staff, game, clock, unique, running, newCode, newBase, changeCode, create } = flow;
  const use = (how: 'redeem' | 'validate', code: string, attributes?: unknown, user_id = unique('player')) =>
    game.send('POST', `${USE}/${how}`, { user_id, code, ...(attributes === undefined ? {} : { attributes }) });
  /** Expects the same refusal from redeem and validate. */
  const refused = async (code: string, reason: string, attributes?: unknown) => {
    const answers = [await use('redeem', code, attributes), await use('validate', code, attributes)];
    for (const answer of answers) expect(shape(answer)).toEqual(refusal(400, reason));
    return answers.map(({ body }) => body.attribute);
  };

  it('allow a code only in its own period, which also applies to its creator codes', async () => {
    const times = { starts_at: iso(clock.now + MINUTE), ends_at: iso(clock.now + 2 * MINUTE) };
    const campaignId = await running();
    const code = await newCode(campaignId, times);
    expect(code).toMatchObject({ ...times, conditions: null });
    const base = await newBase(campaignId, times);
    const creator = done(await create(unique('creator'), base.code));
    for (const one of [code.code, creator.code]) await refused(one, 'code_not_started');
    clock.now += MINUTE;
    for (const one of [code.code, creator.code]) done(await use('redeem', one));
    clock.now += MINUTE;
    for (const one of [code.code, creator.code]) await refused(one, 'code_expired');
    await changeCode(base.code_id, { ends_at: null });
    done(await use('redeem', creator.code));
    // If the clock is set back, the codes are closed again until their start.
    clock.now -= 2 * MINUTE;
    for (const one of [code.code, creator.code]) await refused(one, 'code_not_started');
    clock.now += 2 * MINUTE;
    const params = { code_id: code.code_id };
    const backwards = await staff.edit('changeCode', { params, body: { ends_at: times.starts_at } });
    expect(shape(backwards)).toEqual(refusal(400, 'invalid_request'));
    expect(backwards.body).toMatchObject({ errors: [{ pointer: '/ends_at' }] });
  });

  it('refuse players who do not meet them, and name the attribute', async () => {
    const campaignId = await running();
    const code = await newCode(campaignId, { conditions: [LEVEL_20, IN_DACH], usage_limit: 1 });
    expect(code.conditions).toEqual([LEVEL_20, IN_DACH]);
    const base = await newBase(campaignId, { conditions: [LEVEL_20] });
    const creator = done(await create(unique('creator'), base.code));
    expect(await refused(code.code, 'conditions_not_met')).toEqual(['level', 'level']);
    expect(await refused(code.code, 'conditions_not_met', { level: 20 })).toEqual(['country', 'country']);
    expect(await refused(creator.code, 'conditions_not_met', { level: 19 })).toEqual(['level', 'level']);
    done(await use('redeem', creator.code, { level: 20 }));
    const right = { level: 20, country: 'AT', other: true };
    expect(done(await use('validate', code.code, right))).toMatchObject({ valid: true });
    done(await use('redeem', code.code, right));
    await refused(code.code, 'limit_reached', right);
    // Without conditions, attributes are ignored.
    done(await use('redeem', (await newCode(campaignId)).code, right));
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`a${at}`, at]));
    const deep = { level: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) };
    const huge = { level: 'x'.repeat(100_000) };
    for (const wrong of [{ level: { deep: 1 } }, { level: null }, [1], 'x', { 'a b': 1 }, many, deep, huge])
      expect(shape(await use('redeem', code.code, wrong))).toEqual(refusal(400, 'invalid_request'));

    await changeCode(code.code_id, { conditions: null, usage_limit: null });
    done(await use('redeem', code.code));
    const query = { entity: 'code', entity_id: String(code.code_id) };
    const { data } = done(await staff.call('listAudit', { query }));
    expect(data[0]).toMatchObject({ before: { conditions: [LEVEL_20, IN_DACH] }, after: { conditions: null } });
  });

  it('are checked again when the code is redeemed, whatever validate returned before', async () => {
    const code = await newCode(await running(), { conditions: [LEVEL_20] });
    expect(done(await use('validate', code.code, { level: 20 }))).toMatchObject({ valid: true });
    await changeCode(code.code_id, { conditions: [IN_DACH] });
    expect(await refused(code.code, 'conditions_not_met', { level: 20 })).toEqual(['country', 'country']);
    done(await use('redeem', code.code, { country: 'DE' }));
  });

  it('reserve a personal code for its recipient', async () => {
    const campaignId = await running();
    const code = await newCode(campaignId, { recipient: 'ann', conditions: [LEVEL_20] });
    expect(code).toMatchObject({ recipient: 'ann', is_personal: true });
    for (const user of ['bob', 'Ann', 'ann ']) {
      const answer = await use('redeem', code.code, { level: 20 }, user);
      expect(shape(answer)).toEqual(refusal(400, 'not_the_recipient'));
      expect(JSON.stringify(answer.body)).not.toMatch(/\bann\b/);
    }
    expect(shape(await use('redeem', code.code, { level: 1 }, 'ann'))).toEqual(refusal(400, 'conditions_not_met'));
    done(await use('redeem', code.code, { level: 20 }, 'ann'));
    expect(shape(await use('validate', code.code, { level: 20 }, 'ann'))).toEqual(refusal(409, 'already_redeemed'));

    for (const recipient of ['bob', null]) await changeCode(code.code_id, { recipient });
    done(await use('redeem', code.code, { level: 20 }, 'carl'));
    const query = { entity: 'code', entity_id: String(code.code_id) };
    const { data } = done(await staff.call('listAudit', { query }));
    expect(data).toMatchObject([
      { before: { recipient: 'set' }, after: { recipient: null } },
      { before: { recipient: 'set' }, after: { recipient: 'replaced' } },
      { after: { recipient: 'set' } },
    ]);
    const base = await newBase(campaignId);
    const onBase = await staff.edit('changeCode', { params: { code_id: base.code_id }, body: { recipient: 'ann' } });
    expect(onBase.body).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/recipient' }] });
  });

  it('explain to support why a code did not work', async () => {
    const code = await newCode(await running(), { conditions: [LEVEL_20, IN_DACH] });
    const user = unique('player');
    await use('redeem', code.code, { level: 3 }, user);
    await use('redeem', unique('NO'), { level: 3 }, user);
    const tries = async () => {
      const { refused_tries } = done(await staff.call('getPlayer', { params: { user_id: user } }));
      return refused_tries.map(({ reason, attribute, conditions }: Record<string, unknown>) => [
        ...[reason, attribute, conditions],
      ]);
    };
    expect(await tries()).toEqual([
      ['code_not_found', null, null],
      ['conditions_not_met', 'level', [LEVEL_20]],
    ]);
    clock.now += 1;
    await changeCode(code.code_id, { conditions: [IN_DACH] });
    expect(await tries()).toContainEqual(['conditions_not_met', 'level', null]);
  });

  it('refuse a repeated request with different attributes', async () => {
    const code = await newCode(await running(), { conditions: [LEVEL_20] });
    const send = (level: number) => {
      const headers = { 'idempotency-key': 'same' };
      return game.call('redeem', { headers, body: { user_id: 'repeater', code: code.code, attributes: { level } } });
    };
    const first = done(await send(25));
    expect(done(await send(25))).toEqual(first);
    expect(shape(await send(26))).toEqual(refusal(409, 'idempotency_mismatch'));
  });

  it('can be set for batches and imports, and are in the campaign file', async () => {
    const campaignId = await running();
    const params = { campaign_id: campaignId };
    const shared = { name: 'Drop', root_url: 'https://game.example/redeem', rewards_json: '{"gold":1}' };
    const [from, to] = [iso(clock.now - MINUTE), iso(clock.now + MINUTE)];
    const window = { starts_at: from, ends_at: to, conditions: [LEVEL_20] };
    const made = done(await staff.call('generateCodes', { params, body: { ...shared, count: 2, ...window } }));
    await jobDone(staff, made.job_id);
    const [early, late] = [unique('EARLY'), unique('LATE')];
    const csv = `code,starts_at,ends_at,recipient\r\n${early},,,\r\n${late},${to},${iso(clock.now + 2 * MINUTE)}, dora \r\n`;
    const imported = done(await staff.call('importCodes', { params, body: { ...shared, csv, conditions: [IN_DACH] } }));
    await jobDone(staff, imported.job_id);
    const wrong = `code,starts_at,ends_at\r\n${unique('X')},${to},${from}\r\n`;
    const faulty = await staff.call('importCodes', { params, body: { ...shared, csv: wrong } });
    expect(faulty.body).toMatchObject({ errors: [{ detail: 'line 2: ends_at must be later than starts_at' }] });
    await newCode(campaignId, { conditions: [IN_DACH] });

    const { data } = done(await staff.call('listCodes', { params, query: { page_size: 100 } }));
    const generated = data.filter(({ name }: { name: string }) => name === 'Drop').slice(-2);
    expect(generated).toMatchObject([window, window]);
    await refused(generated[0].code, 'conditions_not_met', { level: 1 });
    done(await use('redeem', generated[0].code, { level: 20 }));
    done(await use('redeem', early, { country: 'CH' }));
    await refused(late, 'code_not_started', { country: 'CH' });
    const repeated = done(
      await staff.call('importCodes', {
        params,
        query: { dry_run: 'true' },
        body: { ...shared, csv, conditions: [IN_DACH] },
      }),
    );
    expect(repeated).toMatchObject({ unchanged: 2, new: 0 });

    const exported = async (campaign_id: number) =>
      done(await staff.call('exportCampaign', { params: { campaign_id }, query: { bulk: 'true' } }));
    const file = await exported(campaignId);
    expect(file.batches).toMatchObject([
      window,
      { conditions: [IN_DACH], values: [early, { code: late, starts_at: to, recipient: 'dora' }] },
    ]);
    const { version } = done(await staff.call('getCampaign', { params }));
    const query = { campaign_id: String(campaignId), version: String(version), dry_run: 'true' as const };
    const again = done(await staff.call('importCampaign', { query, body: file }));
    expect(again).toMatchObject({ unchanged: 5, changed: 0, refused_total: 0 });
  });
});
