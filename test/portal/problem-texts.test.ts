import { expect, test } from 'vitest';
import { REFUSALS } from '../../daemon/contract/refusals.ts';
import { problems } from '../../src/renderer/texts/de/problems.ts';

test('a refusal is said in German, and what only the daemon knows follows in its words', () => {
  const general = problems.say('code_taken', REFUSALS.code_taken[1]);
  expect(general).toBe('Dieser Wert ist vergeben.');
  expect(problems.say('code_taken', 'SUMMER is taken.')).toBe(`${general} (SUMMER is taken.)`);
  expect(problems.say('disk_full', 'The disk is full.')).toBe('Der Datenträger ist voll.');
  expect(problems.say('unexpected_answer', 'The server answered 418.')).toBe('The server answered 418.');
});
