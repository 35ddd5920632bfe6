import { z } from 'zod';
import { define, ROLES } from '../endpoint.ts';
import { FIELD_FAULTS } from '../field-faults.ts';
import { instantOut, listOf, pageQuery, pathId } from '../fields.ts';
import { PORTAL_SCREENS } from '../portal-screens.ts';
import { everyRole } from './access.ts';

/** The maximum number of views that a person can save. */
export const MOST_VIEWS = 100;

const viewOut = z.object({
  view_id: z.number(),
  name: z.string(),
  path: z.string(),
  query: z.string(),
  /** The role with which the view is shared; null if only the person who saved it sees it. */
  shared_with: z.enum(ROLES).nullable(),
  /** Whether the caller saved the view. */
  is_own: z.boolean(),
  saved_by: z.object({ staff_id: z.number(), name: z.string() }),
  created_at: instantOut,
});

const SCREEN_PATH = new RegExp(`^/(?:${PORTAL_SCREENS.join('|')})(?:/(?!\\.{1,2}(?:/|$))[^\\s\\\\/?#\\p{Cc}]+)*$`, 'u');
/** The path of a Portal screen, which cannot lead to another page or host. */
const portalPath = z.string().max(500).regex(SCREEN_PATH, FIELD_FAULTS.not_a_screen);

export const viewEndpoints = {
  listViews: define({
    method: 'GET',
    path: '/v1/admin/views',
    summary: 'List the caller’s saved views and those shared with their role, by name',
    access: everyRole,
    query: z.strictObject(pageQuery),
    answer: { status: 200, schema: listOf(viewOut) },
    refusals: [],
  }),
  createView: define({
    method: 'POST',
    path: '/v1/admin/views',
    summary: 'Save a view: a screen with its filters and sort order; only an owner can share one with a role',
    access: everyRole,
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      path: portalPath,
      query: z
        .string()
        .max(2000)
        .regex(/^[^#\p{Cc}]*$/u, FIELD_FAULTS.control_characters),
      shared_with: z.enum(ROLES).nullable().default(null),
    }),
    answer: { status: 201, schema: viewOut },
    refusals: ['duplicate', 'too_many_views'],
  }),
  deleteView: define({
    method: 'DELETE',
    path: '/v1/admin/views/{view_id}',
    summary: 'Delete one of your views; an owner can delete any shared view',
    access: everyRole,
    params: pathId('view_id'),
    answer: { status: 200, schema: viewOut },
    refusals: ['not_found'],
  }),
};
