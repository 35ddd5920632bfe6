import { z } from 'zod';
import { CSV_LAYOUTS } from '../../../daemon/contract/admin/payout-shapes.ts';
import { type EndpointName, endpoints } from '../../../daemon/contract/contract.ts';
import type { Endpoint } from '../../../daemon/contract/endpoint.ts';
import { readFileHeaders } from '../../../daemon/contract/file-headers.ts';
import type { AnyCallInput } from '../call-input.ts';
import type { DaemonClient, Sent } from '../daemon-client.ts';
import { problem, type Refused, refused } from '../problems.ts';

/** The properties that a file is expected to have, known before it is fetched. */
export interface WantedFile {
  type: string;
  /** Hex digits, or null if there is no hash. */
  sha256: string | null;
  /** The number of CSV rows without the header. */
  rows: number | null;
}

/** The fields of a payout run that describe its files. A daemon of another version may send more fields. */
const runHashes = z.object({
  csv_sha256: z.record(z.string(), z.string()).nullable(),
  csv_zipped: z.array(z.string()),
});

/**
 * Returns the properties that an endpoint's response must have. The hash of a payout file comes from a separate
 * response about the run, because the headers of a wrong file would contain the hash of that wrong file.
 */
export async function wantedFile(
  client: DaemonClient,
  name: EndpointName,
  input: AnyCallInput,
  signal: AbortSignal,
): Promise<{ ok: true; file: WantedFile } | Refused> {
  const { answer }: Endpoint = endpoints[name];
  const type = input.query?.format === 'csv' ? 'text/csv' : (answer.type ?? 'application/json');
  if (name !== 'getPayoutRunCsv') return { ok: true, file: { type, sha256: null, rows: null } };
  const asked = { params: input.params, query: { page_size: 1 } };
  const sent = await client.ask('getPayoutRun', asked, signal);
  if (!sent.ok) return sent;
  const run = runHashes.safeParse(await sent.response.json().catch(() => null));
  if (!run.success) return refused(problem('file_not_expected'));
  // If the query contains no layout, the contract's default applies, as in the daemon.
  const layout = z.enum(CSV_LAYOUTS).catch('finance').parse(input.query?.layout);
  const { csv_sha256, csv_zipped } = run.data;
  const isZip = csv_zipped.includes(layout);
  const file = { type: isZip ? 'application/zip' : type, sha256: csv_sha256?.[layout] ?? null, rows: null };
  return { ok: true, file };
}

/**
 * Combines the expected properties with those in the response's headers. Refuses a response that contains a different
 * file.
 */
export function readAnswer(
  wanted: WantedFile,
  sent: Sent,
): { ok: true; file: WantedFile; response: Response } | Refused {
  if (!sent.ok) return sent;
  const { headers } = sent.response;
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const received = readFileHeaders(headers);
  const isOther = wanted.sha256 !== null && received.sha256 !== null && received.sha256 !== wanted.sha256;
  if (type?.trim() !== wanted.type || isOther) {
    void sent.response.body?.cancel().catch(() => {});
    return refused(problem('file_not_expected'));
  }
  const file = { type: wanted.type, sha256: wanted.sha256 ?? received.sha256, rows: wanted.rows ?? received.rows };
  return { ok: true, file, response: sent.response };
}
