import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { webkitPaths } from '../../../build/find-browser.mjs';
import { freePort } from '../../../build/free-port.mjs';
import type { SdkBrowser } from '../sdk/sdk-browser.ts';
import { type DrivenTab, drivenContext } from './driven-page.ts';
import { endGroup, firstMatch, spawnGroup } from './spawn-group.ts';

// Drives the installed WebKit: its driver starts MiniBrowser on a virtual display. WebDriver uses one window at a time,
// so a long script is started in its window and polled, which lets two tabs run at the same time.

const START_MS = 30_000;
const POLL_MS = 50;

/** Returns a WebKit that is not running yet. It keeps its storage until it is closed. */
export function webkitBrowser(): SdkBrowser {
  const children: ChildProcess[] = [];
  const kill = async () => {
    for (const child of children.splice(0).reverse()) await endGroup(child);
  };
  return {
    async start() {
      const { driver, display } = webkitPaths() ?? { driver: '', display: '' };
      const flags = ['-displayfd', '1', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'];
      const screen = spawnGroup(display, flags, { stdio: ['ignore', 'pipe', 'ignore'] });
      children.push(screen);
      const number = await firstMatch(screen, 'stdout', /(\d+)\n/, START_MS);
      const port = await freePort();
      // WebKit's sandbox does not start as root, and only the test's own pages are opened here.
      const env = { ...process.env, DISPLAY: `:${number}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
      children.push(spawnGroup(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env }));
      const ask = await openSession(`http://127.0.0.1:${port}`);
      const home = (await ask('GET', '/window')) as string;
      return drivenContext(() => openTab(ask, home));
    },
    kill,
    close: kill,
  };
}

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

async function openSession(url: string): Promise<Ask> {
  const ask: Ask = async (method, path, body) => {
    const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (!response.ok) throw new Error(`${path}: ${value?.error}, ${value?.message}`);
    return value;
  };
  const late = performance.now() + START_MS;
  while (performance.now() < late && !(await ask('GET', '/status').catch(() => null))) await sleep(POLL_MS);
  const { sessionId } = (await ask('POST', '/session', { capabilities: {} })) as { sessionId: string };
  return (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
}

/** Opens a tab. `home` is a window that stays open, because the window selected last may be closed. */
async function openTab(ask: Ask, home: string): Promise<DrivenTab> {
  const { handle } = (await inTurn(async () => {
    await ask('POST', '/window', { handle: home });
    return ask('POST', '/window/new', { type: 'tab' });
  })) as { handle: string };
  const within: Ask = (method, path, body) =>
    inTurn(async () => {
      await ask('POST', '/window', { handle });
      return ask(method, path, body);
    });
  const script = (text: string, ...args: unknown[]) => within('POST', '/execute/sync', { script: text, args });
  let serial = 0;
  return {
    goto: (url) => within('POST', '/url', { url }),
    reload: () => within('POST', '/refresh', {}),
    close: () => within('DELETE', '/window'),
    async run(expression) {
      const id = `${++serial}`;
      await script(
        `const all = (globalThis.driven ??= {}), id = arguments[0];
        all[id] = [];
        Promise.resolve(${expression}).then((value) => { all[id] = ['value', value ?? null]; },
          (error) => { all[id] = ['error', String(error)]; });`,
        id,
      );
      for (;;) {
        // If the page has navigated away, there is nothing to wait for.
        const [kind, value] = (await script(
          'return globalThis.driven?.[arguments[0]] ?? ["gone", null]',
          id,
        )) as string[];
        if (kind === 'error') throw new Error(value);
        if (kind) return value;
        await sleep(POLL_MS);
      }
    },
  };
}

let turn: Promise<unknown> = Promise.resolve();
/** Runs calls one after the other, so that no other call selects another window in between. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const mine = turn.then(act);
  turn = mine.catch(() => {});
  return mine;
}
