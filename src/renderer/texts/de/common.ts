import type { common as english } from '../en/common.ts';

export const common: typeof english = {
  save: 'Speichern',
  cancel: 'Abbrechen',
  edit: 'Bearbeiten',
  loading: 'Wird geladen',
  never: 'Nie',
  showMore: 'Mehr anzeigen',
  actionsFor: (name) => `Aktionen für ${name}`,
  roles: {
    owner: 'Inhaber',
    live_ops: 'Live-Ops',
    moderator: 'Moderation',
    finance: 'Finanzen',
    viewer: 'Leser',
  },
};
