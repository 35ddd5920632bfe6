import { type Bridge, CHANNELS, type Connections, type ExposedBridge, type Questions } from '../../preload/api.ts';

type AnyQuestion = (...args: unknown[]) => Promise<unknown>;

/** The bridge of the desktop app: every question goes to the main process, which alone speaks to the daemon. */
export async function startDesktopBridge(exposed: ExposedBridge): Promise<Bridge> {
  const questions = Object.fromEntries(
    (Object.keys(CHANNELS) as (keyof Questions)[]).map((name) => [name, asking(exposed, name)]),
  ) as unknown as Questions;
  // Which daemon it is does not change under a page: another one is another page.
  const { current }: Connections = await questions.connections();
  const { connections, connect, disconnect, forget, ...rest } = questions;
  return {
    ...rest,
    connection: () => ({ kind: 'desktop', url: current ?? '' }),
    desktop: { connections, connect, disconnect, forget },
  };
}

/** Refused by the main process itself: what was asked is not what it knows, which is a fault of ours. */
const asking =
  (exposed: ExposedBridge, name: keyof Questions): AnyQuestion =>
  async (...args) => {
    const answer = await exposed[name](...args);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.detail}`);
    return answer.value;
  };
