import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseClickHouseUrl } from './lib/clickhouse-url.ts';
import { hostUrls } from './lib/postgres-urls.ts';

// Schemas for the values of settings.

export const whole = (from: number, to: number) => {
  const detail = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, detail)
    .transform(Number)
    .refine((value) => value >= from && value <= to, detail);
};
export const webAddress = z
  .string()
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be an http or https URL')
  .transform((text) => text.replace(/\/+$/, ''));
export const fileAddress = z.string().refine((text) => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}, 'must be an https or http URL without a password');
/** Accepts several hosts, such as postgres://user:pass@host1:5432,host2:5432/db. */
function isPostgresUrl(text: string): boolean {
  try {
    return /^postgres(ql)?:\/\//.test(text) && hostUrls(text).length > 0;
  } catch {
    return false;
  }
}
export const databaseUrl = z
  .string()
  .refine(
    (text) => /^sqlite:./.test(text) || isPostgresUrl(text),
    'must be sqlite:<file> or postgres://user:pass@host/db, with one or more hosts',
  );
export const clickHouseUrl = z.string().superRefine((text, context) => {
  try {
    parseClickHouseUrl(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});
export const cidrs = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (list) => list.every((item) => ipaddr.isValidCIDR(item)),
    'must be networks such as 10.0.0.0/8, separated by commas',
  );
export const proxies = z.union(
  [z.literal('off').transform(() => 0), whole(0, 10)],
  'must be off, or a number of proxies from 0 to 10',
);
