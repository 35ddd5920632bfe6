import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { startTestDaemon } from '../support/world/daemon.ts';

// A daemon must expose each metric that the example alerts and the dashboard name.

const file = (name: string) => join(root, 'docs/monitoring', name);

interface Rule {
  alert: string;
  expr: string;
}
const rules = () =>
  (load(readFileSync(file('alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
const panels = () =>
  JSON.parse(readFileSync(file('grafana.json'), 'utf8')).panels as { title: string; targets: { expr: string }[] }[];

/** Prometheus adds this metric. */
const OF_PROMETHEUS = new Set(['up']);

/** Returns the metric names in an expression: all words except labels, texts, functions and keywords. */
function namesIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_][a-z0-9_]*(?!\w)(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['sum', 'max', 'count', 'by', 'and', 'or', 'unless'].includes(name) && !OF_PROMETHEUS.has(name));
}

async function samplesOf(database: 'sqlite' | 'postgres'): Promise<string[]> {
  // The event log's metric exists even if ClickHouse does not respond.
  const daemon = await startTestDaemon({ database, env: { REDEEMD_EVENTS_URL: 'clickhouse://127.0.0.1:9/events' } });
  await daemon.server.call('redeem', { body: { user_id: 'u', code: 'NONE' } });
  await daemon.client.call('signIn', { body: { email: 'who@example.test', password: 'a wrong password' } });
  const text = await (await fetch(`${daemon.url}/metrics`)).text();
  await daemon.close();
  expect(text).toMatch(/^redeemd_sign_ins_failed_total 1$/m);
  // promtool checks this, too.
  expect(text).not.toMatch(/^# TYPE \w+_total (?!counter)/m);
  expect(text).toMatch(/^nodejs_active_handles\{/m);
  return [...text.matchAll(/^([a-z_][a-z0-9_]*)(?:\{[^\n]*\})? \S+$/gm)].map(([, name]) => name ?? '');
}

const expressions = () => [
  ...rules().map(({ expr }) => expr),
  ...panels().flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

const missing = (names: readonly string[], samples: ReadonlySet<string>) => names.filter((name) => !samples.has(name));

it('a daemon exposes every metric in the alerts and the dashboard', async () => {
  const samples = new Set([...(await samplesOf('sqlite')), ...(await samplesOf('postgres'))]);
  const named = [...new Set(expressions().flatMap(namesIn))];
  expect(named.length).toBeGreaterThan(20);
  expect(missing(named, samples)).toEqual([]);
  const readme = readFileSync(file('README.md'), 'utf8');
  const own = [...samples].filter((name) => name.startsWith('redeemd_') && !/_(bucket|sum|count|idle)$/.test(name));
  expect(own.filter((name) => !readme.includes(name))).toEqual([]);
});

it('sabotage: a metric that no daemon exposes is found', () => {
  const named = namesIn('max by (job) (rate(redeemd_no_such_total{a="b"}[5m])) > 1');
  expect(missing(named, new Set(['redeemd_job_failed']))).toEqual(['redeemd_no_such_total']);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
it.skipIf(!hasPromtool)('Prometheus accepts the alerts (needs promtool)', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file('alerts.yaml')], {
    encoding: 'utf8',
  });
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
});
