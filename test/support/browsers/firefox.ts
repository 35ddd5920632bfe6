import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { firefoxPath } from '../../../build/find-browser.mjs';
import type { SdkBrowser } from '../sdk/sdk-browser.ts';
import { type DrivenTab, drivenContext } from './driven-page.ts';
import { endGroup, firstMatch, spawnGroup } from './spawn-group.ts';

// Drives the installed Firefox with WebDriver BiDi, which Firefox supports natively.

const START_MS = 30_000;

/** Returns a Firefox that has its own profile and is not running yet. */
export function firefoxBrowser(): SdkBrowser {
  const profile = mkdtempSync(join(tmpdir(), 'redeemd-firefox-'));
  let child: ChildProcess | undefined;
  const kill = () => endGroup(child);
  return {
    async start() {
      const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
      child = spawnGroup(firefoxPath() ?? '', flags, { stdio: ['ignore', 'ignore', 'pipe'] });
      const address = await firstMatch(child, 'stderr', /BiDi listening on (ws:\S+)/, START_MS);
      const send = await openSession(`${address}/session`);
      return drivenContext(() => openTab(send));
    },
    kill,
    async close() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

interface Answer {
  id: number | null;
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

async function openSession(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  const waiting = new Map<number | null, (answer: Answer) => void>();
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = ({ error }) => reject(error);
  });
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  socket.onclose = () => {
    for (const answer of waiting.values()) answer({ id: null, error: 'closed', message: 'The browser exited' });
  };
  let last = 0;
  const send: Send = async (method, params) => {
    const id = ++last;
    const { result, error, message } = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (!result) throw new Error(`${method}: ${error}, ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  return send;
}

/** Opens a background tab. A tab in front would hide the others, and a hidden page sends its events immediately. */
async function openTab(send: Send): Promise<DrivenTab> {
  const { context } = await send('browsingContext.create', { type: 'tab', background: true });
  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    close: () => send('browsingContext.close', { context }),
    async run(expression) {
      // The value is text because BiDi has its own format for values.
      const wrapped = `Promise.resolve(${expression}).then((value) => JSON.stringify([value]))`;
      const params = { expression: wrapped, target: { context }, awaitPromise: true };
      const { result, exceptionDetails } = (await send('script.evaluate', params)) as {
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value)[0];
    },
  };
}
