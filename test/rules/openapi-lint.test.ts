import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../daemon/http/openapi/document.ts';

/** The recommended rules that are turned off. */
const OFF = {
  // The daemon is not published under a licence.
  'info-license': 'off',
} as const;

test('the OpenAPI document follows the recommended rules, and its examples fit their schemas', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: OFF });
  const source = JSON.stringify(openApiDocument('https://codes.studio.test'));
  const problems = await lintFromString({ source, config });
  const seen = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  expect(seen).toEqual([]);
});
