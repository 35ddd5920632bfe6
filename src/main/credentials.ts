import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { readJsonFile, writePrivateFile } from './private-file.ts';

/**
 * The staff tokens, one for each daemon. A token leaves the main process only in a request header to its own daemon.
 */
export interface Credentials {
  find(daemon: string): string | null;
  keep(daemon: string, token: string): void;
  /** Forgets a token that the daemon refused, but not a newer token that the app got in the meantime. */
  forget(daemon: string, token?: string): void;
}

export type Vault = Pick<
  SafeStorage,
  'decryptString' | 'encryptString' | 'getSelectedStorageBackend' | 'isEncryptionAvailable'
>;
const sealedFile = z.record(z.string(), z.base64());

/** On disk the system's key store encrypts the tokens. Without a key store they live only as long as the app runs. */
export function openCredentials(file: string, vault: Vault): Credentials {
  const tokens = new Map<string, string>();
  const sealed = new Map(Object.entries(sealedFile.safeParse(readJsonFile(file)).data ?? {}));

  const write = () => {
    try {
      writePrivateFile(file, JSON.stringify(Object.fromEntries(sealed)));
    } catch (error) {
      console.error('The session could not be kept for the next start:', error);
    }
  };
  const drop = (daemon: string) => {
    tokens.delete(daemon);
    if (sealed.delete(daemon)) write();
  };

  const find = (daemon: string): string | null => {
    const token = tokens.get(daemon) ?? unseal(vault, sealed.get(daemon));
    if (token !== null) tokens.set(daemon, token);
    return token;
  };
  return {
    find,
    keep(daemon, token) {
      drop(daemon);
      tokens.set(daemon, token);
      if (!isSealing(vault)) return;
      sealed.set(daemon, vault.encryptString(token).toString('base64'));
      write();
    },
    forget(daemon, token) {
      if (token === undefined || find(daemon) === token) drop(daemon);
    },
  };
}

/** On Linux without a key store Electron encrypts with a publicly known key. */
const isSealing = (vault: Vault) =>
  vault.isEncryptionAvailable() &&
  (process.platform !== 'linux' || !['basic_text', 'unknown'].includes(vault.getSelectedStorageBackend()));

function unseal(vault: Vault, base64: string | undefined): string | null {
  if (base64 === undefined || !isSealing(vault)) return null;
  try {
    return vault.decryptString(Buffer.from(base64, 'base64'));
  } catch {
    return null; // encrypted by another user or machine
  }
}
