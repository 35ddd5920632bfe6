import { readFileSync } from 'node:fs';
import { load, startDaemon } from './bench-daemon.ts';

const REDEEMS = 1_000_000;
const STEP = 100_000;

/** Returns the daemon's memory on SQLite in MiB: before 1,000,000 redeems, after every 100,000, and at its peak. */
export async function memoryOverAMillion() {
  const daemon = await startDaemon('sqlite');
  await daemon.code('GIFT');
  const size = (name: string) => {
    const status = readFileSync(`/proc/${daemon.pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024);
  };
  const sample = () => ({ resident: size('VmRSS'), anonymous: size('RssAnon'), files: size('RssFile') });
  const headers = { 'x-api-key': daemon.key };
  const samples = [sample()];
  let player = 0;
  const body = () => JSON.stringify({ user_id: `player-${++player}`, code: 'GIFT' });
  for (let done = 0; done < REDEEMS; done += STEP) {
    await load(`${daemon.url}/v1/redemption-codes/use/redeem`, { headers, body, amount: STEP });
    samples.push(sample());
    console.error(`${done + STEP} redeems: ${samples.at(-1)?.resident} MiB`);
  }
  const peak = size('VmHWM');
  await daemon.stop();
  return { samples, peak };
}
