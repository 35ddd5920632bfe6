import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { readConfig, settingsHelp } from '../../daemon/config.ts';
import { done } from '../support/http/test-client.ts';
import { LOOPBACK_OPEN, webhookWorld } from '../support/http/webhooks.ts';
import { startReceiver, verified } from '../support/servers/receiver.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { OWNER, startTestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

describe('the environment of a daemon', () => {
  it.each(['staging', 'Staging-2', 'x', 'a'.repeat(32)])('can be named %s', (name) => {
    expect(readConfig({ REDEEMD_ENVIRONMENT: name }).environmentName).toBe(name);
  });

  it.each(['-x', 'x-', 'a b', 'a\r\nb', 'ä', 'a'.repeat(33), '[x]'])('cannot be named %j', (name) => {
    expect(() => readConfig({ REDEEMD_ENVIRONMENT: name })).toThrow('REDEEMD_ENVIRONMENT must be 1-32 letters');
  });

  it.each(['#d97706', '#FA0', 'orange'])('can have the colour %s', (colour) => {
    expect(readConfig({ REDEEMD_ENVIRONMENT_COLOUR: colour }).environmentColour).toBe(colour);
  });

  it.each(['#12', 'url(x)', 'red;', 'chartreuse'])('cannot have the colour %s', (colour) => {
    expect(() => readConfig({ REDEEMD_ENVIRONMENT_COLOUR: colour })).toThrow(
      'REDEEMD_ENVIRONMENT_COLOUR must be a colour',
    );
  });

  it('is production by default, and the probe shows it with the versions', async () => {
    const daemon = await startTestDaemon();
    open.push(daemon);
    const { version } = JSON.parse(readFileSync(join(root, 'daemon/package.json'), 'utf8'));
    expect(await (await fetch(`${daemon.url}/healthz`)).json()).toEqual({
      ...{ status: 'ok', version, api: '1.0', environment: 'production', environment_colour: null },
    });
    expect(settingsHelp()).toContain('REDEEMD_ENVIRONMENT_COLOUR');
    expect(done(await daemon.owner.call('getSession')).environment).toEqual({ name: 'production', colour: null });
  });

  it('is shown in the Portal, in webhooks and in emails', async () => {
    const server = await startMailServer();
    open.push(server);
    const staging = { REDEEMD_ENVIRONMENT: 'staging', REDEEMD_ENVIRONMENT_COLOUR: '#d97706' };
    const mail = { REDEEMD_SMTP_URL: server.url, REDEEMD_MAIL_FROM: 'no-reply@game.example' };
    const world = await webhookWorld('sqlite', { env: { ...LOOPBACK_OPEN, ...staging, ...mail } });
    open.push(world.daemon);
    const environment = { name: 'staging', colour: '#d97706' };
    expect(await (await fetch(`${world.daemon.url}/healthz`)).json()).toMatchObject({
      ...{ environment: 'staging', environment_colour: '#d97706' },
    });
    expect(done(await world.daemon.client.call('signIn', { body: OWNER })).environment).toEqual(environment);
    expect(done(await world.staff.call('getSession')).environment).toEqual(environment);

    const receiver = await startReceiver();
    open.push(receiver);
    const { webhook_id, secret } = await world.subscribe(receiver);
    await world.redeem();
    done(await world.staff.call('testWebhook', { params: { webhook_id } }));
    await until('both messages', () => receiver.received.length === 2);
    for (const message of receiver.received) {
      expect(message.headers['webhook-environment']).toBe('staging');
      expect(verified(message, secret)).toHaveProperty('type');
    }

    done(await world.staff.edit('changeSettings', { body: { payout_email: 'finance@client.example' } }));
    const { run_id } = done(await world.staff.call('createPayoutRun', { body: { kind: 'manual' } }));
    await until('the mail', () => server.mails.length > 0);
    expect(server.mails[0]?.headers.get('subject')).toEqual([`[staging] Payout run ${run_id} is ready for review`]);
  });
});
