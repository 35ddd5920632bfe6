import { InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { KEY_KINDS, type KeyKind } from '../contract/endpoint.ts';
import { gameId } from '../contract/fields.ts';
import { ensureSecretKey } from '../db/secret/secret-key.ts';
import { seedOrganisation } from '../db/seed.ts';
import { createKey } from '../features/keys/create-key.ts';
import { withDatabase } from './with-database.ts';

export interface KeyOptions {
  name: string;
  kind: KeyKind;
  game?: string | undefined;
  test?: boolean | undefined;
}

/** Creates an API key and prints only the key on stdout. It cannot be shown again. */
export async function createKeyCommand(config: Config, { name, kind, game, test }: KeyOptions): Promise<void> {
  const { key } = await withDatabase(config, async (db) => {
    await seedOrganisation(db, Date.now());
    await ensureSecretKey(db, config);
    return await createKey(db, { name, kind, gameId: game ?? null, isTest: test }, Date.now());
  });
  process.stdout.write(`${key}\n`);
}

export function parseKind(text: string): KeyKind {
  const kind = KEY_KINDS.find((known) => known === text);
  if (!kind) throw new InvalidArgumentError(`It must be one of ${KEY_KINDS.join(', ')}.`);
  return kind;
}

export function parseGame(text: string): string {
  if (!gameId.safeParse(text).success)
    throw new InvalidArgumentError('It must have 1-64 letters, digits or underscores.');
  return text;
}

export function parseName(text: string): string {
  const name = text.trim();
  if (name.length < 1 || name.length > 200) throw new InvalidArgumentError('It must have 1-200 characters.');
  return name;
}
