import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { KeyKind, Scope } from '../../../../daemon/contract/endpoint.ts';
import type { CallArguments } from '../../../preload/api.ts';
import { findWrongOrigin, originsOf } from '../../lib/origins.ts';
import { fromZonedInput, toZonedInput } from '../../lib/zoned-input.ts';
import { keys as t } from '../../texts/keys.ts';
import type { ApiKey } from './keys-queries.ts';

export type NewKey = Exclude<CallArguments<Endpoints['createApiKey']>[0], undefined>['body'];
export type KeyChange = Pick<Partial<ApiKey>, 'name' | 'allowed_origins' | 'expires_at'>;

/** The fields of the form as typed. */
export interface KeyValues {
  name: string;
  kind: KeyKind;
  scopes: Scope[];
  game_id: string;
  is_test: boolean;
  /** The allowed origins, one per line. */
  origins: string;
  /** The expiry in the format of `<input type="datetime-local">`. */
  expires: string;
}

export const valuesOf = (key: ApiKey | null, zone: string): KeyValues => ({
  name: key?.name ?? '',
  kind: key?.kind ?? 'server',
  scopes: key?.scopes ?? [],
  game_id: key?.game_id ?? '',
  is_test: key?.is_test ?? false,
  origins: key?.allowed_origins.join('\n') ?? '',
  expires: key?.expires_at ? toZonedInput(key.expires_at, zone) : '',
});

const originFault = (origins: string): string | null => {
  const wrong = findWrongOrigin(origins);
  return wrong === undefined ? null : t.originWrong(wrong);
};

/** Returns the form's own checks. An expiry in the past is allowed if it is unchanged. */
export const faultsOf = (key: ApiKey | null, zone: string) => ({
  name: (name: string) => (name.trim() === '' ? t.nameMissing : null),
  scopes: (scopes: Scope[], { kind }: KeyValues) => (kind === 'server' && scopes.length === 0 ? t.scopesMissing : null),
  game_id: (game: string) => (/^[A-Za-z0-9_]{0,64}$/.test(game.trim()) ? null : t.gameWrong),
  origins: originFault,
  expires: (text: string) => {
    if (text === valuesOf(key, zone).expires) return null;
    const end = fromZonedInput(text, zone);
    return text === '' || (end !== null && Date.parse(end) > Date.now()) ? null : t.expiresWrong;
  },
});

export const newKeyOf = (values: KeyValues, zone: string): NewKey => ({
  name: values.name.trim(),
  kind: values.kind,
  ...(values.kind === 'server' && { scopes: values.scopes }),
  game_id: values.game_id.trim() || null,
  is_test: values.is_test,
  allowed_origins: originsOf(values.origins),
  expires_at: fromZonedInput(values.expires, zone),
});

/** Returns the changed fields. The expiry field shows no seconds, so the typed text is compared, not the instant. */
export function changeOf(key: ApiKey, values: KeyValues, zone: string): KeyChange {
  const name = values.name.trim();
  const origins = originsOf(values.origins);
  const isSame = origins.join('\n') === key.allowed_origins.join('\n');
  return {
    ...(name !== key.name && { name }),
    ...(!isSame && { allowed_origins: origins }),
    ...(values.expires !== valuesOf(key, zone).expires && { expires_at: fromZonedInput(values.expires, zone) }),
  };
}
