import { type Dispatcher, request } from 'undici';
import { isOpened, mayReach, type Network, PRIVATE_ADDRESS, parseNetworks } from '../../domain/reachable-addresses.ts';
import { createGuardedAgent, requestFault } from '../../lib/guarded-agent.ts';
import { type EcbDay, parseEcbFile } from './ecb-file-rules.ts';

export interface RatesSource {
  url: string;
  /** Private networks that the daemon may access, as CIDRs. Only addresses in these may be accessed over http. */
  privateNetworks: readonly string[];
  /** The time limit from the name lookup to the end of the file. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** About two years of daily rates. */
const MOST_BYTES = 1_000_000;
/** Requests an uncompressed file, because a small compressed response could contain a huge one. */
const HEADERS = { accept: 'application/xml, text/xml', 'accept-encoding': 'identity', 'user-agent': 'redeemd' };

/**
 * Downloads the file with exchange rates and reads it.
 * @returns its days, oldest first
 */
export async function downloadRates(
  { url, privateNetworks, timeoutMs = TIMEOUT_MS }: RatesSource,
  signal: AbortSignal,
): Promise<EcbDay[]> {
  const opened = parseNetworks(privateNetworks);
  const agent = createGuardedAgent({ refusalOf: (...to) => refusalOf(...to, opened), timeoutMs });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const options = { dispatcher: agent, headers: HEADERS, signal: AbortSignal.any([signal, late]) };
    return parseEcbFile(await readText(await request(url, options)));
  } catch (error) {
    signal.throwIfAborted();
    const why = late.aborted ? `no complete response within ${timeoutMs / 1000} s` : requestFault(error);
    throw new Error(`No rates from ${new URL(url).host}: ${why}`);
  } finally {
    await agent.destroy();
  }
}

/** Rates affect payments, so an insecure connection outside private networks is refused. */
function refusalOf(address: string, protocol: string, opened: readonly Network[]): string | null {
  if (!mayReach(address, opened)) return PRIVATE_ADDRESS;
  const isSafe = protocol === 'https:' || isOpened(address, opened);
  return isSafe ? null : 'the address is public, so the URL must begin with https';
}

async function readText({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (statusCode >= 300 && statusCode < 400)
    throw new Error(`the response is a redirect (${statusCode}), which is not followed. Set the address of the file`);
  if (statusCode !== 200) throw new Error(`the response status is ${statusCode}`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Error(`the response is compressed (${encoding}), which is not supported`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`the file is larger than ${MOST_BYTES / 1e6} MB`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
