import { readFileSync } from 'node:fs';
import { load, startDaemon } from './support.ts';

const REDEEMS = 1_000_000;
const STEP = 100_000;

/** The daemon's resident memory in MiB before and after every 100,000 of 1,000,000 redeems on SQLite. */
export async function memoryOverAMillion(): Promise<number[]> {
  const daemon = await startDaemon('sqlite');
  await daemon.code('GIFT');
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${daemon.pid}/status`, 'utf8'))?.[1]) / 1024;
  const headers = { 'x-api-key': daemon.key };
  const sizes = [resident()];
  let player = 0;
  const body = () => JSON.stringify({ user_id: `player-${++player}`, code: 'GIFT' });
  for (let done = 0; done < REDEEMS; done += STEP) {
    await load(`${daemon.url}/v1/redemption-codes/use/redeem`, { headers, body, amount: STEP });
    sizes.push(resident());
    console.error(`${done + STEP} redeems: ${Math.round(resident())} MiB`);
  }
  await daemon.stop();
  return sizes.map(Math.round);
}
