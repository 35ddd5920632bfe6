import { type Bridge, CHANNELS, type Connections, type ExposedBridge, type IpcApi } from '../../preload/api.ts';
import { whileSaving } from './running-saves.ts';

type AnyCallInput = (...args: unknown[]) => Promise<unknown>;

/** The bridge of the desktop app: every question goes to the main process, which alone talks to the daemon. */
export async function startDesktopBridge(exposed: ExposedBridge): Promise<Bridge> {
  const questions = Object.fromEntries(
    (Object.keys(CHANNELS) as (keyof IpcApi)[]).map((name) => [name, asking(exposed, name)]),
  ) as unknown as IpcApi;
  // The daemon of a page never changes: another daemon means another page.
  const { current, known }: Connections = await questions.connections();
  const { connections, connect, about, describe, disconnect, forget, saves, cancelSave, ...rest } = questions;
  const { name = null, colour = null } = known.find(({ url }) => url === current) ?? {};
  return {
    ...rest,
    connection: () => ({ kind: 'desktop', url: current ?? '', profile: { name, colour } }),
    saveAnswer: (...args) => whileSaving(saves, rest.saveAnswer(...args)),
    desktop: { connections, connect, about, describe, disconnect, forget, saves, cancelSave },
  };
}

/** If the main process itself refuses a question, the page sent something wrong: that is a fault in our code. */
const asking =
  (exposed: ExposedBridge, name: keyof IpcApi): AnyCallInput =>
  async (...args) => {
    const answer = await exposed[name](...args);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.detail}`);
    return answer.value;
  };
