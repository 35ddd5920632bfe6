import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { readJsonFile, writePrivateFile } from './private-file.ts';

/** The staff tokens, one for each daemon. They never leave the main process but as a header to their daemon. */
export interface Credentials {
  find(daemon: string): string | null;
  keep(daemon: string, token: string): void;
  /** Of a token that the daemon no longer knows: only that one, not one that came meanwhile. */
  forget(daemon: string, token?: string): void;
}

export type Vault = Pick<
  SafeStorage,
  'decryptString' | 'encryptString' | 'getSelectedStorageBackend' | 'isEncryptionAvailable'
>;
const sealedFile = z.record(z.string(), z.base64());

/** On disk they are sealed by the system's key store; where it has none, they live as long as the app does. */
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

/** Linux without a key store encrypts under a key that everybody knows. */
const isSealing = (vault: Vault) =>
  vault.isEncryptionAvailable() &&
  (process.platform !== 'linux' || !['basic_text', 'unknown'].includes(vault.getSelectedStorageBackend()));

function unseal(vault: Vault, base64: string | undefined): string | null {
  if (base64 === undefined || !isSealing(vault)) return null;
  try {
    return vault.decryptString(Buffer.from(base64, 'base64'));
  } catch {
    return null; // sealed by another user or machine
  }
}
