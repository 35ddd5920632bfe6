import { expect, it } from 'vitest';
import { isNearly } from '../../src/renderer/features/palette/label-match.ts';

const LABELS = ['Webhooks', 'New campaign', 'Players', 'Audit log', 'New API key', 'Staff'];
const near = (text: string) => LABELS.filter((label) => isNearly(label, text));

it.each([
  ['webhok', 'Webhooks'],
  ['wbehooks', 'Webhooks'],
  ['Webbhoo', 'Webhooks'],
  ['campagin', 'New campaign'],
  ['new champ', 'New campaign'],
  ['pleyer', 'Players'],
  ['audlt log', 'Audit log'],
])('%s nearly matches %s', (text, label) => {
  expect(near(text)).toEqual([label]);
});

it.each(['stf', 'wbehoosk', 'hooks', 'ann summ', 'winter', 'fan_of_ann', '9999'])('%s matches nothing', (text) => {
  expect(near(text)).toEqual([]);
});
