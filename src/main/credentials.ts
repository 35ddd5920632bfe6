import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { readJsonFile, writePrivateFile } from './private-file.ts';

/** The staff tokens, one per daemon. A token leaves the main process only in a request header to its own daemon. */
export interface Credentials {
  find(daemon: string): Promise<string | null>;
  keep(daemon: string, token: string): Promise<void>;
  /** Forgets a token that the daemon refused, but not a newer token that the app has received since then. */
  forget(daemon: string, token?: string): Promise<void>;
  /** Returns whether tokens are saved for the next start. */
  areKept(): Promise<boolean>;
}

export type Vault = Pick<
  SafeStorage,
  'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
>;
const sealedFile = z.record(z.string(), z.base64());

/**
 * Opens the tokens. The system's key store encrypts them on disk. Without a key store, they exist only while the app
 * is running.
 */
export function openCredentials(file: string, vault: Vault): Credentials {
  const tokens = new Map<string, string>();
  const sealed = new Map(Object.entries(sealedFile.safeParse(readJsonFile(file)).data ?? {}));

  const write = () => {
    try {
      writePrivateFile(file, JSON.stringify(Object.fromEntries(sealed)));
    } catch (error) {
      console.error('The session could not be saved for the next start:', error);
    }
  };
  const drop = (daemon: string) => {
    tokens.delete(daemon);
    if (sealed.delete(daemon)) write();
  };
  const keep = async (daemon: string, token: string) => {
    drop(daemon);
    tokens.set(daemon, token);
    const box = (await isSealing(vault)) ? await vault.encryptStringAsync(token) : null;
    // The user may have signed out, or in again, while the key store was encrypting.
    if (box === null || tokens.get(daemon) !== token) return;
    sealed.set(daemon, box.toString('base64'));
    write();
  };
  const find = async (daemon: string): Promise<string | null> => {
    const known = tokens.get(daemon);
    if (known !== undefined) return known;
    const box = sealed.get(daemon);
    const opened = box === undefined ? null : await unseal(vault, box);
    if (opened === null || sealed.get(daemon) !== box) return tokens.get(daemon) ?? null;
    tokens.set(daemon, opened.token);
    if (opened.isStale) await keep(daemon, opened.token);
    return opened.token;
  };
  return {
    find,
    keep,
    async forget(daemon, token) {
      if (token === undefined || (await find(daemon)) === token) drop(daemon);
    },
    areKept: () => isSealing(vault),
  };
}

/** On Linux without a key store, Electron encrypts with a publicly known key, so no token is saved. */
const isSealing = async (vault: Vault) =>
  (await vault.isAsyncEncryptionAvailable()) &&
  (process.platform !== 'linux' || !['basic_text', 'unknown'].includes(vault.getSelectedStorageBackend()));

/** Decrypts a token. `isStale`: the system has a newer or better key, so the token must be encrypted again. */
async function unseal(vault: Vault, base64: string): Promise<{ token: string; isStale: boolean } | null> {
  if (!(await isSealing(vault))) return null;
  try {
    const { result, shouldReEncrypt } = await vault.decryptStringAsync(Buffer.from(base64, 'base64'));
    return { token: result, isStale: shouldReEncrypt };
  } catch {
    return null; // encrypted by another user or machine
  }
}
