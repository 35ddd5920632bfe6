import { expect, test } from 'vitest';
import { z } from 'zod';
import { FIELD_FAULTS, type FieldFaultCode, fieldFault } from '../../daemon/contract/field-faults.ts';
import { email, gameId, webUrl } from '../../daemon/contract/fields.ts';
import { type FieldFault, REFUSALS } from '../../daemon/contract/refusals.ts';
import { fieldFaultsOf } from '../../daemon/contract/schema-faults.ts';
import { kindFault } from '../../daemon/domain/codes/code-content.ts';
import { urlFault } from '../../daemon/domain/reachable-addresses.ts';
import { ADDRESS_TAKEN } from '../../daemon/features/staff/staff-rules.ts';
import { problems } from '../../src/renderer/texts/de/problems.ts';
import { problems as english } from '../../src/renderer/texts/problems.ts';

function faultOf(schema: z.ZodType, value: unknown): FieldFault {
  const { error } = z.object({ tiers: schema }).safeParse({ tiers: value });
  const [fault] = error ? fieldFaultsOf(error, '') : [];
  return fault ?? expect.unreachable('the value is valid');
}

test('a refusal is in German, followed by the daemon’s own detail', () => {
  const general = problems.say('code_taken', REFUSALS.code_taken[1]);
  expect(general).toBe('Dieser Wert ist vergeben.');
  expect(problems.say('code_taken', 'SUMMER is taken.')).toBe(`${general} (SUMMER is taken.)`);
  expect(problems.say('name_too_long', 'The name is too long.')).toBe(
    'Der Name ist zu lang. Wählen Sie einen kürzeren.',
  );
  expect(problems.say('unexpected_answer', 'The server responded with status 418.')).toBe(
    'The server responded with status 418.',
  );
});

test.each([
  [z.string(), undefined, 'Das Feld muss ausgefüllt sein'],
  [z.string().min(1), '', 'Das Feld muss ausgefüllt sein'],
  [z.string().max(50), 'x'.repeat(51), 'Die Angabe darf höchstens 50 Zeichen haben'],
  [z.string().min(12), 'x', 'Die Angabe muss mindestens 12 Zeichen haben'],
  [z.number().int().min(1), 0, 'Die Zahl muss mindestens 1 sein'],
  [z.number().max(100), 100.5, 'Die Zahl darf höchstens 100 sein'],
  [z.number().multipleOf(0.01), 1.005, 'Die Zahl muss ein Vielfaches von 0.01 sein'],
  [z.number(), 'x', 'Die Angabe muss eine Zahl sein'],
  [z.array(z.string()).min(2), [], 'Die Liste muss mindestens 2 Einträge haben'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Die Liste darf höchstens 1 Eintrag haben'],
  [z.number().int(), 1.5, 'Die Angabe muss eine ganze Zahl sein'],
  [z.enum(['Y', 'N']), 'X', 'Erlaubt ist: Y, N'],
  [email, 'x', 'Das ist keine E-Mail-Adresse'],
  [webUrl, 'x', 'Die Adresse muss mit http:// oder https:// beginnen'],
  [gameId, 'a b', 'Erlaubt sind 1 bis 64 Buchstaben, Ziffern und Unterstriche'],
] as const)('a fault of a field is in German: %#', (schema, value, said) => {
  expect(problems.sayOfField(faultOf(schema, value))).toBe(said);
});

test.each([
  ['http://127.0.0.1', 'Die Adresse muss im Internet liegen'],
  ['https://ann:secret@game.test', 'Die Adresse darf weder Benutzer noch Passwort enthalten'],
])('the reason for refusing the webhook address %s is in German', (url, said) => {
  const code = urlFault(url, []) ?? expect.unreachable('the address is accepted');
  expect(problems.sayOfField(fieldFault('', ['url'], code))).toContain(said);
});

test('every fault code except the fallback has a German text', () => {
  const codes = Object.keys(FIELD_FAULTS) as FieldFaultCode[];
  const untranslated = codes.filter((code) =>
    /ungültig|undefined/.test(problems.sayOfField(fieldFault('', ['x'], code))),
  );
  expect(untranslated).toEqual(['invalid']);
});

test('a fault from a newer daemon keeps its text', () => {
  const fault = { pointer: '/tiers', code: 'not_even', detail: 'tiers must be even' };
  expect(problems.sayOfField(fault)).toBe('Die Angabe ist ungültig (tiers must be even)');
  expect(english.sayOfField(fault)).toBe('Must be even');
});

test('if a fault names the field, the refusal is short in German', () => {
  const { detail = '', errors } = ADDRESS_TAKEN;
  expect(problems.say('duplicate', detail, errors)).toBe('Das gibt es schon.');
  expect(errors?.map(problems.sayOfField)).toEqual(['Das ist schon vergeben']);
});

test.each([
  [z.string(), undefined, 'Is required'],
  [z.string().max(50), 'x'.repeat(51), 'Must have at most 50 characters'],
  [webUrl, 'x', 'Must be an http or https URL'],
] as const)('next to its field, a fault does not repeat the field’s name: %#', (schema, value, said) => {
  expect(english.sayOfField(faultOf(schema, value))).toBe(said);
});

test('a fault that is a whole sentence is shown unchanged', () => {
  const fault = kindFault('redeem', { creator_usage_limit: 1 }) ?? expect.unreachable('the limit is accepted');
  expect(english.sayOfField(fault)).toBe('Only a referral code can limit its creator codes');
});
