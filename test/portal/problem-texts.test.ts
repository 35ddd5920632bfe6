import { expect, test } from 'vitest';
import { z } from 'zod';
import { commissionTiers, email, gameId, webUrl } from '../../daemon/contract/fields.ts';
import { REFUSALS } from '../../daemon/contract/refusals.ts';
import { problems } from '../../src/renderer/texts/de/problems.ts';

test('a refusal is said in German, and what only the daemon knows follows in its words', () => {
  const general = problems.say('code_taken', REFUSALS.code_taken[1]);
  expect(general).toBe('Dieser Wert ist vergeben.');
  expect(problems.say('code_taken', 'SUMMER is taken.')).toBe(`${general} (SUMMER is taken.)`);
  expect(problems.say('disk_full', 'The disk is full.')).toBe('Der Datenträger ist voll.');
  expect(problems.say('unexpected_answer', 'The server answered 418.')).toBe('The server answered 418.');
});

test.each([
  [z.string(), undefined, 'Das Feld muss ausgefüllt sein'],
  [z.string().min(1), '', 'Das Feld muss ausgefüllt sein'],
  [z.string().max(50), 'x'.repeat(51), 'Die Angabe muss höchstens 50 Zeichen haben'],
  [z.string().min(12), 'x', 'Die Angabe muss mindestens 12 Zeichen haben'],
  [z.number().int().min(1), 0, 'Die Zahl muss mindestens 1 sein'],
  [z.number().max(100), 100.5, 'Die Zahl muss höchstens 100 sein'],
  [z.number().multipleOf(0.01), 1.005, 'Die Zahl muss ein Vielfaches von 0.01 sein'],
  [z.number(), 'x', 'Die Angabe muss eine Zahl sein'],
  [z.array(z.string()).min(1), [], 'Die Liste muss mindestens 1 Einträge haben'],
  [z.enum(['Y', 'N']), 'X', 'Diese Angabe ist nicht erlaubt'],
  [email, 'x', 'Das ist keine E-Mail-Adresse'],
  [webUrl, 'x', 'Die Adresse muss mit http:// oder https:// beginnen'],
  [gameId, 'a b', 'Erlaubt sind 1 bis 64 Buchstaben, Ziffern und Unterstriche'],
] as const)('a fault of a field is said in German: %#', (schema, value, said) => {
  expect(problems.sayOfField(schema.safeParse(value).error?.issues[0]?.message ?? '')).toBe(said);
});

test('a fault without German words keeps those of the daemon', () => {
  const tiers = [1, 1].map((min_revenue) => ({ min_revenue, percent: 5 }));
  const fault = commissionTiers.safeParse(tiers).error?.issues[0]?.message ?? '';
  expect(problems.sayOfField(fault)).toBe('Die Angabe ist ungültig (min_revenue must ascend)');
});
