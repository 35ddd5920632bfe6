import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { readConfig, settingsHelp } from '../../daemon/config.ts';

// Checks that the daemon accepts every setting, with its value, in the files that operators copy.

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const known = new Set(settingsHelp().match(/REDEEMD_\w+/g));
type Env = Record<string, string>;

/** The parts of `compose.yaml` that the tests read. */
interface Compose {
  services: {
    redeemd: { env_file: object[]; environment: Env; ports: string[]; stop_grace_period: string };
    postgres: { environment: Record<'POSTGRES_USER' | 'POSTGRES_PASSWORD' | 'POSTGRES_DB', string> };
  };
}
interface Probe {
  httpGet: { path: string };
  periodSeconds: number;
  failureThreshold: number;
}
interface Pod {
  containers: [
    Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe> & {
      envFrom: Record<string, { name: string }>[];
      ports: { name: string; containerPort: number }[];
    },
  ];
  terminationGracePeriodSeconds: number;
  enableServiceLinks: boolean;
  securityContext: Record<'runAsUser' | 'runAsGroup', number>;
}
interface Kubernetes {
  Secret: { kind: 'Secret'; stringData: Env };
  ConfigMap: { kind: 'ConfigMap'; data: Env };
  Deployment: {
    kind: 'Deployment';
    spec: { selector: { matchLabels: Env }; template: { metadata: { labels: Env }; spec: Pod } };
  };
  Service: { kind: 'Service'; spec: { selector: Env } };
  PodDisruptionBudget: { kind: 'PodDisruptionBudget'; spec: { selector: { matchLabels: Env } } };
}

/** Parses settings as the daemon does. The test fails if a setting is unknown to the daemon. */
function settingsOf(env: Env) {
  expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([]);
  return readConfig(env);
}

/** Returns the time after which no request is still in progress: REDEEMD_DRAIN_MS plus ten seconds. */
const endMs = (drainMs: number) => drainMs + 10_000;

const dockerfile = read('Dockerfile');
const imageEnv: Env = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

describe('the Dockerfile', () => {
  it('sets only variables that the daemon knows, and names the daemon’s version', () => {
    const { version } = JSON.parse(read('daemon', 'package.json'));
    expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`);
    expect(settingsOf(imageEnv)).toMatchObject({ host: '0.0.0.0', databaseUrl: 'sqlite:/data/redeem.db' });
  });
});

describe('redeemd.service', () => {
  const unit = read('build', 'release', 'redeemd.service');
  const hasTool = spawnSync('systemd-analyze', ['--version']).status === 0;

  it('sets only variables that the daemon knows', () => {
    const given = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    expect(settingsOf(Object.fromEntries(given)).databaseUrl).toBe('sqlite:/var/lib/redeemd/redeem.db');
  });

  it('has the same user, folder and settings as the documented commands', () => {
    const [, command = ''] = /^redeemd\(\) \{\n(.*?)\n\}$/ms.exec(read('docs', 'operating.md')) ?? [];
    const given = [...command.matchAll(/--(?:property|setenv)=(\S+)/g)].map(([, one]) => one);
    const ofUnit = unit.match(/^(?:DynamicUser|UMask|StateDirectory\w*|Environment\w*)=.*$/gm) ?? [];
    expect(given.toSorted()).toEqual(
      [...ofUnit.map((line) => line.replace(/^Environment=/, '')), 'User=redeemd'].toSorted(),
    );
  });

  it.skipIf(!hasTool)(
    `is valid, with an exposure of at most 1.5${hasTool ? '' : ' (skipped: no systemd-analyze)'}`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'redeemd-unit-'));
      const file = join(folder, 'redeemd.service');
      // `verify` requires a program that exists, and the daemon is not installed on this machine.
      writeFileSync(file, unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
      const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
      expect(analyze('verify')).toMatchObject({ status: 0, stderr: '' });
      // If the exposure is above 1.5 (of 10), `security` exits with a non-zero status.
      expect(analyze('security', '--offline=yes', '--threshold=15').status).toBe(0);
      rmSync(folder, { recursive: true });
    },
  );
});

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const given: Env = { POSTGRES_PASSWORD: 'pass', REDEEMD_SECRET_KEY: 'k'.repeat(32) };
  const filled = text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name, other) => given[name] ?? other ?? '');
  const { services } = load(filled) as Compose;

  it('gives the daemon its settings, and Postgres the same password', () => {
    const { databaseUrl } = settingsOf({ ...imageEnv, ...services.redeemd.environment });
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services.postgres.environment;
    expect(databaseUrl).toBe(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`);
  });

  it('reads every other setting from .env, if there is one; .env is excluded from Git and from the image', () => {
    expect(services.redeemd.env_file).toEqual([{ path: '.env', required: false }]);
    for (const name of ['.gitignore', '.dockerignore']) expect(read(name).split('\n')).toContain('.env');
  });

  it('publishes the port on which the daemon listens', () => {
    const { host, port } = settingsOf(services.redeemd.environment);
    expect([host, services.redeemd.ports]).toEqual(['0.0.0.0', [`127.0.0.1:8787:${port}`]]);
  });

  it('gives the daemon time to stop', () => {
    const { drainMs } = settingsOf(services.redeemd.environment);
    expect(Number.parseInt(services.redeemd.stop_grace_period, 10) * 1000).toBeGreaterThan(endMs(drainMs));
  });
});

describe('docs/kubernetes.md', () => {
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(read('docs', 'kubernetes.md')) ?? [];
  const objects = loadAll(yaml) as Kubernetes[keyof Kubernetes][];
  const find = <Kind extends keyof Kubernetes>(kind: Kind) => {
    const found = objects.find((one): one is Kubernetes[Kind] => one.kind === kind);
    if (!found) throw new Error(`docs/kubernetes.md has no ${kind}`);
    return found;
  };
  const { template, selector } = find('Deployment').spec;
  const pod = template.spec;
  const [container] = pod.containers;
  const { drainMs, port } = settingsOf({ ...imageEnv, ...find('ConfigMap').data, ...find('Secret').stringData });

  it('contains all five objects, with matching names and labels', () => {
    const kinds = ['Secret', 'ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget'];
    expect(objects.map(({ kind }) => kind)).toEqual(kinds);
    expect(container.envFrom.flatMap(Object.values)).toEqual([{ name: 'redeemd' }, { name: 'redeemd' }]);
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
    const { labels } = template.metadata;
    expect(selector.matchLabels).toEqual(labels);
    expect(find('Service').spec.selector).toEqual(labels);
    expect(find('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  });

  it('uses the probes, and removes a daemon from the service before it stops', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/healthz',
      '/healthz',
      '/readyz',
    ]);
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold * 1000).toBeLessThan(drainMs);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(endMs(drainMs));
  });

  it('turns off the environment variables that Kubernetes creates for a Service', () => {
    expect(pod.enableServiceLinks).toBe(false);
  });

  it('runs the daemon as the user of the image', () => {
    const { runAsUser, runAsGroup } = pod.securityContext;
    expect(dockerfile).toContain(`\nUSER ${runAsUser}:${runAsGroup}\n`);
  });
});
