import type { EndpointName } from '../../../daemon/contract/contract.ts';
import type { IpcApi } from '../../preload/api.ts';
import type { AnyCallInput } from '../call-input.ts';
import { breakFault } from '../connection-faults.ts';
import { type DaemonClient, unexpected } from '../daemon-client.ts';
import { type Refused, refused } from '../problems.ts';

/** Returns the handler for endpoint calls from the screens. The handler returns each response as plain data. */
export const callHandlers = (client: DaemonClient): Pick<IpcApi, 'call'> => ({
  call: (async (name: EndpointName, input?: AnyCallInput) => {
    const sent = await client.ask(name, input);
    if (!sent.ok) return { ...sent, status: sent.problem.status };
    const { status, headers } = sent.response;
    const read = await readBody(sent.response);
    return read.ok
      ? { ok: true, status, body: read.body, etag: headers.get('etag') }
      : { ...read, status: read.problem.status };
  }) as IpcApi['call'],
});

async function readBody(response: Response): Promise<{ ok: true; body: unknown } | Refused> {
  if (response.status === 304) return { ok: true, body: null };
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    return refused(breakFault(error));
  }
  if (!isJson) return { ok: true, body: text };
  try {
    return { ok: true, body: JSON.parse(text) };
  } catch {
    return refused(unexpected(response.status));
  }
}
