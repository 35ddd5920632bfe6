import { expect, it } from 'vitest';
import { hostOf, hostUrls } from '../../daemon/lib/postgres-urls.ts';

it('a URL with several hosts becomes one URL for each host', () => {
  expect(hostUrls('postgres://ann:p%40ss%2C@db1:6000,db2,[::1]:7000/app?sslmode=require')).toEqual([
    'postgres://ann:p%40ss%2C@db1:6000/app?sslmode=require',
    'postgres://ann:p%40ss%2C@db2/app?sslmode=require',
    'postgres://ann:p%40ss%2C@[::1]:7000/app?sslmode=require',
  ]);
  expect(hostUrls('postgresql://db1,db2')).toEqual(['postgresql://db1', 'postgresql://db2']);
  expect(hostUrls('postgres:///app?host=/run/postgresql')).toEqual(['postgres:///app?host=/run/postgresql']);
});

it('target_session_attrs can have libpq’s names for a server that accepts writes, and no others', () => {
  for (const role of ['any', 'read-write', 'primary'])
    expect(hostUrls(`postgres://a,b/app?x=1&target_session_attrs=${role}`)).toEqual([
      'postgres://a/app?x=1',
      'postgres://b/app?x=1',
    ]);
  for (const role of ['standby', 'prefer-standby', 'read-only'])
    expect(() => hostUrls(`postgres://a,b/app?target_session_attrs=${role}`)).toThrow('must be one of any, read-write');
});

it('a host is named without user and password', () => {
  expect(hostOf('postgres://ann:secret@db1/app')).toBe('db1:5432');
  expect(hostOf('postgres://ann:secret@[::1]:7000/app')).toBe('[::1]:7000');
  expect(hostOf('postgres:///app?host=/run/postgresql')).toBe('/run/postgresql:5432');
});
