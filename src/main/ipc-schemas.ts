import { z } from 'zod';
import { endpoints } from '../../daemon/contract/contract.ts';
import { PORTAL_SCREENS } from '../../daemon/contract/portal-screens.ts';
import { ENVIRONMENT_COLOURS } from '../../daemon/contract/words.ts';
import type { IpcApi } from '../preload/api.ts';
import { CALLABLE } from './call-input.ts';

const MOST_BYTES = 32 * 1024 * 1024;

const name = z.enum(CALLABLE);
const scalar = z.union([z.string().max(4000), z.number(), z.boolean()]);
/** The endpoint's own schemas check the remaining rules; see call-input.ts. */
const input = z
  .strictObject({
    params: z.record(z.string().max(100), z.union([z.string().max(1000), z.number()])).optional(),
    query: z.record(z.string().max(100), scalar.optional()).optional(),
    body: z.unknown().optional(),
    etag: z
      .string()
      .regex(/^[\x20-\x7e]{1,200}$/)
      .nullish(),
  })
  .optional();
const address = z.string().max(2000);
const profile = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}\p{Cf}]{1,40}$/u)
    .nullable(),
  colour: z.enum(ENVIRONMENT_COLOURS).nullable(),
});
const fileName = z.string().min(1).max(255);
const bytes = z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= MOST_BYTES);

/** For each request, the schema of its arguments as a tuple. The app parses all arguments with these schemas. */
export const ARGUMENTS = {
  connections: z.tuple([]),
  connect: z.tuple([address]),
  about: z.tuple([]),
  describe: z.tuple([address, profile]),
  disconnect: z.tuple([]),
  forget: z.tuple([address]),
  call: z.tuple([name, input]),
  session: z.tuple([]),
  // The daemon must return the token in the response body, not in a cookie.
  signIn: z.tuple([endpoints.signIn.body.omit({ cookie: true })]),
  signInWithCompany: z.tuple([z.boolean()]),
  setup: z.tuple([endpoints.setup.body.omit({ cookie: true })]),
  acceptInvitation: z.tuple([endpoints.acceptInvitation.body.omit({ cookie: true })]),
  changePassword: z.tuple([endpoints.changePassword.body.omit({ cookie: true })]),
  signOut: z.tuple([]),
  saveFile: z.tuple([fileName, bytes, z.string().max(100)]),
  saveAnswer: z.tuple([fileName, name, input]),
  saves: z.tuple([]),
  cancelSave: z.tuple([z.number().int().positive()]),
  openHelp: z.tuple([z.enum(PORTAL_SCREENS)]),
} satisfies Record<keyof IpcApi, z.ZodType>;
