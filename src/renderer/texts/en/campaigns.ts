export const campaigns = {};
