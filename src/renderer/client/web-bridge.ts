import type { ApiInput } from '../../../daemon/contract/request.ts';
import type { Bridge } from '../../preload/api.ts';
import { mayBeSignedIn } from '../lib/session-mark.ts';
import { NO_CONNECTION } from './no-connection.ts';
import { saveBlob } from './save-blob.ts';
import { createWebSession } from './web-session.ts';

/** Creates the bridge of a browser, which uses fetch and a session cookie that scripts cannot read. */
export function createWebBridge(url: string): Bridge {
  const { ask, findSession, enter, signOut } = createWebSession(url);
  return {
    connection: () => ({ kind: 'web', url, profile: null }),
    async call(name, ...[input]) {
      const sent = await ask(name, input as ApiInput);
      if (!sent.ok) return { ok: false, status: sent.problem.status, problem: sent.problem };
      const { status, headers } = sent.response;
      const etag = headers.get('etag');
      if (status === 304) return { ok: true, status, body: null, etag };
      const isJson = headers.get('content-type')?.includes('json');
      return { ok: true, status, body: await (isJson ? sent.response.json() : sent.response.text()), etag };
    },
    session: async () => (mayBeSignedIn() ? findSession() : { ok: true, session: null }),
    signIn: (credentials) => enter('signIn', credentials),
    setup: (fields) => enter('setup', fields),
    acceptInvitation: (fields) => enter('acceptInvitation', fields),
    changePassword: (fields) => enter('changePassword', fields),
    signOut,
    async saveFile(name, bytes, type) {
      return saveBlob(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    },
    async saveAnswer(fileName, name, ...[input]) {
      const sent = await ask(name, input as ApiInput);
      if (!sent.ok) return { outcome: 'failed', problem: sent.problem };
      try {
        return saveBlob(fileName, await sent.response.blob());
      } catch {
        return { outcome: 'failed', problem: NO_CONNECTION };
      }
    },
  };
}
