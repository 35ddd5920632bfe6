/** The maximum numbers of rows in SDK event figures. Clients choose types, links and IDs, so there can be many. */
export const FIGURE_LIMITS = { types: 500, sources: 50, busiest: 50 } as const;
