import { expect, it } from 'vitest';
import { bytesInWords, durationInWords } from '../../daemon/lib/amounts-in-words.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [512, '512 bytes'],
  [999_999, '1,000 kB'],
  [12_288, '12.3 kB'],
  [14_900_000, '14.9 MB'],
  [73_400_000_000, '73.4 GB'],
  [2.5e15, '2,500 TB'],
])('%d bytes are %s', (bytes, words) => expect(bytesInWords(bytes)).toBe(words));

it.each([
  [0, '0 s'],
  [440, '0.4 s'],
  [3998, '4 s'],
  [9949, '9.9 s'],
  [9950, '10 s'],
  [12_400, '12 s'],
  [59_700, '1 min'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
  [3_600_000, '1 h'],
  [86_400_000 * 11 + 3_600_000 * 3, '11 d 3 h'],
])('%d ms are %s', (ms, words) => expect(durationInWords(ms)).toBe(words));
