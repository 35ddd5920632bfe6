/** The most rows of the figures of SDK events. Clients choose types, links and IDs, so their number is unlimited. */
export const FIGURE_LIMITS = { types: 500, sources: 50, busiest: 50 } as const;
