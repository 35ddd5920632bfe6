import { type Bridge, CHANNELS, type Connections, type ExposedBridge, type IpcApi } from '../../preload/api.ts';
import { whileSaving } from './running-saves.ts';

type AnyCallInput = (...args: unknown[]) => Promise<unknown>;

/** Creates the bridge of the desktop app, in which only the main process communicates with the daemon. */
export async function startDesktopBridge(exposed: ExposedBridge): Promise<Bridge> {
  const questions = Object.fromEntries(
    (Object.keys(CHANNELS) as (keyof IpcApi)[]).map((name) => [name, asking(exposed, name)]),
  ) as unknown as IpcApi;
  // A page always belongs to the same daemon: after a change of the daemon, the page is loaded again.
  const { current, known }: Connections = await questions.connections();
  const { connections, connect, about, describe, disconnect, forget, saves, cancelSave, openHelp, ...rest } = questions;
  const { name = null, colour = null } = known.find(({ url }) => url === current) ?? {};
  return {
    ...rest,
    connection: () => ({ kind: 'desktop', url: current ?? '', profile: { name, colour } }),
    saveAnswer: (...args) => whileSaving(saves, rest.saveAnswer(...args)),
    desktop: { connections, connect, about, describe, disconnect, forget, saves, cancelSave, openHelp },
  };
}

/** Throws if the main process rejects a request, because the page must have sent an invalid one. */
const asking =
  (exposed: ExposedBridge, name: keyof IpcApi): AnyCallInput =>
  async (...args) => {
    const answer = await exposed[name](...args);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.detail}`);
    return answer.value;
  };
