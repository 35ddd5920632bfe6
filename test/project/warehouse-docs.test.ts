import { expect, test } from 'vitest';
import { DAY_TABLES, WHOLE_TABLES } from '../../daemon/features/ledger-export/ledger-rules.ts';
import { documentedSql } from '../support/world/ledger-files.ts';

// The views in docs/warehouse.md must declare every column of the files, with a type that preserves its values exactly.

const TYPES = {
  ...{ number: 'BIGINT', text: 'VARCHAR', player: 'VARCHAR', money: 'BIGINT', time: 'TIMESTAMPTZ', flag: 'BOOLEAN' },
  ...{ ids: 'BIGINT[]', texts: 'VARCHAR[]', ranges: 'STRUCT("first" BIGINT, "last" BIGINT)[]' },
  tiers: 'STRUCT(min_revenue BIGINT, basis_points BIGINT)[]',
};

test('the documented views have the same columns as the files', () => {
  const { views } = documentedSql();
  const documented = [...views].map(([name, sql]) => [
    name,
    [...(sql.split('columns = {')[1] ?? '').matchAll(/(\w+): '([^']+)'/g)].map(([, column, type]) => [column, type]),
  ]);
  const written = Object.entries({ ...DAY_TABLES, ...WHOLE_TABLES }).map(([name, columns]) => [
    name,
    Object.entries(columns).map(([column, kind]) => [column, TYPES[kind as keyof typeof TYPES]]),
  ]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(written));
});

test('each documented view reads all files of its table; a table that is written by day has a folder for each day', () => {
  const { views } = documentedSql();
  for (const [name, sql] of views) {
    const path = name in DAY_TABLES ? `'ledger/${name}/*/*.ndjson.gz'` : `'ledger/${name}/*.ndjson.gz'`;
    expect(sql).toContain(path);
  }
});
