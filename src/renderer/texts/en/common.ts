/** Words that many screens use. */
export const common = {
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit',
  loading: 'Loading',
  never: 'Never',
  showMore: 'Show more',
  actionsFor: (name: string) => `Actions for ${name}`,
  roles: {
    owner: 'Owner',
    live_ops: 'Live ops',
    moderator: 'Moderator',
    finance: 'Finance',
    viewer: 'Viewer',
  },
};
