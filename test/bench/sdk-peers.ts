import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { SdkClient } from '../support/sdk/sdk-stage.ts';

// Other SDKs in their smallest documented form with their own defaults. Only settings that would put them at an unfair
// disadvantage are changed: bot filters, limits on events per second, and requests other than events.

/** An event in another SDK's request: its mark, and the ID by which that SDK's server would detect a repeat. */
export interface PeerEvent {
  mark: string;
  id: string;
}

export interface Peer extends SdkClient {
  version: string;
  gzippedBytes: number;
  read(body: Buffer): PeerEvent[];
}

interface Adapter {
  name: string;
  version: string;
  /** The source uses `ADDRESS`, which is known only when the page is served. */
  source: string;
  read(body: Buffer): PeerEvent[];
}

/** The first byte of gzipped data. */
const GZIP = 0x1f;

interface Sent {
  properties?: Record<string, string>;
  uuid?: string;
  messageId?: string;
}

const adapters: Adapter[] = [
  {
    name: 'posthog-js',
    version: '1.449.2',
    source: `import posthog from 'posthog-js/dist/module.slim';
      posthog.init('phc_key', { api_host: ADDRESS, autocapture: false, capture_pageview: false, capture_pageleave: false,
        capture_performance: false, capture_dead_clicks: false, disable_session_recording: true, disable_surveys: true,
        disable_external_dependency_loading: true, advanced_disable_flags: true, opt_out_useragent_filter: true,
        rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e7 } });
      globalThis.client = { send: (mark) => void posthog.capture('made', { mark }) };`,
    read(body) {
      const text = (body[0] === GZIP ? gunzipSync(body) : body).toString();
      return eventsOf(fromForm(text)).map(({ properties, uuid }) => ({ mark: properties?.mark ?? '', id: uuid ?? '' }));
    },
  },
  {
    name: '@segment/analytics-next',
    version: '1.84.3',
    source: `import { AnalyticsBrowser } from '@segment/analytics-next';
      const { host, protocol } = new URL(ADDRESS);
      const analytics = AnalyticsBrowser.load({ writeKey: 'key',
        cdnSettings: { integrations: { 'Segment.io': { apiKey: 'key' } } } },
        { integrations: { 'Segment.io': { apiHost: host + '/v1', protocol: protocol.slice(0, -1) } } });
      globalThis.client = { send: (mark) => void analytics.track('made', { mark }).catch(() => {}) };`,
    read: (body) =>
      eventsOf(body.toString()).map(({ properties, messageId }) => ({
        mark: properties?.mark ?? '',
        id: messageId ?? '',
      })),
  },
  {
    name: 'mixpanel-browser',
    version: '2.83.0',
    source: `import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core';
      mixpanel.init('key', { api_host: ADDRESS, persistence: 'localStorage' });
      globalThis.client = { send: (mark) => void mixpanel.track('made', { mark }) };`,
    read: (body) =>
      eventsOf(fromForm(body.toString())).map(({ properties }) => ({
        mark: properties?.mark ?? '',
        id: properties?.$insert_id ?? '',
      })),
  },
];

/** Parses `data=…`, in plain text or base64. */
function fromForm(text: string): string {
  const data = /^data=/.test(text) ? (new URLSearchParams(text).get('data') ?? '') : text;
  return /^[[{]/.test(data) ? data : Buffer.from(data, 'base64').toString();
}

function eventsOf(text: string): Sent[] {
  const sent = JSON.parse(text);
  return Array.isArray(sent) ? sent : (sent.batch ?? sent.events ?? [sent]);
}

/** Installs the SDKs into a temporary folder and bundles each as a page would load it. */
export async function bundlePeers(wanted: (name: string) => boolean): Promise<Peer[]> {
  const chosen = adapters.filter(({ name }) => wanted(name));
  if (chosen.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-peers-'));
  try {
    const packages = chosen.map(({ name, version }) => `${name}@${version}`);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
    const { status } = spawnSync('npm', ['install', ...flags, ...packages], { stdio: 'inherit' });
    if (status !== 0) throw new Error('The other SDKs could not be installed');
    const peers: Peer[] = [];
    for (const [at, adapter] of chosen.entries()) peers.push(await bundled(adapter, join(folder, `peer-${at}.js`)));
    return peers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundled({ name, version, source, read }: Adapter, file: string): Promise<Peer> {
  writeFileSync(file, source);
  const outfile = `${file}.bundle.js`;
  await build({ entryPoints: [file], bundle: true, minify: true, format: 'iife', outfile, logLevel: 'error' });
  const script = readFileSync(outfile, 'utf8');
  return {
    ...{ name, version, read },
    gzippedBytes: gzipSync(script, { level: 9 }).length,
    script: (address) => `globalThis.ADDRESS = ${JSON.stringify(address)};${script}`,
  };
}
